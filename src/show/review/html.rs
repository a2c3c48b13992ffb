//! A review as a self-contained HTML page. Without its script it is a list of boards.

use crate::engine::reasons::TurnLine;
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Game as _, History, Mark, Player};
use crate::screens::{
    picture,
    svg::{self, escape},
};

use super::story::{narrative, remarks};
use super::text::{chances_title, figures, key_turns_title, proof_note, random_note};
use crate::analysis::chance::mark_name;
use crate::analysis::review::{MARKS, Review, ReviewSummary, ReviewedTurn, plain};
use crate::words::{GameWords as _, capitalised};

/// An explanation of accuracy and loss.
const SCALE_NOTE: &str = "Accuracy is 100\u{a0}% for the best turn, 64\u{a0}% for a turn that gives away 10 of 100 chances \
    to win, and 9\u{a0}% for one that gives away 50. Loss is what a turn gave away on average, out of 100. \
    Turns are those that count, not in lost positions.";

/// The buttons, shown by the script, and the status line for screen readers.
const CONTROLS: &str = include_str!("controls.html");
const PAGE_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The size of the graph, in units of its view box.
const GRAPH_WIDTH: f64 = 720.0;
const GRAPH_HEIGHT: f64 = 120.0;

/// Returns the page of a game that has been reviewed. `headline` names the game.
pub fn page(headline: &str, game: &AnyGame, history: &History<AnyPosition>, review: &Review) -> String {
    let summary = review.summary();
    let turns = turns(game, history, review);
    let parts = [
        format!("<h1>{}</h1>\n", escape(headline)),
        overview(review, &summary),
        graph(review),
        format!("<h2>Game</h2>\n{CONTROLS}<ol class=\"turns\">\n{turns}</ol>\n"),
        key_turns(review),
        players(review, &summary),
    ];
    let style = format!("{}{PAGE_STYLE}", svg::STYLE);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>Review: {}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{}</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escape(headline),
        parts.concat(),
    )
}

fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", prose(text.trim_end()))
}

/// Escapes text that may contain moves. A move stays on one line, and is copied with plain spaces.
fn prose(text: &str) -> String {
    let words = text.split(' ').map(|word| match word.contains(['\u{a0}', '-']) {
        true => format!("<span class=\"move\">{}</span>", escape(&plain(word))),
        false => escape(word),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn overview(review: &Review, summary: &ReviewSummary) -> String {
    let incomplete = super::incomplete_note(review);
    let paragraphs =
        incomplete.into_iter().chain(narrative(review, summary)).chain([proof_note(review, summary)]);
    let paragraphs = paragraphs.filter(|text| !text.is_empty()).map(|text| paragraph(&text));
    format!("<section aria-label=\"Summary\">\n{}</section>\n", paragraphs.collect::<String>())
}

/// Returns the heading of a turn.
fn turn_label(review: &Review, number: usize) -> String {
    let Some(turn) = review.turn(number) else {
        return if number == 0 { "Start".to_owned() } else { format!("Turn {number}, not reviewed") };
    };
    format!("Turn {number}, {}: {}", review.name(turn.player), turn.played.joined())
}

fn mark_element(mark: Mark) -> String {
    let class = ["only", "doubtful", "bad", "blunder"]
        [MARKS.iter().rev().position(|known| *known == mark).unwrap_or(0)];
    format!(" <strong class=\"mark {class}\">{mark}</strong>")
}

/// Returns the start and each turn, with the position after it. After a mistake, an arrow shows the best answer, and
/// the position before it the better move.
fn turns(game: &AnyGame, history: &History<AnyPosition>, review: &Review) -> String {
    let mut history = history.clone();
    let plies = history.plies();
    history.undo(plies);
    let draw = |history: &History<AnyPosition>, arrow: Option<&String>| {
        let mut picture = picture(game, &game.view(history), false);
        if let Some(mv) = arrow.and_then(|text| game.read_move(text).ok()) {
            picture.add_arrow(&game.cells(mv));
        }
        svg::draw_with_style(&picture, "")
    };
    let mut text = turn(review, 0, &draw(&history, None), None);
    for number in 1..=plies {
        let mistake = review.turn(number).filter(|turn| turn.is_mistake());
        let better = mistake.and_then(|turn| turn.better.canonical.first());
        let better = better.map(|mv| draw(&history, Some(mv)));
        history.redo(1);
        let after = draw(&history, mistake.and_then(|turn| turn.answer.canonical.first()));
        text += &turn(review, number, &after, better);
    }
    text
}

fn turn(review: &Review, number: usize, after: &str, better: Option<String>) -> String {
    let turn = review.turn(number);
    let mark = turn.and_then(ReviewedTurn::mark).map(mark_element).unwrap_or_default();
    let description = turn.map(|turn| description(review, turn)).unwrap_or_default();
    let better = better.zip(turn).map(|(drawing, turn)| {
        let (moves, why) = (prose(&turn.better.joined()), reasons(turn, TurnLine::Better));
        format!(
            "<details>\n<summary>Better: {moves}</summary>\n\
             <div class=\"board\">{drawing}</div>\n{why}</details>\n"
        )
    });
    let data = if turn.is_some_and(ReviewedTurn::is_mistake) { " data-mistake=\"yes\"" } else { "" };
    format!(
        "<li class=\"turn\" id=\"turn-{number}\"{data}>\n<h3>{}{mark}</h3>\n\
         <div class=\"board\">{after}</div>\n{description}{}</li>\n",
        prose(&turn_label(review, number)),
        better.unwrap_or_default(),
    )
}

/// Returns the reasons that show on a line of a turn, for below the board of that line.
fn reasons(turn: &ReviewedTurn, line: TurnLine) -> String {
    turn.reasons_of(line).map(|reason| paragraph(&reason.text)).collect()
}

/// Describes a turn, below the board after it.
fn description(review: &Review, turn: &ReviewedTurn) -> String {
    let [before, after] = review.values_shown(turn);
    let mark = turn.mark().map(|mark| format!("{}: ", mark_name(mark))).unwrap_or_default();
    let mut text = paragraph(&capitalised(&match before == after {
        true => format!("{mark}{after}."),
        false => format!("{mark}{before} before, now {after}."),
    }));
    text.extend(remarks(review, turn).map(|remark| paragraph(&remark)));
    text + &reasons(turn, TurnLine::Played)
}

/// Draws the winning chance of the only person who played, or else of player 1, with a point for each position that links
/// to its board.
fn graph(review: &Review) -> String {
    let scores = review.scores();
    if scores.len() < 2 {
        return String::new();
    }
    let step = GRAPH_WIDTH / (scores.len() - 1) as f64;
    let height = |score: f64| GRAPH_HEIGHT * (1.0 - score);
    let point = |(index, score): (usize, &f64)| format!("{:.1} {:.1}", step * index as f64, height(*score));
    let line: Vec<String> = scores.iter().enumerate().map(point).collect();
    let start = review.plies + 1 - scores.len();
    let links: String =
        (0..scores.len()).map(|index| graph_link(review, start + index, index, step)).collect();
    let dots: String = (1..)
        .zip(&review.turns)
        .filter(|(_, turn)| turn.is_mistake())
        .map(|(index, turn)| {
            let class = if turn.mark() == Some(Mark::Dubious) { "dot doubtful" } else { "dot blunder" };
            let (x, y) = (step * index as f64, height(scores[index]));
            format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>\n")
        })
        .collect();
    let title = escape(&chances_title(review));
    format!(
        "<figure>\n<svg class=\"graph\" id=\"graph\" viewBox=\"-6 -6 {} {}\" role=\"group\" \
         data-start=\"{start}\" data-step=\"{step:.3}\">\n\
         <title>{title}</title>\n\
         <path class=\"area\" d=\"M0 {GRAPH_HEIGHT}L{}L{GRAPH_WIDTH} {GRAPH_HEIGHT}Z\"/>\n\
         <path class=\"even\" d=\"M0 {half}H{GRAPH_WIDTH}\"/>\n<path class=\"line\" d=\"M{}\"/>\n{dots}\
         <path class=\"cursor\" id=\"cursor\" d=\"M0 -6V{GRAPH_HEIGHT}\" visibility=\"hidden\"/>\n\
         {links}</svg>\n<figcaption>{title}: won at the top, even in the middle, lost at the \
         bottom.</figcaption>\n</figure>\n",
        GRAPH_WIDTH + 12.0,
        GRAPH_HEIGHT + 12.0,
        line.join("L"),
        line.join("L"),
        half = GRAPH_HEIGHT / 2.0,
    )
}

/// Returns a strip of the graph that links to the board after turn `number`.
fn graph_link(review: &Review, number: usize, index: usize, step: f64) -> String {
    let left = step * (index as f64 - 0.5);
    let mark = review.turn(number).and_then(ReviewedTurn::mark);
    let mark = mark.map(|mark| format!(" {mark}")).unwrap_or_default();
    format!(
        "<a href=\"#turn-{number}\" tabindex=\"-1\"><title>{}</title>\
         <rect class=\"place\" x=\"{left:.1}\" y=\"-6\" width=\"{step:.1}\" height=\"{}\"/></a>\n",
        escape(&(turn_label(review, number) + &mark)),
        GRAPH_HEIGHT + 12.0,
    )
}

/// Lists the turns that matter, with links.
fn key_turns(review: &Review) -> String {
    let item = |turn: &&ReviewedTurn| {
        let mark = turn.mark().map(mark_element).unwrap_or_default();
        let label = prose(&turn_label(review, turn.number));
        let [before, after] = review.values_shown(turn);
        let eval = escape(&format!("{before} before, {after} after"));
        format!("<li><a href=\"#turn-{}\">{label}</a>{mark} <span>{eval}</span></li>\n", turn.number)
    };
    let items: String = review.key_turns().iter().map(item).collect();
    if items.is_empty() {
        return String::new();
    }
    let title = escape(&key_turns_title(review));
    format!("<h2>Key turns</h2>\n<p class=\"small\">{title}:</p>\n<ul class=\"matters\">\n{items}</ul>\n")
}

fn players(review: &Review, summary: &ReviewSummary) -> String {
    let heads =
        MARKS.map(|mark| format!("<th scope=\"col\"><abbr title=\"{}\">{mark}</abbr></th>", mark_name(mark)));
    let rows = Player::BOTH.map(|player| {
        let numbers = &summary.players[player.index()];
        let counts = numbers.marks.into_iter().chain([numbers.turns]);
        let counts: String = counts.map(|count| format!("<td>{count}</td>")).collect();
        let [accuracy, loss] = figures(review, player, numbers).map(|figure| format!("<td>{figure}</td>"));
        format!("<tr><th scope=\"row\">{}</th>{counts}{accuracy}{loss}</tr>\n", escape(review.name(player)))
    });
    format!(
        "<h2>Players</h2>\n<table>\n<thead><tr><td></td>{}<th scope=\"col\">Turns</th>\
         <th scope=\"col\">Accuracy</th><th scope=\"col\">Loss</th></tr></thead>\n<tbody>\n{}</tbody>\n</table>\n\
         <p class=\"small\">{}</p>\n",
        heads.concat(),
        rows.concat(),
        escape(format!("{SCALE_NOTE} {}", random_note(review)).trim_end()),
    )
}
