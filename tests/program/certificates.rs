//! Tests of `cygnet certify`, `cygnet check` on certificates, and the verifiers in Python.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cygnet::model::GameRng;

use crate::cli::run;
use crate::common::{is_sampled, samples};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Makes a certificate and returns its file.
fn certify(folder: &Path, game: &str, more: &[&str]) -> PathBuf {
    let path = folder.join("new.proof");
    let made =
        run(&[&["certify", game, "--memory", "16", "--out", path.to_str().unwrap()], more].concat(), b"");
    assert!(made.status.success(), "{game}: {}", text(&made.stderr));
    path
}

/// Returns what `cygnet check` says about a file, and whether it accepts it.
fn check(path: &Path) -> (bool, String) {
    let checked = run(&["check", path.to_str().unwrap()], b"");
    (checked.status.success(), text(&checked.stdout))
}

/// Runs a verifier in Python. Returns `None` if there is no Python.
fn python(script: &str, path: &Path) -> Option<(bool, String)> {
    let script = Path::new(ROOT).join("dev/tools").join(script);
    let ran = Command::new("python3").arg("-B").arg(script).arg(path).output().ok()?;
    Some((ran.status.success(), text(&ran.stdout) + &text(&ran.stderr)))
}

/// A position of Qawale with four turns left, which is a draw.
const DRAWN: &str = "d,d,t,l/t,l,-,-/d,-,l,-/l,-,-,t d 4";

#[test]
fn both_verifiers_say_the_same_about_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&str, &[&str], &str, &str); 5] = [
        ("uglyduck-xl:3x3", &[], "verify_certificate.py", "DDD/3/ddd 1: player 2 wins, proven with "),
        ("uglyduck-xl:4x3", &["--choose", "first"], "verify_certificate.py", "player 1 wins"),
        ("uglyduck", &["--position", "5/S4/2d2/5/d2D1 2"], "verify_certificate.py", "2: player 1 wins"),
        ("qawale", &["--position", DRAWN, "--holds", "1"], "verify_qawale.py", "player 1 does not lose"),
        ("qawale", &["--position", DRAWN, "--holds", "2"], "verify_qawale.py", "player 2 does not lose"),
    ];
    let cases = cases.into_iter().enumerate().filter(|(number, _)| is_sampled(*number, 3));
    for (_, (game, more, script, wanted)) in cases {
        let path = certify(folder.path(), game, more);
        let (is_valid, said) = check(&path);
        assert!(is_valid && said.contains(wanted), "{game}: {said}");
        if let Some((is_valid, python_said)) = python(script, &path) {
            assert!(is_valid, "{game}: {python_said}");
            assert_eq!(python_said, said);
        }
        fs::remove_file(path).unwrap();
    }
}

/// Texts that a careless reader of numbers, names and positions may accept.
const NASTY: [&[u8]; 26] = [
    b"",
    b" ",
    b"  ",
    b"\t",
    b"\n",
    b"\r\n",
    b"+",
    b"-",
    b"0",
    b"1",
    b"2",
    b"3",
    b"9",
    b"d",
    b"l",
    b"D",
    b"S",
    b"s",
    b"t",
    b"/",
    b",",
    b".",
    b":",
    b"_",
    b"\xff",
    "\u{661}".as_bytes(),
];

/// Changes of headers that were accepted once by one of the verifiers, or made it crash.
const CHANGES: [(&str, &str); 26] = [
    ("moves ", "moves +"),
    ("moves ", "moves 0"),
    ("moves ", "moves  "),
    ("moves ", "moves 1_"),
    ("moves ", "moves 99999999999999999999"),
    (" 1\n", " 1 \n"),
    (" 1\n", "  1\n"),
    (" 1\n", " d\n"),
    (" 1\n", "\n"),
    ("/3/", "/111/"),
    ("/3/", "/03/"),
    ("/3/", "/.../"),
    ("/3/", "/D2/"),
    ("/3/", "/99999999999/"),
    ("uglyduck-xl:3x3", "uglyduck-xl:03x3"),
    ("uglyduck-xl:3x3", "uglyduck-xl:+3x3"),
    ("uglyduck-xl:3x3", "Uglyduck-xl:3x3"),
    ("uglyduck-xl:3x3", "uglyduck:3x3"),
    ("uglyduck-xl:3x3", "uglyduck-xl:3x"),
    ("claim player", "claim  player"),
    (" d 4", " d 04"),
    (" d 4", " d +4"),
    (" d 4", " 1 4"),
    (" d 4", " d 4 "),
    ("-,-/", "-,--/"),
    ("game qawale", "game qawale:8"),
];

/// Returns the lines in which each verifier accepts one of these files.
fn accepted(script: &str, files: &[PathBuf]) -> Option<[Vec<String>; 2]> {
    let lines = |output: &Output| {
        let said = text(&output.stdout);
        said.lines().filter(|line| line.contains(", proven with ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let script = Path::new(ROOT).join("dev/tools").join(script);
    let python = Command::new("python3").arg("-B").arg(script).args(files).output().ok()?;
    let refused = text(&python.stderr);
    assert_eq!(
        refused.lines().filter(|line| line.contains(": refused: ")).count(),
        refused.lines().count(),
        "{refused}"
    );
    assert_eq!(lines(&python).len() + refused.lines().count(), files.len(), "{refused}");
    let rust = Command::new(env!("CARGO_BIN_EXE_cygnet")).arg("check").args(files).output().unwrap();
    Some([lines(&rust), lines(&python)])
}

/// Changes the bytes of the header and the moves, and writes the checksum that belongs to the changed file.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn both_verifiers_refuse_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut rng = GameRng::from_seed(5);
    for (game, more, script) in [
        ("uglyduck-xl:3x3", &[][..], "verify_certificate.py"),
        ("uglyduck", &["--position", "5/S4/2d2/5/d2D1 2"], "verify_certificate.py"),
        ("qawale", &["--position", DRAWN, "--holds", "1"], "verify_qawale.py"),
    ] {
        let path = certify(folder.path(), game, more);
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(path).unwrap();
        let content = &bytes[..bytes.len() - 4];
        let header = content.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(4).unwrap().0;
        let mut changed: Vec<Vec<u8>> = CHANGES
            .iter()
            .filter_map(|(from, to)| {
                let at = content.windows(from.len()).position(|part| part == from.as_bytes())?;
                Some([&content[..at], to.as_bytes(), &content[at + from.len()..]].concat())
            })
            .collect();
        changed.push(content.to_vec());
        for number in 0..samples(15) {
            let mut bytes = content.to_vec();
            // The header has more to get wrong than the moves. A longer game of Qawale takes long to refuse.
            let end = if number % 4 == 0 { content.len() } else { header + 1 };
            let begin = rng.below(end);
            let nasty = rng.pick(&NASTY).unwrap().to_vec();
            bytes.splice(begin..(begin + rng.below(3)).min(end), nasty);
            let is_longer_game = game == "qawale" && !bytes.windows(5).any(|part| part == b" d 4\n");
            if !is_longer_game {
                changed.push(bytes);
            }
        }
        let files: Vec<PathBuf> =
            (0..changed.len()).map(|number| folder.path().join(number.to_string())).collect();
        for (file, mut bytes) in files.iter().zip(changed) {
            let checksum = crc32fast::hash(&bytes);
            bytes.extend(checksum.to_be_bytes());
            fs::write(file, &bytes).unwrap();
        }
        let Some([rust, python]) = accepted(script, &files) else { return };
        assert_eq!(rust, python);
        assert!(!rust.is_empty());
    }
}

/// Flips a bit at a time, and writes the checksum that belongs to the changed file.
#[test]
#[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
fn both_verifiers_refuse_the_same_changed_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(certify(folder.path(), "uglyduck-xl:3x3", &[])).unwrap();
    let content = &bytes[..bytes.len() - 4];
    let path = folder.path().join("changed.proof");
    let mut rng = GameRng::from_seed(4);
    for _ in 0..samples(5) {
        let mut changed = content.to_vec();
        let bit = rng.below(8 * content.len());
        changed[bit / 8] ^= 1 << (bit % 8);
        let checksum = crc32fast::hash(&changed);
        changed.extend(checksum.to_be_bytes());
        fs::write(&path, &changed).unwrap();
        let (is_valid, said) = check(&path);
        assert!(!is_valid || said.contains("uglyduck-xl:3x3 DDD/3/ddd 1: player 2 wins"), "{bit}: {said}");
        if let Some((python_is_valid, python_said)) = python("verify_certificate.py", &path) {
            assert_eq!(python_is_valid, is_valid, "bit {bit}: {said}{python_said}");
        }
        let damaged = [&changed[..content.len()], &bytes[content.len()..]].concat();
        fs::write(&path, damaged).unwrap();
        assert!(!check(&path).0, "bit {bit} without its checksum");
    }
}

#[test]
fn certify_explains_what_it_cannot_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let out = path.to_str().unwrap();
    let cases: [(&[&str], &str); 6] = [
        (
            &["uglyduck-xl:3x3", "--holds", "1"],
            "error: the claim is wrong: player 2 wins\nhint: leave out --holds to certify that\n",
        ),
        (&["three-dragons"], "error: there are no certificates for this game"),
        (&["qawale", "--position", DRAWN], "hint: add --holds 1 or --holds 2\n"),
        (&["uglyduck-xl:3x3", "--position", "S2/3/ddd 2"], "error: the game is over"),
        (&["uglyduck-xl:3x3", "--position", "nonsense"], "error: position: "),
        (&["chess"], "error: "),
    ];
    for (arguments, wanted) in cases {
        let refused = run(&[&["certify", "--memory", "16", "--out", out], arguments].concat(), b"");
        let said = text(&refused.stderr);
        assert!(!refused.status.success() && said.contains(wanted), "{arguments:?}: {said}");
        assert!(!path.exists());
    }
    let missing = folder.path().join("missing/a.proof");
    let refused = run(&["certify", "uglyduck", "--out", missing.to_str().unwrap()], b"");
    assert!(text(&refused.stderr).contains("No such file or directory"));
    fs::write(&path, "mine").unwrap();
    let refused = run(&["certify", "uglyduck-xl:3x3", "--out", out], b"");
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}
