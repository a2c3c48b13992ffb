//! `cygnet host`, `join` and `watch`: a game between two computers.

mod invitation;
mod kept;
mod options;

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use crate::console::{Console, Dialog, Exit, Stop, stdio};
use crate::engine::referee::Referee;
use crate::games::{self, AnyGame};
use crate::model::text::escape_path;
use crate::model::{GameRng, Player, Record, Seating};
use crate::network::code::Code;
use crate::network::link::{self, Link, Part, Wake};
use crate::network::remote::RemoteGame;
use crate::network::side::{Role, Side, clean_name};
use crate::players::seats;
use crate::session::{self, GameSession, KeptRemote};
use crate::store::files::without_number;
use crate::store::{AutosaveFile, SessionFiles};
use crate::words::capitalised;

use super::play::{InteractiveOptions, SessionOptions};
use super::settings::{FINISHED_GAMES, NAME};
use super::study::check_game_can_be_chosen;
use super::{Failure, config, state, today};

use invitation::{ask_code, invitation, read_code};
use kept::{choose_kept, join_command, local_game};
use options::{CommonOptions, DEFAULT_ADDRESS, DEFAULT_SPECTATORS, WantedSide};

pub(super) use kept::unfinished_games;
pub(super) use options::{
    HOST_EXAMPLES, HostOptions, JOIN_EXAMPLES, JoinOptions, WATCH_EXAMPLES, WatchOptions,
};

/// The folder of kept games, in the state directory.
const FOLDER: &str = "network";
/// What a session needs, opened from the options.
struct Opened {
    console: Console,
    name: Option<String>,
    /// The folder of the kept games, unless nothing is kept.
    folder: Option<PathBuf>,
    /// The name that stands for the code in the names of files, once the code is known.
    code_name: String,
    files: SessionFiles,
    is_restricted: bool,
}

impl CommonOptions {
    /// Opens what a session needs; the files only for a player.
    fn open(&self, part: Part) -> Result<Opened, Failure> {
        self.open_at(self.session().console(&config::read()?)?, part)
    }

    fn session(&self) -> SessionOptions {
        let CommonOptions { stay, format, .. } = *self;
        let (interactive, no_wait) = (self.interactive.clone(), !stdio::is_terminal());
        SessionOptions { interactive, stay, format, no_wait, ..SessionOptions::default() }
    }

    fn open_at(&self, mut console: Console, part: Part) -> Result<Opened, Failure> {
        let (config, options) = (config::read()?, self.session());
        let is_restricted = self.interactive.restricted;
        let state = match part {
            Part::Player if !is_restricted => state::open(&mut console)?,
            _ => None,
        };
        let mut files = if is_restricted { SessionFiles::disabled() } else { SessionFiles::manual_only() };
        let limit = config.get(&FINISHED_GAMES);
        if let Some(state) = state.as_ref().filter(|_| limit > 0 && options.is_at_terminal()) {
            state::keep_games(&mut files, state, limit);
        }
        let folder = match state {
            Some(state) => kept::open(&state.join(FOLDER), &mut console)?,
            None => None,
        };
        let name = self.name.clone().or_else(|| config.get(&NAME));
        let name = name.as_deref().and_then(clean_name);
        Ok(Opened { console, name, folder, code_name: String::new(), files, is_restricted })
    }
}

impl Opened {
    /// Asks a question at a terminal. Through a pipe the answer is no.
    fn confirm(&mut self, question: &str) -> Result<bool, Failure> {
        Ok(self.console.is_at_terminal()
            && session::ask_in_menu(&mut self.console, |dialog| dialog.confirm(question))? == Some(true))
    }

    /// Returns the function that notifies the console of arrivals.
    fn wake(&self) -> Wake {
        let waker = self.console.waker();
        Arc::new(move || waker.notify())
    }

    /// Returns the game that is kept in `file`, if there is one. A file that cannot be read stays as it is.
    fn kept(
        &self,
        file: Option<&AutosaveFile>,
        role: &str,
        is_casual: bool,
    ) -> Result<Option<(Side, Referee<AnyGame>)>, Failure> {
        let Some(record) = file.and_then(|file| file.game().transpose()).transpose()? else {
            return Ok(None);
        };
        let restored = Side::restore(&record, is_casual);
        restored.map(Some).ok_or_else(|| {
            let path = self.folder.as_ref().map(|folder| kept::path(folder, role, &self.code_name));
            let path = path.unwrap_or_default();
            let problem = "this kept game cannot be continued: it was changed, or kept by another version";
            Failure::data(format!("{}: {problem}", escape_path(&path)))
                .hint("the file stays as it is; move it away to begin another game with this code")
        })
    }

    /// Plays to the end, and closes the connections.
    fn play(
        mut self,
        remote: RemoteGame,
        referee: Referee<AnyGame>,
        resume: &dyn Fn(Code) -> String,
    ) -> Result<(), Failure> {
        let (folder, name) = (self.folder.clone(), self.code_name.clone());
        let remote = remote.with_codes(Box::new(move |part, code| {
            folder.as_ref().map_or(Ok(()), |folder| kept::change_code(folder, &name, part, code))
        }));
        let mut session = GameSession::between_computers(remote, referee)?;
        let result = session.play(&mut self.console, &mut self.files);
        self.console.drop_line()?;
        // After a signal nobody waits: what was not sent is kept, and is sent when both meet again.
        let is_signal = matches!(result, Err(Exit::Stop(Stop::Signal(_))));
        let (mut kept_note, mut problem) = (None, None);
        if let Some((remote, referee)) = session.into_remote() {
            let (command, is_over) = (resume(remote.code()), referee.ending().is_some());
            // Before its first turn, a game is kept at the host unless the guest has decided something.
            let is_at_host = remote.side().role() == Role::Guest && !is_over && self.folder.is_some();
            let is_for_other = remote.has_kept_end() || !remote.side().is_confirmed(&referee);
            let stays = remote.finish(&referee, is_signal).unwrap_or_else(|error| {
                problem = Some(Stop::NotSaved(error.to_string()));
                false
            });
            let note = match is_over {
                true if is_for_other => "The end of the game is kept for the other player. To send it",
                true => "The end of the game is kept here. To add it to the finished games",
                false => "The game is kept. To continue",
            };
            let is_kept = stays || (is_at_host && self.console.is_at_terminal());
            kept_note = is_kept.then(|| format!("({note}: {command})"));
        }
        let stop = if let Err(Exit::Stop(stop)) = result { stop } else { Stop::Quit };
        let is_left = matches!(stop, Stop::EndOfInput | Stop::Quit | Stop::Interrupted);
        let stop = problem.filter(|_| is_left).unwrap_or(stop);
        if let Some(note) = kept_note.filter(|_| is_left) {
            self.console.say(&note)?;
        }
        // An error is written below the question that it ends.
        self.console.flush()?;
        if !matches!(stop, Stop::EndOfInput | Stop::Quit) {
            return Err(stop.into());
        }
        Ok(())
    }

    /// Joins the host and plays, from the kept game or the one that the host sends.
    fn start_guest(
        mut self,
        role: Role,
        (mut link, code): (Link, Code),
        file: Option<AutosaveFile>,
        kept: Option<(Side, Referee<AnyGame>)>,
        is_casual: bool,
        (place, resume): (Option<String>, &dyn Fn(Code) -> String),
    ) -> Result<(), Failure> {
        self.console.say("Joining...")?;
        let clock = self.console.clock();
        let (mut side, referee, host) = match kept {
            Some((side, referee)) => (side, referee, None),
            None => session::join_host(&mut self.console, &mut link, role, self.name.as_deref(), is_casual)
                .map(|(side, referee, host)| (side, referee, Some(host)))?,
        };
        place.into_iter().for_each(|place| side.set_place(place));
        if let Some(folder) = self.folder.as_ref().filter(|_| host.is_some()) {
            kept::forget_replaced(folder, &side, &referee);
        }
        let remote = RemoteGame::new(side, (link, code), clock, file, self.name.clone(), host);
        self.play(remote, referee, resume)
    }
}

pub(super) fn host(options: &HostOptions) -> Result<(), Failure> {
    if options.common.interactive.restricted {
        let hint = "leave out --restricted, or join a game that someone else hosts";
        return Err(Failure::usage("--restricted does not allow hosting", hint));
    }
    host_in(options.common.open(Part::Player)?, options)
}

/// Resumes a kept game between two computers.
pub(super) fn resume(
    console: Console,
    interactive: InteractiveOptions,
    kept: &KeptRemote,
) -> Result<(), Failure> {
    let common = CommonOptions { interactive, ..CommonOptions::default() };
    let opened = common.open_at(console, Part::Player)?;
    if kept.role == Role::Host {
        let code = Some(kept.code);
        return host_in(opened, &HostOptions { code, common, ..HostOptions::default() });
    }
    let address = Some(kept.code.to_string());
    join_in(opened, &JoinOptions { address, common, ..JoinOptions::default() })
}

fn host_in(mut opened: Opened, options: &HostOptions) -> Result<(), Failure> {
    let mut code = options.code;
    let mut named = options.game.as_deref().map(games::open).transpose()?;
    if code.is_none() {
        if named.is_none() {
            check_game_can_be_chosen()?;
        }
        code = choose_kept(&mut opened, named.as_ref())?;
    }
    if code.is_none() && named.is_none() {
        let choose = |dialog: &mut Dialog<'_>| session::choose_from_games(dialog, "HOST");
        let Some(Some(game)) = session::ask_in_menu(&mut opened.console, choose)? else { return Ok(()) };
        named = Some(game);
    }
    let code = code.unwrap_or_else(Code::random);
    let file = kept::lock(&mut opened, "host", code)?;
    let kept = opened.kept(file.as_ref(), "host", options.casual)?;
    let is_kept = kept.is_some();
    let (mut side, referee) = match (kept, named) {
        (Some((side, referee)), Some(game)) if referee.game().name() != game.name() => {
            let problem = format!("the game with the code {code} is one of {}", referee.game().name());
            if !opened.confirm(&format!("{}. Continue it?", capitalised(&problem)))? {
                let hint =
                    format!("cygnet host --code {code} continues it; another code begins another game");
                return Err(Failure::data(problem).hint(hint));
            }
            (side, referee)
        }
        (Some((side, referee)), _) => (side, referee),
        (None, Some(game)) => new_side(options, &game, &opened)?,
        (None, None) => {
            let hint = "name a game to host a new one: cygnet host GAME";
            return Err(Failure::data(format!("no game with the code {code} is kept here")).hint(hint));
        }
    };
    if is_kept && options.describes_new_game() {
        opened.console.say("(This game was kept. Its players, sides, clocks and seed stay as they are.)")?;
    }
    side.set_spectators(options.spectators);
    let spectators = side.spectators().unwrap_or(DEFAULT_SPECTATORS);
    let watching = (spectators > 0).then(|| kept::code_for_watching(&opened));
    let clock = opened.console.clock();
    // A kept game is hosted where it was.
    let at = options.listen.or_else(|| side.place()?.parse().ok()).unwrap_or(DEFAULT_ADDRESS);
    let link = listen(&opened, at, code, (watching, spectators))?;
    let address = link.address.unwrap_or(at);
    side.set_place(address.to_string());
    kept::list_address(&opened, address);
    let said = invitation(address, code, watching);
    // What was asked before must not take the code off the screen later.
    opened.console.leave_menu()?;
    opened.console.say(&said)?;
    let remote = RemoteGame::new(side, (link, code), clock, file, opened.name.clone(), None);
    opened.play(remote, referee, &|code| format!("cygnet host --code {code}"))
}

fn new_side(
    options: &HostOptions,
    game: &AnyGame,
    opened: &Opened,
) -> Result<(Side, Referee<AnyGame>), Failure> {
    let mut rng = GameRng::from_seed(options.seed.unwrap_or_else(GameRng::random_seed));
    let (host, seat) = match (&options.p1, &options.p2, options.side) {
        (Some(seat), _, _) => (Player::One, seat.as_str()),
        (None, Some(seat), _) => (Player::Two, seat.as_str()),
        (None, None, WantedSide::First) => (Player::One, Seating::HUMAN),
        (None, None, WantedSide::Second) => (Player::Two, Seating::HUMAN),
        (None, None, WantedSide::Lot) => (Player::BOTH[rng.below(2)], Seating::HUMAN),
    };
    let mut names = [Seating::HUMAN; 2];
    names[host.index()] = seat;
    let seating = config::read()?.seating(game, names)?;
    seats::check_all(game, &seating)?;
    let is_bot = !seating.is_human(host);
    let mut head = Record::new(game.name()).with_seats(Player::BOTH.map(|player| seating.seat(player)));
    head.seed = is_bot.then(|| options.seed.unwrap_or_else(|| rng.next_u64()));
    head.date = today();
    head.names = seating.names;
    if !is_bot {
        head.names[host.index()].clone_from(&opened.name);
    }
    let side = Side::host(head, host, options.clock, options.casual);
    Ok((side, Referee::new(game).with_human(true)))
}

fn listen(
    opened: &Opened,
    at: SocketAddr,
    code: Code,
    (watching, spectators): (Option<Code>, u16),
) -> Result<Link, Failure> {
    let host = link::HostOptions {
        listen: at,
        player: code,
        spectator: watching,
        max_spectators: usize::from(spectators),
    };
    Link::host(host, opened.console.clock(), opened.wake()).map_err(|error| {
        let failure = Failure::data(format!("cannot listen on {at}: {}", without_number(&error)));
        match error.kind() {
            // An address of a link without its interface is invalid.
            ErrorKind::AddrNotAvailable | ErrorKind::InvalidInput => {
                let what = format!("{} is not an address that this computer can listen on", at.ip());
                Failure::data(what).hint("name one of its addresses, or 0.0.0.0 for all")
            }
            ErrorKind::AddrInUse | ErrorKind::PermissionDenied => failure
                .hint("choose another port, such as --listen 127.0.0.1:4041, or 0 for any that is free"),
            _ => failure,
        }
    })
}

pub(super) fn join(options: &JoinOptions) -> Result<(), Failure> {
    join_in(options.common.open(Part::Player)?, options)
}

fn join_in(mut opened: Opened, options: &JoinOptions) -> Result<(), Failure> {
    let (to, code) = match (&options.address, &options.code) {
        (Some(address), Some(code)) => (Some(address.clone()), read_code(code)?),
        // A code alone is one of a game on this computer.
        (Some(code), None) if code.parse::<Code>().is_ok() => local_game(&opened, Some(read_code(code)?))?,
        (Some(address), None) => (Some(address.clone()), ask_code(&mut opened)?),
        (None, _) => local_game(&opened, None)?,
    };
    let file = kept::lock(&mut opened, "join", code)?;
    let kept = match opened.kept(file.as_ref(), "join", options.casual) {
        Err(_) if options.forget => None,
        kept => kept?,
    };
    // A kept game is joined where it was, unless it is hosted here now.
    let joined_at = kept.as_ref().and_then(|(side, _)| side.place().map(str::to_owned));
    let place = to.or(joined_at).unwrap_or_else(|| DEFAULT_ADDRESS.to_string());
    let kept = kept.filter(|_| !options.forget);
    let link = connect(&opened, place.clone(), code, Part::Player, kept.is_some())?;
    let resume = |code: Code| join_command(&place, code);
    opened.start_guest(Role::Guest, (link, code), file, kept, options.casual, (Some(place.clone()), &resume))
}

pub(super) fn watch(options: &WatchOptions) -> Result<(), Failure> {
    let mut opened = options.common.open(Part::Spectator)?;
    let code = match &options.code {
        Some(code) => read_code(code)?,
        None => ask_code(&mut opened)?,
    };
    let link = connect(&opened, options.address.clone(), code, Part::Spectator, false)?;
    opened.start_guest(Role::Spectator, (link, code), None, None, false, (None, &|_| String::new()))
}

/// What may help if a host cannot be joined.
const JOIN_HINT: &str = "the host shows the whole command, with the address and the code";

fn connect(opened: &Opened, to: String, code: Code, part: Part, is_known: bool) -> Result<Link, Failure> {
    let options = link::JoinOptions { to, code, part, is_known };
    Link::join(options, opened.console.clock(), opened.wake())
        .map_err(|error| Failure::usage(format!("cannot join: {error}"), JOIN_HINT))
}
