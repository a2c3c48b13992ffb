//! `cygnet man`: manual pages, generated from the declaration of the command line.

mod roff;

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::{Arg, ArgAction, Command};

use crate::console::stdio;
use crate::model::text::{escape as text_escape, escape_path};
use crate::store::{Disk, FileError};

use roff::{Page, bold, escape, italic, joined};

use super::groups::GROUPS;
use super::{Cli, Failure, help, print, usage};

/// The date of the pages: that of the release, so that every build writes the same bytes.
const RELEASED: &str = "2026-11-23";

/// The beginnings of the paragraphs of the help that have their own sections here.
const PARAGRAPHS_WITH_SECTIONS: [&str; 2] = ["Configuration:", "Exit codes:"];

const EXIT_STATUS: [(&str, &str); 5] = [
    ("0", "Success."),
    (
        "1",
        "The data was wrong: a position, a record, or a line refused under --strict; or a file or stream could not be \
         read or written.",
    ),
    ("2", "The command line was wrong."),
    ("130", "Interrupted: 128 plus the number of the signal."),
    ("141", "The reader of the output closed the pipe. No message is printed."),
];

const ENVIRONMENT: [(&str, &str); 5] = [
    ("NO_COLOR", "If set and not empty, no colours are used."),
    (
        "CLICOLOR_FORCE, CLICOLOR",
        "If NO_COLOR is not set: colours are used if CLICOLOR_FORCE is set and not 0, and are not used if CLICOLOR is 0. \
         The option --color takes precedence over all three.",
    ),
    ("TERM", "With the value dumb, nothing is redrawn or coloured."),
    ("TZ", "The time zone of the dates in records."),
    (
        "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME",
        "The directories to use instead of ~/.config, ~/.local/state and ~/.local/share.",
    ),
];

const FILES: [(&str, &str); 3] = [
    ("~/.config/cygnet/config.toml", "The settings. cygnet-config(1) lists them."),
    (
        "~/.local/state/cygnet/",
        "The games that are not finished, the finished games, the practice deck, and the lessons and puzzles done.",
    ),
    ("~/.local/share/cygnet/tables/", "The tables of exact results that cygnet-table(1) builds."),
];

/// Prints the manual page of the program, or of one of its commands or their subcommands.
pub(super) fn print_page(names: &[String]) -> Result<(), Failure> {
    let program = program();
    let (mut command, mut above) = (&program, Vec::new());
    for name in names {
        above.push(command);
        let unknown = || match help::visible(command).next() {
            Some(_) => usage::unknown_command(command, name),
            None => Failure::usage(
                format!("unexpected argument '{}' found", text_escape(name.as_bytes())),
                format!("{} has no subcommands", command.get_name()),
            ),
        };
        let below = command.find_subcommand(name).filter(|below| !below.is_hide_set());
        command = below.ok_or_else(unknown)?;
    }
    print(render(command, &above))
}

/// Writes the manual pages of the program and all its commands into a directory, which it creates if there is
/// none. Overwrites existing pages, and prints their names.
pub(super) fn write_pages(folder: &Path) -> Result<(), Failure> {
    if fs::metadata(folder).is_ok_and(|found| !found.is_dir()) {
        let not_a_directory = Failure::data(format!("{}: not a directory", escape_path(folder)));
        return Err(not_a_directory.hint("choose a directory, or a name that does not exist"));
    }
    Disk::default().create_dir_all(folder).map_err(FileError::io(folder))?;
    let program = program();
    let mut out = stdio::stdout();
    for (command, parents) in with_subcommands(&program, &[]) {
        let path = folder.join(format!("{}.1", page_name(command)));
        Disk::default().overwrite(&path, &render(command, &parents))?;
        writeln!(out, "{}", escape_path(&path))?;
    }
    Ok(out.flush()?)
}

/// Returns the command line with the full names of its commands.
fn program() -> Command {
    let mut program = Cli::declaration().disable_help_subcommand(true);
    program.build();
    program
}

/// Returns a command and all its visible subcommands, each with the commands above it.
fn with_subcommands<'a>(command: &'a Command, above: &[&'a Command]) -> Vec<(&'a Command, Vec<&'a Command>)> {
    let path = [above, &[command]].concat();
    let below = help::visible(command).flat_map(|below| with_subcommands(below, &path));
    std::iter::once((command, above.to_vec())).chain(below.collect::<Vec<_>>()).collect()
}

/// Returns the name of the page of a command: `cygnet-play`.
fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// Returns how a page refers to the page of a command.
fn reference(name: &str) -> String {
    format!("{}(1)", bold(name))
}

/// Renders the page of a command. `above` are the commands above it, the program first.
fn render(command: &Command, above: &[&Command]) -> String {
    let name = page_name(command);
    let mut page = Page::new(name, RELEASED, &format!("cygnet {}", env!("CARGO_PKG_VERSION")));
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    page.section("NAME");
    page.text(&format!("{name} - {about}"));
    page.section("SYNOPSIS");
    write_synopsis(command, &mut page);
    page.section("DESCRIPTION");
    page.text(&format!("{about}."));
    let paragraphs = paragraphs(command);
    for paragraph in paragraphs.iter().filter(|paragraph| !is_example(paragraph)) {
        write_paragraph(paragraph, &mut page);
    }
    write_commands(command, above, &mut page);
    page.section("OPTIONS");
    let shown = command.get_positionals().chain(options(command));
    shown.filter(|argument| !argument.is_hide_set()).for_each(|argument| {
        page.item(&term(argument), &explanation(argument));
    });
    page.section("EXAMPLES");
    write_examples(command, above, &paragraphs, &mut page);
    write_table("EXIT STATUS", &EXIT_STATUS, &mut page);
    write_table("ENVIRONMENT", &ENVIRONMENT, &mut page);
    write_table("FILES", &FILES, &mut page);
    page.section("SEE ALSO");
    page.words(related(command, above).into_iter());
    page.0
}

fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|argument| !argument.is_hide_set() && !argument.is_positional())
}

fn write_synopsis(command: &Command, page: &mut Page) {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let arguments = options(command).chain(command.get_positionals());
    let arguments = arguments.map(|argument| match (term(argument), argument.get_action()) {
        (term, _) if argument.is_required_set() || argument.is_positional() => term,
        (term, ArgAction::Append) if !takes_several(argument) => format!("[{term}]..."),
        (term, _) => format!("[{term}]"),
    });
    page.words(std::iter::once(bold(name)).chain(arguments));
    if help::visible(command).next().is_some() {
        page.paragraph();
        page.words([bold(name), italic("COMMAND"), "...".to_owned()].into_iter());
    }
}

/// Returns whether one use of an argument takes several values.
fn takes_several(argument: &Arg) -> bool {
    argument.get_num_args().is_some_and(|count| count.max_values() > 1)
}

/// Returns an argument with its values, written as in the help: `--seed <N>`, `--tables[=<DIR>]`, `[MOVE]...`.
fn term(argument: &Arg) -> String {
    let (open, close) = match argument.is_positional() && !argument.is_required_set() {
        true => ("[", "]"),
        false => ("<", ">"),
    };
    let value = |name: &str| format!("{open}{}{close}", italic(name));
    let names: Vec<String> = match argument.get_value_names() {
        Some(names) => names.iter().map(|name| value(name)).collect(),
        None => vec![value(&argument.get_id().as_str().to_uppercase())],
    };
    let repeats = argument.get_num_args().is_some_and(|count| count.max_values() > names.len());
    let values = joined(&names) + if repeats { "..." } else { "" };
    let long = argument.get_long().map(|long| bold(&format!("--{long}")));
    let short = argument.get_short().map(|short| bold(&format!("-{short}")));
    let option = [short, long].into_iter().flatten().collect::<Vec<_>>().join(",\\ ");
    match (argument.is_positional(), argument.get_action().takes_values()) {
        (true, _) => values,
        (false, false) => option,
        (false, true) if argument.is_require_equals_set() => format!("{option}[={values}]"),
        (false, true) => joined(&[option, values]),
    }
}

/// Returns the help of an argument, with its default and its possible values.
fn explanation(argument: &Arg) -> String {
    let mut text = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if argument.get_action().takes_values() && !argument.is_hide_default_value_set() && !defaults.is_empty() {
        text += &format!(" [default: {}]", defaults.join(" "));
    }
    let values = argument.get_possible_values();
    let values: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    if argument.get_action().takes_values() && !values.is_empty() {
        text += &format!(" [possible values: {}]", values.join(", "));
    }
    text
}

/// Returns the paragraphs below the options in the help.
fn paragraphs(command: &Command) -> Vec<String> {
    let after = command.get_after_long_help().or(command.get_after_help());
    let text = after.map(ToString::to_string).unwrap_or_default();
    let has_section =
        |paragraph: &&str| PARAGRAPHS_WITH_SECTIONS.iter().any(|title| paragraph.starts_with(title));
    let paragraphs =
        text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty() && !has_section(paragraph));
    paragraphs.map(str::to_owned).collect()
}

fn is_example(paragraph: &str) -> bool {
    paragraph.starts_with("Example")
}

/// Writes a paragraph. Its indented lines, such as a list of commands, are items.
fn write_paragraph(paragraph: &str, page: &mut Page) {
    let lines: Vec<&str> = paragraph.trim_end().lines().collect();
    for part in lines.chunk_by(|one, other| one.starts_with(' ') == other.starts_with(' ')) {
        if !part[0].starts_with(' ') {
            page.paragraph();
            page.text(&part.join(" "));
            continue;
        }
        for line in part {
            let (term, text) = line.trim_start().split_once("  ").unwrap_or((line, ""));
            page.item(&bold(term), text);
        }
    }
}

/// Writes the subcommands of a command, those of the program in groups.
fn write_commands(command: &Command, above: &[&Command], page: &mut Page) {
    let mut below = help::visible(command).peekable();
    if below.peek().is_none() {
        return;
    }
    page.section("COMMANDS");
    let item = |below: &Command, page: &mut Page| {
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        page.item(&reference(page_name(below)), &about);
    };
    if !above.is_empty() {
        return below.for_each(|below| item(below, page));
    }
    for (title, names) in GROUPS {
        page.subsection(title);
        let found = names.iter().filter_map(|name| command.find_subcommand(name));
        found.for_each(|below| item(below, page));
    }
}

/// Writes the examples of a command. A subcommand also has those of its parent that run it.
fn write_examples(command: &Command, above: &[&Command], own: &[String], page: &mut Page) {
    let name = command.get_bin_name().unwrap_or(command.get_name());
    let examples = |paragraphs: &[String]| -> Vec<String> {
        let examples = paragraphs.iter().filter(|paragraph| is_example(paragraph));
        examples.flat_map(|paragraph| paragraph.lines().skip(1)).map(|line| line.trim().to_owned()).collect()
    };
    let mut lines = examples(own);
    if let Some(parent) = above.last().filter(|_| lines.is_empty()) {
        lines = examples(&paragraphs(parent));
        lines.retain(|line| line.contains(name));
    }
    page.block(&lines.iter().map(String::as_str).collect::<Vec<_>>());
}

fn write_table(title: &str, rows: &[(&str, &str)], page: &mut Page) {
    page.section(title);
    rows.iter().for_each(|(term, text)| page.item(&escape(term), text));
}

/// Returns references to the pages of the program, of the parent, and of the commands next to this one.
fn related(command: &Command, above: &[&Command]) -> Vec<String> {
    let next: Vec<&str> = match above {
        [] => help::visible(command).map(page_name).collect(),
        [program] => {
            let group = GROUPS.iter().find(|(_, names)| names.contains(&command.get_name()));
            let names = group.map(|(_, names)| *names).unwrap_or_default();
            names.iter().filter_map(|name| program.find_subcommand(name)).map(page_name).collect()
        }
        [.., parent] => help::visible(parent).map(page_name).collect(),
    };
    let names = above.iter().map(|above| page_name(above)).chain(next);
    let mut references: Vec<String> =
        names.filter(|name| *name != page_name(command)).map(reference).collect();
    if let Some((_, rest)) = references.split_last_mut() {
        rest.iter_mut().for_each(|reference| reference.push(','));
    }
    references
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTIONS: [&str; 9] = [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "OPTIONS",
        "EXAMPLES",
        "EXIT STATUS",
        "ENVIRONMENT",
        "FILES",
        "SEE ALSO",
    ];

    fn pages() -> Vec<(String, String)> {
        let program = program();
        let all = with_subcommands(&program, &[]);
        all.iter().map(|(command, above)| (page_name(command).to_owned(), render(command, above))).collect()
    }

    #[test]
    fn every_page_has_all_sections_and_only_lines_that_formatters_accept() {
        for (name, page) in pages() {
            let places = SECTIONS.map(|title| {
                let (before, section) = page.split_once(&format!(".SH {title}\n")).expect(&name);
                let section = section.split(".SH ").next().unwrap_or_default();
                let has_text = section.lines().any(|line| !line.starts_with('.'));
                assert!(has_text, "{name}: {title} is empty");
                before.len()
            });
            assert!(places.is_sorted(), "{name}: {places:?}");
            let mut is_filled = true;
            for line in page.lines() {
                match line {
                    ".nf" => is_filled = false,
                    ".fi" => is_filled = true,
                    _ => {}
                }
                let is_fine = !line.is_empty() && line.trim_end() == line && (line.len() <= 80 || !is_filled);
                // An installed program may not have the pages of the documentation.
                let is_fine = is_fine && !line.contains("docs/") && !line.contains(".md");
                assert!(is_fine, "{name}: {line:?}");
            }
        }
    }

    #[test]
    fn the_synopsis_has_values() {
        let pages = pages();
        let page = |name: &str| &pages.iter().find(|(known, _)| known == name).expect(name).1;
        let synopsis = |name: &str| {
            let (_, rest) = page(name).split_once(".SH SYNOPSIS\n").unwrap();
            rest.split("\n.SH").next().unwrap().replace('\n', " ")
        };
        for part in [
            "\\fBcygnet\\ play\\fR",
            "[\\fB\\-\\-p1\\fR\\ <\\fISEAT\\fR>]",
            "[\\fB\\-\\-tables\\fR[=<\\fIDIR\\fR>]]",
            " [\\fIGAME\\fR]",
        ] {
            assert!(synopsis("cygnet-play").contains(part), "{part}: {}", synopsis("cygnet-play"));
        }
        let arena = synopsis("cygnet-arena");
        assert!(arena.contains("[\\fB\\-\\-bot\\fR\\ <\\fIBOT\\fR>]..."), "{arena}");
        assert!(arena.contains("[\\fB\\-\\-sprt\\fR\\ <\\fIELO0\\fR>\\ <\\fIELO1\\fR>] "), "{arena}");
        let make = synopsis("cygnet-puzzle-make");
        assert!(make.contains(" \\fB\\-\\-out\\fR\\ <\\fIFILE\\fR> "), "{make}");
        assert!(synopsis("cygnet-check").ends_with("<\\fIFILE\\fR>..."), "{}", synopsis("cygnet-check"));
        assert!(synopsis("cygnet").contains("\\fBcygnet\\fR \\fICOMMAND\\fR ..."), "{}", synopsis("cygnet"));
    }

    /// Checks that the pages have the date of the newest release.
    #[test]
    fn the_date_is_that_of_the_release() {
        let changes = include_str!("../../CHANGELOG.md").lines();
        let date = changes.filter_map(|line| line.strip_prefix("## [")?.split_once("] - ")).next();
        assert_eq!(date.map(|(_, date)| date), Some(RELEASED));
    }
}
