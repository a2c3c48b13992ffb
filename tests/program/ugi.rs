//! The Universal Game Interface from the side of a client: talks to the program over pipes, line by line.
#![allow(clippy::disallowed_methods, reason = "a client uses its own clock")]

mod search;

use cygnet::games::AnyGame;
use cygnet::model::{Game, GameRng, Position};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{PATIENCE, classic, every_kind};

struct Client {
    engine: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    fn new(game: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cygnet"));
        command.args(["ugi", game]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut engine = command.spawn().unwrap();
        let output = engine.stdout.take().unwrap();
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines();
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = engine.stdin.take();
        Client { engine, input, lines }
    }

    fn send(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_ref()).and_then(|()| input.write_all(b"\n")).unwrap();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine should write a line")
    }

    /// Reads lines up to and including the one that begins with this word.
    fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| line.split(' ').next() != Some(word)) {
            lines.push(self.line());
        }
        lines
    }

    fn ask(&mut self, command: &str) -> String {
        self.send(command);
        self.line()
    }

    /// Reads lines up to `bestmove` and returns the move. The line must be exactly `bestmove MOVE`.
    fn best_move(&self) -> String {
        let lines = self.until("bestmove");
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        assert_eq!(words.len(), 2, "{words:?}");
        words[1].to_owned()
    }

    /// Closes the input and waits for the engine to exit. Returns the remaining lines and the exit status.
    fn end(mut self) -> (Vec<String>, ExitStatus) {
        self.input = None;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => return (lines, self.engine.wait().unwrap()),
                Err(RecvTimeoutError::Timeout) => panic!("the engine should end"),
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.engine.kill();
        let _ = self.engine.wait();
    }
}

/// Returns the word after `key` in an `info` line.
fn info<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|word| *word != key);
    words.nth(1)
}

#[test]
fn ugi_introduces_the_engine_and_its_options() {
    let mut client = Client::new("uglyduck-xl:4x6");
    client.send("ugi");
    let lines = client.until("ugiok");
    assert_eq!(lines[0], format!("id name cygnet {} (uglyduck-xl:4x6)", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("id author "));
    let options: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    let names: Vec<&str> = options.iter().map(|option| option.split(' ').next().unwrap()).collect();
    assert_eq!(names, ["Hash", "Threads", "MultiPV", "Seed", "Bot"]);
    assert!(options.iter().all(|option| option.contains(" type ") && option.contains(" default ")));
}

#[test]
fn setoption_chooses_memory_threads_seed_and_bot() {
    let mut client = Client::new("uglyduck");
    client.send("setoption name Hash value 1\nsetoption name Threads value 2\nsetoption name Seed value 5");
    client.send("go depth 6");
    assert!(!client.best_move().is_empty());
    client.send("setoption name Bot value hard\ngo movetime 10");
    assert!(!client.best_move().is_empty());
    let wrong = [
        ("setoption name Hash value none", "info string Hash must be a number from 1 to 16384"),
        ("setoption name Bot value nobody", "info string \"nobody\": unknown bot; the bots are easy, "),
        ("setoption name Bot value levle:3", "info string \"levle:3\": unknown bot; the bots are easy, "),
        (
            "setoption name Colour value red",
            "info string unknown option \"Colour\": the options are Hash, Threads, MultiPV, Seed and Bot",
        ),
        ("setoption Hash 3", "info string usage: setoption name NAME value VALUE"),
    ];
    for (line, answer) in wrong {
        assert!(client.ask(line).starts_with(answer), "{line}");
    }
}

#[test]
fn the_same_seed_gives_the_same_moves() {
    let play = |seed: u32| {
        let mut client = Client::new("replica");
        client.send(format!("setoption name Seed value {seed}\nsetoption name Bot value random"));
        let ask = |client: &mut Client| {
            (0..5)
                .map(|_| {
                    client.send("go depth 1");
                    client.best_move()
                })
                .collect()
        };
        let first: Vec<String> = ask(&mut client);
        client.send("uginewgame\nisready");
        client.until("readyok");
        assert_eq!(ask(&mut client), first, "a new game starts with the same random numbers");
        first
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

#[test]
fn positions_are_set_and_queried() {
    let mut client = Client::new("uglyduck");
    let queries = |client: &mut Client| {
        ["p1turn", "gameover", "result"].map(|what| client.ask(&format!("query {what}")))
    };
    let answers = |words: [&str; 3]| words.map(|word| format!("response {word}"));
    assert_eq!(queries(&mut client), answers(["true", "false", "none"]));
    client.send("position startpos moves a1b2");
    assert_eq!(queries(&mut client), answers(["false", "false", "none"]));
    client.send("position fen 3s1/DD1D1/1dD2/3dd/3S1 2 moves d4c3 c3d2");
    assert!(
        client.line().starts_with("info string position: move 2 \"c3d2\": "),
        "player 1's piece was taken"
    );
    assert_eq!(queries(&mut client), answers(["false", "false", "none"]), "the previous position is kept");
    client.send("position fen S4/5/5/5/4d 2");
    assert_eq!(queries(&mut client), answers(["false", "true", "p1win"]));
    assert_eq!(client.ask("go depth 3"), "info string the game is over: there are no legal moves");
    assert_eq!(client.line(), "bestmove none");
    client.send("position fen 4D/5/5/5/s4 1 moves a5b4 e1d1");
    assert!(client.line().starts_with("info string position: "));
    for (line, answer) in [
        ("position", "info string usage: position startpos|fen TEXT [moves MOVE...]"),
        ("position fen what is this", "info string position: "),
        ("position startpos moves a9a9", "info string position: move 1 \"a9a9\": "),
        ("go", "info string go needs p1time and p2time, movetime, depth, nodes or infinite"),
        ("go ponder", "info string go needs "),
        ("go p1time 1000 p2inc 5", "info string go needs "),
        ("query evaluation", "info string usage: query p1turn|gameover|result"),
    ] {
        assert!(client.ask(line).starts_with(answer), "{line}");
    }
    assert_eq!(client.line(), "response unknown");
    assert_eq!(client.ask("isready"), "readyok");
    client.send("position startpos\ngo ponder mate 3 depth 2");
    client.best_move();
    let mut client = Client::new("qawale");
    client.send("position fen ttttttttd,l,d,l/d,l,d,l/l,d,l,d/l,d,l,d d 0");
    assert_eq!(client.ask("query gameover"), "response true");
    assert_eq!(client.ask("query result"), "response draw");
}

#[test]
fn commands_are_read_during_a_search() {
    let mut client = Client::new("three-dragons");
    client.send("go infinite");
    client.until("info");
    client.send(
        "isready\nquery p1turn\nposition startpos\ngo depth 1\nuginewgame\nsetoption name Hash value 1",
    );
    client.until("readyok");
    client.until("response");
    let refusals: Vec<String> = std::iter::repeat_with(|| client.line())
        .filter(|line| line.starts_with("info string "))
        .take(4)
        .collect();
    assert!(refusals.iter().all(|line| line.contains("a search is running")), "{refusals:?}");
    client.send("stop");
    assert!(!client.best_move().is_empty());
    // A client that has read the best move can continue immediately.
    for _ in 0..50 {
        client.send("position startpos\ngo depth 1");
        assert!(client.until("bestmove").iter().all(|line| !line.starts_with("info string")));
    }
    client.send("stop\nisready");
    assert_eq!(client.line(), "readyok", "there was nothing to stop");
}

/// Checks that the end of the input or `quit` ends a search without a limit, and waits for one with a limit.
#[test]
fn quit_and_end_of_input_still_print_bestmove() {
    for (go, more) in [("go infinite", "quit"), ("go infinite", ""), ("go depth 7", "")] {
        let mut client = Client::new("uglyduck");
        client.send(go);
        client.until("info");
        client.send(more);
        let (lines, status) = client.end();
        assert!(lines.last().unwrap().starts_with("bestmove "), "{go}, {more}: {lines:?}");
        assert_eq!(status.code(), Some(0), "{go}, {more}");
        if go == "go depth 7" {
            assert_eq!(info(&lines[lines.len() - 2], "depth"), Some("7"), "{lines:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_shuts_down_cleanly() {
    use rustix::process::{Pid, Signal, kill_process};

    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut client = Client::new("uglyduck-xl:8x8");
        client.send("go infinite");
        client.until("info");
        kill_process(Pid::from_child(&client.engine), signal).unwrap();
        let input = client.input.take();
        let (lines, status) = client.end();
        drop(input);
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
        assert_eq!(status.code(), Some(code));
    }
}

#[test]
fn invalid_input_never_ends_the_session() {
    let mut client = Client::new("replica:8,house");
    let mut rng = GameRng::from_seed(4);
    let words =
        ["go", "position", "startpos", "fen", "moves", "a1b2", "depth", "1", "-3", "99999999999999999999"];
    for _ in 0..2_000 {
        let line: Vec<u8> = match rng.below(3) {
            0 => (0..rng.below(40)).map(|_| rng.next_u64() as u8).filter(|byte| *byte != b'\n').collect(),
            _ => (0..rng.below(7))
                .map(|_| words[rng.below(words.len())])
                .collect::<Vec<_>>()
                .join(" ")
                .into_bytes(),
        };
        client.send(&line);
    }
    client.send(vec![b'x'; 3 << 20]);
    client.send("stop\nisready");
    let lines = client.until("readyok");
    assert!(lines.iter().any(|line| line == "info string the line is too long"));
    assert!(lines.iter().all(|line| !line.chars().any(char::is_control)));
    client.send("quit");
    assert_eq!(client.end().1.code(), Some(0));
}

/// Lets the engine play against itself and checks that every move is legal.
fn play(game: &AnyGame, turns: usize) {
    let mut client = Client::new(&game.name());
    let mut position = game.start();
    let mut moves = String::new();
    for _ in 0..turns {
        let is_over = position.outcome().is_some();
        assert_eq!(client.ask("query gameover"), format!("response {is_over}"));
        if is_over {
            break;
        }
        client.send("go nodes 300");
        let mv = client.best_move();
        position = crate::common::play(game, &position, &mv).unwrap();
        moves = format!("{moves} {mv}");
        client.send(format!("position startpos moves{moves}"));
    }
    client.send(format!("position fen {}", position));
    let is_first = position.to_move().index() == 0;
    assert_eq!(client.ask("query p1turn"), format!("response {is_first}"));
}

#[test]
fn every_game_can_be_played() {
    for game in every_kind() {
        play(&game, 12);
    }
    play(&classic(), 200);
}

#[test]
fn an_infinite_search_stops_at_the_end_of_the_game() {
    // Four plies to go, and the position is proven to be a draw: there is nothing to find beyond depth 4.
    let mut client = Client::new("qawale");
    client.send(
        "position startpos moves a4a3a2a1 d4c4b4a4 c4b4a4 a4a3a2a1 a1b1b2b3a3a4 b2b3a3 b3a3a2a1 b1a1a2 \
         a1a2b2c2 a2a1b1b2c2c1b1 c1b1a1 d1c1b1a1\ngo infinite",
    );
    let lines = client.until("bestmove");
    let deepest = lines.iter().filter_map(|line| info(line, "depth")?.parse::<u32>().ok()).max();
    assert_eq!(deepest, Some(4), "{lines:?}");
}
