//! The title of a match and the names of its bots.

use crate::model::text::{cleaned, escape_line};
use crate::records::names::shortened;
use crate::words::counted;

use super::plan::{MatchPlan, MoveLimits, Opening};

/// Returns the names of the bots in tables, which escape them. No two are the same.
pub(super) fn labels(plan: &MatchPlan) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for (index, bot) in plan.bots.iter().enumerate() {
        let label = shortened(plan.names.get(index).unwrap_or(bot));
        let numbered = (2..).map(|number: u64| format!("{label} ({number})"));
        labels.extend([label.clone()].into_iter().chain(numbered).find(|label| !labels.contains(label)));
    }
    labels
}

/// Returns the name of a bot in records, if it has another one in tables.
pub(super) fn recorded_name(plan: &MatchPlan, labels: &[String], bot: usize) -> Option<String> {
    (labels[bot] != plan.bots[bot]).then(|| cleaned(&escape_line(&labels[bot]), usize::MAX))
}

/// Returns the title of a match: one line with what determines its games, except the time margin and the moves of the
/// openings.
pub fn title(plan: &MatchPlan) -> String {
    let named = |(index, bot): (usize, &String)| match plan.names.get(index) {
        Some(name) if name != bot => format!("{name} ({bot})"),
        _ => bot.clone(),
    };
    let bots: Vec<String> = plan.bots.iter().enumerate().map(named).collect();
    let bots = match bots.as_slice() {
        [first, second] => format!("{first} against {second}"),
        [first, others @ ..] if plan.gauntlet => format!("{first} against {}", others.join(", ")),
        bots => format!("round robin of {}", bots.join(", ")),
    };
    let each = if plan.bots.len() > 2 { " each" } else { "" };
    let mut parts = vec![format!("{}: {bots}", plan.game), format!("{}{each}", counted(plan.games, "game"))];
    if plan.swap {
        parts.push("sides swapped".to_owned());
    }
    match &plan.opening {
        Opening::Standard => {}
        Opening::Plies(plies) => parts.push(format!("after {plies} random plies")),
        Opening::Positions { count, .. } => parts.push(format!("from {}", counted(*count, "position"))),
    }
    let MoveLimits { time, nodes, depth } = plan.limits;
    let limits = [
        time.map(|time| format!("{} s", time.as_secs_f64())),
        nodes.map(|nodes| format!("{nodes} nodes")),
        depth.map(|depth| format!("depth {depth}")),
    ];
    parts.extend(limits.into_iter().flatten().map(|limit| format!("{limit} a move")));
    parts.extend(plan.tc.as_ref().map(|tc| {
        let controls: Vec<String> =
            [&tc.control].into_iter().chain(&tc.others).map(ToString::to_string).collect();
        format!("{} on the clock", controls.join(" against "))
    }));
    parts.extend(plan.adjudication.descriptions());
    if plan.tables {
        parts.push("with tables".to_owned());
    }
    parts.push(format!("seed {}", plan.seed));
    escape_line(&parts.join(", "))
}
