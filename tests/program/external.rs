//! Programs as players: good ones, and ones that crash, hang, cheat, flood or dispute the result. The bad
//! engines are a few lines of shell; the good one is cygnet itself.

#[cfg(unix)]
mod named;
mod sessions;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{fs, thread};

use cygnet::engine::bots::{MoveContext, SearchBudget};
use cygnet::engine::referee::Referee;
use cygnet::games::{AnyGame, AnyMove};
use cygnet::model::{
    Ending, Game, GameRng, Outcome, Player, Position, Reason, StopSignal, Stopwatch, SystemClock,
};
use cygnet::players::seats::{self, ComputerPlayer};

use crate::cli::{run_in, text};
use crate::common::{PATIENCE, classic, samples};

const CYGNET: &str = env!("CARGO_BIN_EXE_cygnet");
/// Slow engines take a minute or more. A busy machine stops waiting for them sooner.
const LESS_THAN_ENGINES_TAKE: Duration = Duration::from_secs(50);

/// Returns the name of an engine that does everything right except for `faults`, cases of a shell script that
/// take precedence over the correct ones.
fn engine(settings: &str, faults: &str) -> String {
    let script = format!(
        r#"while read -r line; do case "$line" in
            {faults}
            ugi) echo "id name bad"; echo ugiok;;
            isready) echo readyok;;
            "query gameover") echo "response false";;
            quit) exit 0;;
        esac; done"#
    );
    let script = script.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    format!("ugi:{settings} sh -c {}", shell_words::quote(&script))
}

static CLOCK: LazyLock<SystemClock> = LazyLock::new(SystemClock::new);

fn move_context<'a>(rng: &'a mut GameRng, stop: &'a StopSignal) -> MoveContext<'a> {
    MoveContext::new(rng, stop, &*CLOCK)
}

/// Asks a computer for a move. Returns the move, or why the computer forfeits.
fn choose(
    computer: &mut ComputerPlayer,
    referee: &mut Referee<AnyGame>,
    context: &mut MoveContext<'_>,
) -> Result<AnyMove, String> {
    let mv = computer.choose(referee, context, &mut |_, _| {});
    mv.ok_or_else(|| match referee.ending() {
        Some(Ending { reason: Reason::Forfeited(problem), .. }) => problem,
        other => panic!("{other:?}"),
    })
}

/// Asks a computer for the first move of a game. Returns the move, or why the computer forfeits.
fn first_move(computer: &mut ComputerPlayer, context: &mut MoveContext<'_>) -> Result<AnyMove, String> {
    choose(computer, &mut Referee::new(&classic()), context)
}

/// Asks an engine for the first move of a game. Returns why it forfeits, and how long that took.
fn forfeit_reason(name: &str) -> (String, Duration) {
    let begin = Stopwatch::start(&*CLOCK);
    let mut bot = seats::make(&classic(), name).unwrap();
    let (mut rng, stop) = (GameRng::from_seed(1), StopSignal::new());
    let forfeit_reason = first_move(&mut bot, &mut move_context(&mut rng, &stop)).unwrap_err();
    drop(bot);
    (forfeit_reason, begin.elapsed())
}

/// Times that are long enough for the slowest machine, for faults that are not timeouts.
const PATIENT_SETTINGS: &str = "movetime=50 margin=30 patience=30";

#[track_caller]
fn assert_loses_within(settings: &str, faults: &str, wanted: &str) {
    let (forfeit_reason, time) = forfeit_reason(&engine(settings, faults));
    assert_eq!(forfeit_reason, wanted, "{faults}");
    assert!(time < LESS_THAN_ENGINES_TAKE, "{time:?}");
}

#[track_caller]
fn assert_loses(faults: &str, wanted: &str) {
    assert_loses_within(PATIENT_SETTINGS, faults, wanted);
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_crashing_engine_loses() {
    let deaths = [
        ("go*) exit 3;;", "it exited unexpectedly (exit code 3)"),
        ("go*) kill -9 $$;;", "it exited unexpectedly (signal 9)"),
        ("position*) exit 0;;", "it exited unexpectedly (exit code 0)"),
        ("ugi) exit 1;;", "it exited unexpectedly (exit code 1)"),
        ("go*) exec >&-; sleep 100;;", "it closed its output"),
    ];
    thread::scope(|scope| {
        for (death, wanted) in deaths {
            scope.spawn(move || assert_loses(death, wanted));
        }
    });
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn a_hanging_engine_loses() {
    let during_its_move = [
        "go*) sleep 100;;",
        "go*) trap '' TERM INT HUP; while :; do sleep 100; done;;",
        "go*) yes x | tr -d '\\n';;",
        "go*) while sleep 0.01; do echo info; done;;",
    ];
    let before_its_move =
        [("ugi) sleep 100;;", "ugi"), ("isready) exec <&-; sleep 100;;", "isready"), ("query*) ;;", "query")];
    thread::scope(|scope| {
        for faults in during_its_move {
            scope.spawn(move || {
                let wanted = "no answer to \"go\" within 0.35 s";
                assert_loses_within("movetime=50 margin=0.3", faults, wanted);
            });
        }
        for (faults, command) in before_its_move {
            let wanted = format!("no answer to \"{command}\" within 0.5 s");
            scope.spawn(move || assert_loses_within("patience=0.5", faults, &wanted));
        }
    });
}

#[test]
fn an_engine_that_cheats_or_floods_loses() {
    for (faults, wanted) in [
        (
            "go*) echo bestmove a1a5;;",
            "illegal move \"a1a5\": A duck moves forward: to the next row towards the far side",
        ),
        ("go*) echo bestmove e1d1;;", "illegal move \"e1d1\": That is not your piece"),
        ("go*) echo bestmove;;", "illegal move \"\": character 1: the text is empty"),
        ("go*) echo bestmove 0000;;", "illegal move \"0000\": character 1: expected a move such as a1b2"),
        (
            "go*) printf 'bestmove \\033[2Jx\\n';;",
            "illegal move \"\\u{1b}[2Jx\": character 1: expected a move such as a1b2",
        ),
        (
            "go*) printf 'bestmove \\377\\n';;",
            "illegal move \"\u{fffd}\": character 1: expected a move such as a1b2",
        ),
        (
            "*gameover) echo response true;;",
            "it says that the game is over, but the rules say that it is not",
        ),
        ("go*) yes info;;", "more than 100000 lines without an answer"),
        // This one also floods while nobody reads, which only fills its pipe.
        ("isready) yes & ;;", "more than 100000 lines without an answer"),
    ] {
        assert_loses(faults, wanted);
    }
    let (reason, _) = forfeit_reason("ugi:/no/such/engine");
    assert_eq!(reason, "it could not be started: No such file or directory");
}

/// Creates a named pipe.
fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Reads a named pipe in the background until its last writer closes it, and sends the text.
fn read_pipe(path: &Path) -> Receiver<String> {
    let (sender, text) = channel();
    let path = path.to_owned();
    thread::spawn(move || sender.send(fs::read_to_string(path).unwrap()));
    text
}

#[test]
fn no_engine_process_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    make_pipe(&pipe);
    for (faults, settings) in
        [("go*) wait;;", "movetime=50 margin=0.3"), ("go*) echo bestmove a1b1;;", PATIENT_SETTINGS)]
    {
        // The engine and the processes it has started keep the pipe open.
        let ended = read_pipe(&pipe);
        let held = shell_words::quote(pipe.to_str().unwrap()).into_owned();
        let faults = format!("ugi) exec 3> {held}; sleep 1000 & echo started >&3; echo ugiok;; {faults}");
        let mut bot = seats::make(&classic(), &engine(settings, &faults)).unwrap();
        let (mut rng, stop) = (GameRng::from_seed(1), StopSignal::new());
        let _ = first_move(&mut bot, &mut move_context(&mut rng, &stop));
        drop(bot);
        assert_eq!(ended.recv_timeout(PATIENCE).as_deref(), Ok("started\n"));
    }
}

/// When cygnet is killed, the kernel kills its engines, regardless of the signals they ignore and the thread
/// that plays them.
#[cfg(target_os = "linux")]
#[test]
fn engines_die_with_a_killed_parent() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    make_pipe(&pipe);
    // Only the engine keeps the pipe open, so it is alive as long as the pipe is open.
    let deaf = "go*) trap '' TERM INT HUP PIPE; exec 3> pipe; echo go >&3; while :; do sleep 5 3>&-; done;;";
    let deaf = engine("movetime=600000", deaf);
    let commands = [
        &["play", "uglyduck", "--p1", &deaf, "--p2", "easy", "--seed", "1"][..],
        &["arena", "uglyduck", "--p1", &deaf, "--p2", "easy", "--games", "8", "--jobs", "2", "--seed", "1"],
    ];
    for arguments in commands {
        let mut command = Command::new(CYGNET);
        command.args(arguments).current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::null());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let mut held = BufReader::new(fs::File::open(&pipe).unwrap());
        let mut line = String::new();
        held.read_line(&mut line).unwrap();
        assert_eq!(line, "go\n");
        child.kill().unwrap();
        child.wait().unwrap();
        let (sender, ended) = channel();
        thread::spawn(move || {
            sender.send(std::io::Read::read_to_string(&mut held, &mut String::new()).is_ok())
        });
        assert_eq!(ended.recv_timeout(PATIENCE), Ok(true), "{arguments:?}");
    }
}

#[test]
fn an_engine_that_cannot_be_started_is_an_error_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text"), "no program").unwrap();
    let starts = [("./missing", "No such file or directory"), ("./text", "Permission denied")];
    for (program, why) in starts {
        let arguments =
            ["play", "uglyduck", "--p1", &format!("ugi:{program}"), "--p2", "easy", "--seed", "1"];
        let output = run_in(folder.path(), &arguments, b"");
        assert_eq!(output.status.code(), Some(2));
        let message = text(&output.stderr);
        assert!(message.contains(&format!("it could not be started: {why}\n")), "{message}");
    }
}

#[test]
fn an_option_that_an_engine_does_not_have_is_an_error_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    for (setting, why) in [
        ("node=100", "it has no option node: did you mean nodes?"),
        ("Hsh=100", "it has no option Hsh: did you mean Hash?"),
        ("Style=bold", "it has no option Style: its options are Hash, Threads, MultiPV, Seed, Bot"),
        ("Hash=0", "its option Hash is a number from 1 to 16384, not 0"),
        ("hash=all", "its option hash is a number from 1 to 16384, not all"),
    ] {
        let seat = format!("ugi:{setting} {CYGNET} ugi uglyduck");
        let output = run_in(folder.path(), &["play", "uglyduck", "--p1", &seat, "--p2", "easy"], b"");
        let message = text(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(why), "{message}");
    }
    // An engine that lists no options is given all.
    let mut bot = seats::make(&classic(), &engine("Any=1", "go*) echo bestmove a1b1;;")).unwrap();
    let (mut rng, stop) = (GameRng::from_seed(1), StopSignal::new());
    first_move(&mut bot, &mut move_context(&mut rng, &stop)).unwrap();
}

#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn an_interrupt_does_not_wait_for_an_engine() {
    let mut bot = seats::make(&classic(), &engine("movetime=60000", "go*) sleep 100;;")).unwrap();
    let (mut rng, stop) = (GameRng::from_seed(1), StopSignal::new());
    stop.raise();
    let begin = Stopwatch::start(&*CLOCK);
    assert!(first_move(&mut bot, &mut move_context(&mut rng, &stop)).is_err());
    assert!(begin.elapsed() < LESS_THAN_ENGINES_TAKE);
}

#[test]
fn an_engine_that_is_stopped_plays_its_best_move() {
    let (mut rng, stop) = (GameRng::from_seed(1), StopSignal::new());
    let begin = Stopwatch::start(&*CLOCK);
    // A pipe gets a copy of the engine's output.
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    make_pipe(&pipe);
    let script = format!("{CYGNET} ugi uglyduck | tee {}", shell_words::quote(pipe.to_str().unwrap()));
    let raiser = stop.clone();
    thread::spawn(move || {
        let mut lines = BufReader::new(fs::File::open(pipe).unwrap()).lines().map(Result::unwrap);
        assert!(lines.any(|line| line.starts_with("info depth ")));
        raiser.raise();
        lines.for_each(drop);
    });
    let name = format!("ugi:movetime=60000 sh -c {}", shell_words::quote(&script));
    let mut bot = seats::make(&classic(), &name).unwrap();
    first_move(&mut bot, &mut move_context(&mut rng, &stop)).unwrap();
    assert!(begin.elapsed() < LESS_THAN_ENGINES_TAKE);
}

/// Plays the game of `referee` to its end, without forfeits.
fn play(
    referee: &mut Referee<AnyGame>,
    bots: &mut [Option<ComputerPlayer>; 2],
    budget: SearchBudget,
) -> Outcome {
    let mut rngs = [GameRng::from_seed(1), GameRng::from_seed(2)];
    let stop = StopSignal::new();
    loop {
        if let Some(outcome) = referee.position().outcome() {
            return outcome;
        }
        let player = referee.to_move().index();
        let mut context = MoveContext { budget, ..move_context(&mut rngs[player], &stop) };
        let mv = choose(bots[player].as_mut().unwrap(), referee, &mut context).unwrap();
        assert!(context.nodes.is_some() || budget.nodes.is_none());
        referee.play(mv).unwrap();
    }
}

fn pair(first: &str, second: &str) -> [Option<ComputerPlayer>; 2] {
    [first, second].map(|name| Some(seats::make(&classic(), name).unwrap()))
}

#[test]
fn an_engine_plays_consecutive_games_from_any_position() {
    let mut bots = pair(&format!("ugi:depth=2 {CYGNET} ugi uglyduck"), "random");
    for text in ["DDDDD/5/5/5/ddddd 1", "3s1/DD1D1/1dD2/3dd/3S1 1", "DDs2/5/1Dd2/d1S2/4d 2"] {
        let mut referee = Referee::from_position(&classic(), classic().read_position(text).unwrap());
        let outcome = play(&mut referee, &mut bots, SearchBudget::default());
        seats::settle_disputes(&mut referee, bots.each_mut().map(Option::as_mut), &StopSignal::new());
        assert_eq!(referee.ending(), Some(Ending::by_rules(outcome)));
    }
}

/// Plays `expert` against itself as an external engine, with the same number of positions per move and both
/// sides of random openings.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn the_expert_is_as_strong_over_ugi() {
    let budget = SearchBudget::default().with_nodes(300);
    let external = format!("ugi:Hash=1 {CYGNET} ugi uglyduck");
    let mut scores = Vec::new();
    for number in 0..samples(15) {
        let mut rng = GameRng::with_stream(5, number as u64);
        let mut opening = Referee::new(&classic());
        while opening.history().plies() < 6 && opening.ending().is_none() {
            let mv = opening.position().random_move(&mut rng).unwrap();
            opening.play(mv).unwrap();
        }
        for [first, second] in [["expert", &external], [&external, "expert"]] {
            let outcome = play(&mut opening.clone(), &mut pair(first, second), budget);
            let internal = if first == "expert" { Player::One } else { Player::Two };
            scores.push(match outcome.winner() {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == internal)),
            });
        }
    }
    let games = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / games;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (games - 1.0);
    let interval = 1.96 * (variance / games).sqrt();
    println!("{games} games, score {mean:.3} ± {interval:.3}");
    assert!((mean - 0.5).abs() <= interval, "{mean} ± {interval}");
}
