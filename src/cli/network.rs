//! `cygnet host`, `join` and `watch`: a game between two computers.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::console::{Bottom, Console, Stop};
use crate::engine::referee::Referee;
use crate::games::{self, AnyGame};
use crate::model::text::escape;
use crate::model::{GameRng, Player, Record, Seating};
use crate::network::clock::TimeControl;
use crate::network::code::Code;
use crate::network::link::{self, DEFAULT_PORT, Link, Part, Target, Wake};
use crate::network::remote::RemoteGame;
use crate::network::side::{Role, Side, clean_name};
use crate::players::seats;
use crate::session::{self, Exit, GameSession};
use crate::store::{Archive, AutosaveFile, SessionFiles, archive};

use super::Failure;
use super::config;
use super::play::{InteractiveOptions, SessionOptions, today};
use super::positions::Format;

pub(super) const HOST_EXAMPLES: &str = "\
Examples:
  cygnet host qawale                            players on this computer can join
  cygnet host qawale --listen 192.168.1.20      players in this network can join
  cygnet host uglyduck --tc 10+5 --side second
  cygnet host replica --p1 level:3              a computer plays here";
pub(super) const JOIN_EXAMPLES: &str = "\
Examples:
  cygnet join 192.168.1.20 7-amber-otter
  cygnet join                                   a game on this computer, without a port
  ssh -t friend.example cygnet join             a game on another computer";
pub(super) const WATCH_EXAMPLES: &str = "Example:\n  cygnet watch 192.168.1.20 3-quiet-heron";

/// The folder of kept games, in the state directory.
const FOLDER: &str = "network";
/// How often a player's time is checked while a question is open.
const TICK: Duration = Duration::from_millis(500);

/// Options of both players and of those who watch.
#[derive(Clone, Debug, Args)]
struct CommonOptions {
    #[command(flatten)]
    interactive: InteractiveOptions,
    /// Your name, up to 40 characters [default: from the configuration file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Which side is at the bottom of the board at a terminal [default: from the configuration file, or own]
    #[arg(long, value_enum, value_name = "SIDE")]
    bottom: Option<Bottom>,
    /// Keep reading input after a game ends, so that :again and other commands still work
    #[arg(long)]
    stay: bool,
    /// Output format; with JSON, each turn and each game is an object on a line of standard output
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Which side the host plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WantedSide {
    /// The side that moves first.
    First,
    /// The other side.
    Second,
    /// Drawn by lot.
    Lot,
}

#[derive(Debug, Args)]
pub(super) struct HostOptions {
    /// The game: `id` or `id:options`
    #[arg(required_unless_present = "code")]
    game: Option<String>,
    /// The address of this computer at which others can join; with a port after a colon if it is not 4040
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = parse_address)]
    listen: SocketAddr,
    /// Which side you play
    #[arg(long, value_enum, default_value = "lot", value_name = "SIDE", conflicts_with_all = ["p1", "p2"])]
    side: WantedSide,
    /// Who plays here as the first player: `human` or a bot
    #[arg(long, value_name = "SEAT", conflicts_with = "p2")]
    p1: Option<String>,
    /// Who plays here as the second player: `human` or a bot
    #[arg(long, value_name = "SEAT")]
    p2: Option<String>,
    /// Clocks: minutes for the game, and seconds for each turn
    #[arg(long, value_name = "MINUTES+SECONDS", value_parser = str::parse::<TimeControl>)]
    tc: Option<TimeControl>,
    /// Allow hints, the coach and reviews during the game, if the other player does too
    #[arg(long)]
    casual: bool,
    /// How many people can watch
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u16).range(0..=64))]
    spectators: u16,
    /// Use this code; if a game with it is kept, it goes on
    #[arg(long, value_name = "CODE", value_parser = str::parse::<Code>)]
    code: Option<Code>,
    /// The random seed of a computer player and of the lot
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    common: CommonOptions,
}

#[derive(Debug, Args)]
pub(super) struct JoinOptions {
    /// The address of the host, with a port after a colon if it is not 4040; without it, a game on this computer
    address: Option<String>,
    /// The code that the host shows; without it, it is asked for
    code: Option<String>,
    /// Allow hints, the coach and reviews during the game, if the host does too
    #[arg(long)]
    casual: bool,
    /// Take the game as the host has it, even if it differs from the one that was kept here
    #[arg(long)]
    forget: bool,
    #[command(flatten)]
    common: CommonOptions,
}

#[derive(Debug, Args)]
pub(super) struct WatchOptions {
    /// The address of the host, with a port after a colon if it is not 4040
    address: String,
    /// The code for watching that the host shows; without it, it is asked for
    code: Option<String>,
    #[command(flatten)]
    common: CommonOptions,
}

/// Reads an IP address, with a port or without.
fn parse_address(text: &str) -> Result<SocketAddr, &'static str> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let with_default = |address: IpAddr| SocketAddr::new(address, DEFAULT_PORT);
    text.parse()
        .ok()
        .or_else(|| bare.parse().ok().map(with_default))
        .or_else(|| (text == "localhost").then(|| with_default(Ipv4Addr::LOCALHOST.into())))
        .ok_or("expected the IP address of this computer, such as 192.168.1.20 or 192.168.1.20:4040")
}

/// What a session needs, opened from the options.
struct Opened {
    console: Console,
    name: Option<String>,
    /// The folder of the kept games, unless files are not allowed.
    folder: Option<PathBuf>,
    files: SessionFiles,
    is_restricted: bool,
}

impl CommonOptions {
    fn open(&self) -> Result<Opened, Failure> {
        let config = config::read()?;
        let is_restricted = self.interactive.restricted;
        let options =
            SessionOptions::between_computers(self.interactive.clone(), self.bottom, self.stay, self.format);
        let console = options.console(&config)?;
        let state = config::state_folder().filter(|_| !is_restricted);
        let folder = state.as_ref().map(|state| state.join(FOLDER));
        if let Some(folder) = &folder {
            fs::create_dir_all(folder)?;
        }
        let mut files = if is_restricted { SessionFiles::disabled() } else { SessionFiles::manual_only() };
        let limit = config.finished_games.unwrap_or(archive::DEFAULT_LIMIT);
        if let Some(state) = state.filter(|_| limit > 0 && options.is_at_terminal()) {
            files = files.with_archive(Archive::in_state_dir(&state, limit));
        }
        let name = self.name.clone().or_else(|| config.name.clone());
        let name = name.as_deref().and_then(clean_name);
        Ok(Opened { console, name, folder, files, is_restricted })
    }
}

impl Opened {
    /// Returns the function that tells the console that something has arrived.
    fn wake(&self) -> Wake {
        let waker = self.console.waker();
        Arc::new(move || waker.notify())
    }

    /// Locks the file in which the game with `code` is kept on this side.
    fn file(&self, role: &str, code: Code) -> Result<Option<AutosaveFile>, Failure> {
        let path = self.folder.as_ref().map(|folder| folder.join(format!("{role}-{code}.cygnet")));
        Ok(path.map(|path| AutosaveFile::lock(&path)).transpose()?)
    }

    /// Plays to the end, and closes the connections.
    fn play(mut self, remote: RemoteGame, referee: Referee<AnyGame>, resume: &str) -> Result<(), Failure> {
        let mut session = GameSession::between_computers(remote, referee)?;
        let result = session.play(&mut self.console, &mut self.files);
        let is_over = !session.is_in_progress();
        if let Some(remote) = session.into_remote() {
            remote.finish();
        }
        match result {
            Err(Exit::Stop(stop @ (Stop::EndOfInput | Stop::Quit | Stop::Interrupted))) => {
                if !is_over && self.folder.is_some() && !resume.is_empty() {
                    self.console.say(&format!("(The game is kept. To go on: {resume})"))?;
                }
                self.console.flush()?;
                if matches!(stop, Stop::Interrupted) { Err(stop.into()) } else { Ok(()) }
            }
            Err(Exit::Stop(stop)) => Err(stop.into()),
            Ok(()) | Err(Exit::Menu | Exit::Load(_)) => Ok(self.console.flush()?),
        }
    }
}

pub(super) fn host(options: &HostOptions) -> Result<(), Failure> {
    if options.common.interactive.restricted {
        let hint = "leave out --restricted, or join a game that someone else hosts";
        return Err(Failure::usage("--restricted does not allow hosting", hint));
    }
    let named = options.game.as_deref().map(games::open).transpose()?;
    let mut opened = options.common.open()?;
    let code = match (options.code, &named) {
        (None, Some(game)) => choose_kept(&mut opened, game)?.unwrap_or_else(Code::random),
        (code, _) => code.unwrap_or_else(Code::random),
    };
    let file = opened.file("host", code)?;
    let kept = file.as_ref().and_then(|file| file.game().transpose()).transpose()?;
    let kept = kept.and_then(|record| Side::restore(&record, options.casual));
    let (side, referee) = match (kept, named) {
        (Some((side, referee)), _) => (side, referee),
        (None, Some(game)) => new_side(options, &game, &opened)?,
        (None, None) => {
            let hint = "name a game to host a new one: cygnet host GAME";
            return Err(Failure::data(format!("no game with the code {code} is kept here")).hint(hint));
        }
    };
    let watching = Some(Code::random()).filter(|_| options.spectators > 0);
    let clock = opened.console.clock();
    let link = listen(options, &opened, code, watching)?;
    let said = invitation(link.addresses(), code, watching);
    opened.console.say(&said)?;
    let ticker = side.clocks(&referee, Duration::ZERO).map(|_| Ticker::start(opened.wake()));
    let remote = RemoteGame::new(side, link, clock, file, opened.name.clone(), None);
    let result = opened.play(remote, referee, &format!("cygnet host --code {code}"));
    drop(ticker);
    result
}

/// Asks at a terminal whether a game that was hosted before goes on. Returns its code.
fn choose_kept(opened: &mut Opened, game: &AnyGame) -> Result<Option<Code>, Failure> {
    let Some(folder) = opened.folder.clone().filter(|_| opened.console.is_at_terminal()) else {
        return Ok(None);
    };
    for (code, record) in kept_games(&folder, "host") {
        if record.game != game.name() {
            continue;
        }
        let question =
            format!("You have hosted this game with the code {code}: {}. Go on with it?", record.summary());
        if session::ask_in_menu(&mut opened.console, |dialog| dialog.confirm(&question))? == Some(true) {
            return Ok(Some(code));
        }
    }
    Ok(None)
}

/// Returns the kept games that no program uses, with their codes.
fn kept_games(folder: &Path, role: &str) -> Vec<(Code, Record)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut codes: Vec<Code> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            name.strip_prefix(role)?.strip_prefix('-')?.strip_suffix(".cygnet")?.parse().ok()
        })
        .collect();
    codes.sort_by_key(Code::to_string);
    let kept = codes.into_iter().filter_map(|code| {
        let file = AutosaveFile::lock(&folder.join(format!("{role}-{code}.cygnet"))).ok()?;
        Some((code, file.game().ok()??))
    });
    kept.collect()
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
    let seating = seats::named_seating(game, names);
    seats::check_all(game, &seating)?;
    let is_bot = !seating.is_human(host);
    let mut head = Record {
        game: game.name(),
        seats: Player::BOTH.map(|player| seating.seat(player).to_owned()),
        seed: is_bot.then(|| options.seed.unwrap_or_else(|| rng.next_u64())),
        date: today(),
        ..Record::default()
    };
    head.names[host.index()] = opened.name.clone().filter(|_| !is_bot);
    let side = Side::host(head, host, options.tc, options.casual);
    Ok((side, Referee::new(game).with_human(true)))
}

fn listen(
    options: &HostOptions,
    opened: &Opened,
    code: Code,
    watching: Option<Code>,
) -> Result<Link, Failure> {
    let socket = opened.folder.as_ref().filter(|_| cfg!(unix));
    let host = link::HostOptions {
        listen: Some(options.listen),
        socket: socket.map(|folder| folder.join("sockets").join(code.to_string())),
        player: Some(code),
        spectator: watching,
        max_spectators: usize::from(options.spectators),
    };
    Link::host(host, opened.console.clock(), opened.wake()).map_err(|error| {
        let hint = "choose another port, such as --listen 127.0.0.1:4041, or 0 for any that is free";
        Failure::data(format!("cannot listen on {}: {error}", options.listen)).hint(hint)
    })
}

/// Says how others can join.
fn invitation(addresses: &[SocketAddr], code: Code, watching: Option<Code>) -> String {
    let Some(address) = addresses.first() else { return String::new() };
    let place = match address.port() {
        DEFAULT_PORT => address.ip().to_string(),
        _ => address.to_string(),
    };
    let (computer, reach) = if address.ip().is_loopback() {
        (
            "In another terminal of this computer",
            "Only this computer can reach it; --listen ADDRESS lets others in.",
        )
    } else {
        (
            "On the other computer",
            "Every computer that can reach this address can try to join; it needs the code.",
        )
    };
    let watch =
        watching.map_or_else(String::new, |code| format!("To watch:\n  cygnet watch {place} {code}\n"));
    format!("Waiting on {address}. {reach}\n{computer}, type:\n  cygnet join {place} {code}\n{watch}")
}

pub(super) fn join(options: &JoinOptions) -> Result<(), Failure> {
    let mut opened = options.common.open()?;
    let (to, code) = match (&options.address, &options.code) {
        (Some(address), Some(code)) => (Target::Address(address.clone()), read_code(code)?),
        // A code alone is one of a game on this computer.
        (Some(code), None) if code.parse::<Code>().is_ok() => local_game(&opened, Some(read_code(code)?))?,
        (Some(address), None) => (Target::Address(address.clone()), ask_code(&mut opened)?),
        (None, _) => local_game(&opened, None)?,
    };
    let file = opened.file("join", code)?;
    let kept =
        file.as_ref().filter(|_| !options.forget).and_then(|file| file.game().transpose()).transpose()?;
    let kept = kept.and_then(|record| Side::restore(&record, options.casual));
    let link = connect(&opened, link::JoinOptions { to, code, part: Part::Player, is_back: kept.is_some() })?;
    opened.start_guest(Role::Guest, link, file, kept, options.casual, "cygnet join, as before")
}

pub(super) fn watch(options: &WatchOptions) -> Result<(), Failure> {
    let mut opened = options.common.open()?;
    let code = match &options.code {
        Some(code) => read_code(code)?,
        None => ask_code(&mut opened)?,
    };
    let to = Target::Address(options.address.clone());
    let link = connect(&opened, link::JoinOptions { to, code, part: Part::Spectator, is_back: false })?;
    opened.start_guest(Role::Spectator, link, None, None, false, "")
}

impl Opened {
    /// Joins the host and plays, from the kept game or the one that the host sends.
    fn start_guest(
        mut self,
        role: Role,
        mut link: Link,
        file: Option<AutosaveFile>,
        kept: Option<(Side, Referee<AnyGame>)>,
        is_casual: bool,
        resume: &str,
    ) -> Result<(), Failure> {
        self.console.say("Joining...")?;
        let clock = self.console.clock();
        let (side, referee, host) = match kept {
            Some((side, referee)) => (side, referee, None),
            None => session::join_host(&mut self.console, &mut link, role, self.name.as_deref(), is_casual)
                .map_err(|stop| match stop {
                    Stop::InvalidSetup(problem) => Failure::data(problem).hint(JOIN_HINT),
                    stop => stop.into(),
                })
                .map(|(side, referee, host)| (side, referee, Some(host)))?,
        };
        let remote = RemoteGame::new(side, link, clock, file, self.name.clone(), host);
        self.play(remote, referee, resume)
    }
}

/// What may help if a host cannot be joined.
const JOIN_HINT: &str = "the host shows the address and the code: cygnet join ADDRESS CODE";

fn read_code(text: &str) -> Result<Code, Failure> {
    text.parse().map_err(|error| Failure::usage(error, "the host shows the code"))
}

/// Asks for the code, so that it is not on the command line, where other users of this computer could see it.
fn ask_code(opened: &mut Opened) -> Result<Code, Failure> {
    let prompt = crate::console::Prompt::new("Code: ");
    let code = session::ask_in_menu(&mut opened.console, |dialog| {
        dialog.ask_for(&prompt, |answer| answer.parse::<Code>().map_err(|error| error.to_string()))
    })?;
    code.ok_or_else(|| Failure::usage("no code was given", JOIN_HINT))
}

/// Finds the game with `code`, or the only game, that is hosted on this computer by the same user.
fn local_game(opened: &Opened, code: Option<Code>) -> Result<(Target, Code), Failure> {
    let hint = "start one with cygnet host GAME, or name the other computer: cygnet join ADDRESS CODE";
    let folder = opened.folder.as_ref().map(|folder| folder.join("sockets"));
    let Some(folder) = folder.filter(|_| !opened.is_restricted) else {
        return Err(Failure::usage("--restricted needs an address and a code", JOIN_HINT));
    };
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut codes: Vec<Code> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()?.parse().ok()).collect();
    codes.retain(|found| {
        code.is_none_or(|code| code == *found) && link::has_host(&folder.join(found.to_string()))
    });
    match codes[..] {
        [code] => Ok((Target::Socket(folder.join(code.to_string())), code)),
        [] => Err(Failure::data("no game is hosted on this computer").hint(hint)),
        _ => {
            let codes = codes.iter().map(Code::to_string).collect::<Vec<_>>().join(", ");
            let hint = format!("name one: cygnet join CODE. The codes are {}", escape(codes.as_bytes()));
            Err(Failure::data("several games are hosted on this computer").hint(hint))
        }
    }
}

fn connect(opened: &Opened, options: link::JoinOptions) -> Result<Link, Failure> {
    Link::join(options, opened.console.clock(), opened.wake())
        .map_err(|error| Failure::usage(format!("cannot join: {error}"), JOIN_HINT))
}

/// Wakes the console from time to time, so that it notices when a player's time is out.
struct Ticker(#[expect(dead_code, reason = "the thread ends with it")] Arc<()>);

impl Ticker {
    fn start(wake: Wake) -> Self {
        let alive = Arc::new(());
        let ticking = Arc::downgrade(&alive);
        // Without a thread, the time is checked whenever something else happens.
        let _ = std::thread::Builder::new().spawn(move || {
            while ticking.upgrade().is_some() {
                std::thread::sleep(TICK);
                wake();
            }
        });
        Ticker(alive)
    }
}
