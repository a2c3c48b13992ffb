//! Golden files: each case is a TOML file with a command and its complete output.

use std::fs;
use std::path::{Path, PathBuf};

use cygnet::games::FAMILIES;
use libtest_mimic::{Completion, Failed, Trial};
use serde::Serialize;
use serde::de::DeserializeOwned;
use similar::TextDiff;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Returns a test for each case in `tests/KIND`, and one for each game without a case. `run` returns the case
/// with its actual output.
pub fn trials<Case>(kind: &str, run: fn(&Case) -> Result<Case, Failed>) -> Vec<Trial>
where
    Case: Serialize + DeserializeOwned + PartialEq + 'static,
{
    let tests = Path::new(ROOT).join("tests");
    let files = files(&tests.join(kind)).into_iter();
    let cases: Vec<_> = files.map(|file| (name(file.strip_prefix(&tests).unwrap()), file)).collect();
    let has_case = |id: &str| cases.iter().any(|(name, _)| name.split("::").nth(1) == Some(id));
    let without = FAMILIES.iter().filter(|family| !has_case(family.id));
    let mut trials: Vec<Trial> = without.map(|family| trial_without_case(kind, family.id)).collect();
    let cases = cases.into_iter();
    trials.extend(cases.map(|(name, file)| Trial::test(name.clone(), move || compare(&name, &file, run))));
    trials
}

/// Returns the TOML files in a directory and its subdirectories, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.extend(folders.iter().flat_map(|folder| self::files(folder)));
    files.sort();
    files
}

/// Returns the name of a test, such as `transcripts::qawale::won` for `transcripts/qawale/won.toml`.
fn name(file: &Path) -> String {
    file.with_extension("").iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("::")
}

/// Returns a test that fails if the game follows an original, that is, has a page in `tests/fidelity`. For
/// other games it is ignored.
fn trial_without_case(kind: &str, id: &str) -> Trial {
    let problem = format!("{id} has no case in tests/{kind}");
    let follows_an_original = Path::new(ROOT).join("tests/fidelity").join(id).with_extension("md").exists();
    Trial::ignorable_test(format!("{kind}::{id}"), move || match follows_an_original {
        true => Err(problem.into()),
        false => Ok(Completion::ignored_with(problem)),
    })
}

/// Runs the case in a file and compares its output.
fn compare<Case>(name: &str, file: &Path, run: fn(&Case) -> Result<Case, Failed>) -> Result<(), Failed>
where
    Case: Serialize + DeserializeOwned + PartialEq,
{
    let wanted: Case = toml::from_str(&fs::read_to_string(file)?)?;
    let found = run(&wanted)?;
    if found == wanted {
        return Ok(());
    }
    check(name, file, &toml::to_string(&wanted)?, &toml::to_string(&found)?)
}

/// Returns whether new output is accepted: `GOLDEN=accept`.
fn accepts_output() -> Result<bool, Failed> {
    match std::env::var("GOLDEN").as_deref() {
        Err(_) | Ok("") => Ok(false),
        Ok("accept") => Ok(true),
        Ok(other) => Err(format!("GOLDEN={other} has no meaning; GOLDEN=accept accepts new output").into()),
    }
}

/// Compares the text of a file with the actual text. If they differ, fails with a diff or, with
/// `GOLDEN=accept`, writes the file.
pub fn check(name: &str, file: &Path, wanted: &str, found: &str) -> Result<(), Failed> {
    if found == wanted {
        return Ok(());
    }
    if accepts_output()? {
        return Ok(fs::write(file, found)?);
    }
    let diff = TextDiff::from_lines(wanted, found);
    let diff = diff.unified_diff().header(&format!("{} (expected)", file.display()), "actual").to_string();
    let accept = format!("GOLDEN=accept cargo test --test cases -- --exact {name}");
    Err(format!("{diff}\nIf the new output is right, accept it with `{accept}` and read `git diff`.").into())
}
