//! What `go` reports.

use super::*;

#[test]
fn go_respects_limits_and_reports_the_search() {
    let mut client = Client::new("uglyduck");
    for limit in
        ["depth 6", "nodes 5000", "movetime 50", "p1time 1000 p2time 1000 p1inc 10 p2inc 10", "depth 0"]
    {
        client.send(format!("position startpos moves a1b2\ngo {limit}"));
        let lines = client.until("bestmove");
        let (best, infos) = lines.split_last().unwrap();
        for line in infos {
            assert!(line.starts_with("info depth "), "{line}");
            for key in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "time", "hashfull", "pv"] {
                assert!(info(line, key).is_some(), "{line}");
            }
            assert!(["cp", "mate"].contains(&info(line, "score").unwrap()), "{line}");
            let number = |key| info(line, key).unwrap().parse::<u32>().unwrap();
            assert!(number("seldepth") >= number("depth") && number("hashfull") <= 1000, "{line}");
        }
        let last = infos.last().unwrap();
        assert_eq!(*best, format!("bestmove {}", info(last, "pv").unwrap()), "{limit}");
        let nodes: u64 = info(last, "nodes").unwrap().parse().unwrap();
        match limit {
            "depth 6" => assert_eq!(info(last, "depth"), Some("6")),
            "depth 0" => assert_eq!(info(last, "depth"), Some("1")),
            "nodes 5000" => assert!(nodes < 20_000, "{nodes}"),
            _ => {}
        }
    }
}

/// Time limits hold even with far more threads than processors.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn time_limits_hold_with_any_number_of_threads() {
    for game in ["uglyduck", "replica"] {
        let mut client = Client::new(game);
        client.send("setoption name Threads value 256\nisready");
        client.until("readyok");
        let begin = Instant::now();
        client.send("go movetime 300");
        client.best_move();
        let time = begin.elapsed();
        // The margin is for a machine that is busy with other work.
        assert!(time < Duration::from_secs(60), "{game}: {time:?}");
    }
}

#[test]
fn multipv_lines_are_sorted_best_first() {
    let mut client = Client::new("uglyduck");
    client.send("setoption name MultiPV value 3\nposition startpos moves a1b2 e3d3\ngo depth 5");
    let lines = client.until("bestmove");
    let last = &lines[lines.len() - 4..lines.len() - 1];
    let places: Vec<_> = last.iter().map(|line| info(line, "multipv").unwrap()).collect();
    assert_eq!(places, ["1", "2", "3"]);
    let firsts: Vec<_> = last.iter().map(|line| info(line, "pv").unwrap()).collect();
    assert!(firsts[0] != firsts[1] && firsts[0] != firsts[2] && firsts[1] != firsts[2], "{last:?}");
    assert_eq!(lines.last().unwrap(), &format!("bestmove {}", firsts[0]));
    // There are no more lines than legal moves.
    client.send("setoption name MultiPV value 256\nposition fen 5/S4/5/5/4d 1\ngo depth 2");
    let lines = client.until("bestmove");
    assert!((2..20).contains(&lines.len()), "{lines:?}");
}

#[test]
fn proven_results_are_reported_in_plies() {
    let mut client = Client::new("uglyduck");
    // Player 1's swan gets home with its next move.
    client.send("position fen 5/S4/5/5/4d 1\ngo depth 4");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    // Whatever player 2 does, the swan gets home after that.
    client.send("position fen 5/S4/5/5/4d 2\ngo depth 4");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate -2 ")), "{lines:?}");
}
