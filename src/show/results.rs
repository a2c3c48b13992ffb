//! What a search, a proof, a certificate and a table have found, as lines of text.

use std::io::{self, Write};

use super::output::CommandOutput;
use crate::analysis::analyze::{Analysis, AnalyzedMove};
use crate::analysis::certify::CertifyOutput;
use crate::analysis::solve::SolveOutput;
use crate::model::text::escape_line;
use crate::records::CheckedFile;
use crate::tables::{MaterialStats, TableInfo, VerifyReport};
use crate::words::counted;

impl CommandOutput for Analysis {
    /// Writes a line `MOVE<tab>VALUE<tab>LINE` for each move, then the size of the search.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        for AnalyzedMove { first, eval, line, .. } in &self.lines {
            writeln!(out, "{first}\t{}\t{}", eval.as_recorded(), line.join(" "))?;
        }
        if let Some(outcome) = self.final_outcome {
            let result = outcome
                .winner()
                .map_or("a draw".to_owned(), |winner| format!("player {} has won", winner.number()));
            writeln!(out, "the game is over: {result}")?;
        }
        writeln!(out, "depth {}, {}", self.depth, counted(self.nodes, "position"))
    }
}

impl CommandOutput for CertifyOutput {
    /// Writes a line for each part: its name, a tab, and its value.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "game\t{}", self.game)?;
        writeln!(out, "position\t{}", self.position)?;
        writeln!(out, "claim\t{}, verified", self.claim)?;
        writeln!(out, "moves\t{}", self.moves)?;
        writeln!(out, "answers\t{}", self.answers)?;
        writeln!(out, "bytes\t{}", self.bytes)?;
        writeln!(out, "seconds\t{:.3}", self.seconds)
    }
}

impl CommandOutput for SolveOutput {
    /// Writes a line for each part of the answer: its name, a tab, and its value.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "position\t{}", self.position)?;
        writeln!(out, "outcome\t{}", self.sentence)?;
        if let Some(plies) = self.value.plies {
            writeln!(out, "plies\t{plies}")?;
        }
        if self.no_win_within > 0 {
            let plies = if self.no_win_within == 1 { "ply" } else { "plies" };
            writeln!(out, "no win within\t{} {plies}", self.no_win_within)?;
        }
        if !self.line.is_empty() {
            writeln!(out, "line\t{}", self.line.join(" "))?;
        }
        writeln!(out, "nodes\t{}", self.nodes)?;
        writeln!(out, "seconds\t{:.3}", self.seconds)?;
        writeln!(out, "memory\t{} KiB", self.memory_bytes.div_ceil(1024))
    }
}

impl CommandOutput for TableInfo {
    /// Writes one line per field (name, tab, value), then one tab-separated line per material.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "board\t{}", self.board)?;
        writeln!(out, "file\t{}", escape_line(&self.file))?;
        writeln!(out, "bytes\t{}", self.bytes)?;
        writeln!(out, "pieces\t{}", self.pieces)?;
        if self.materials.is_empty() {
            return Ok(());
        }
        writeln!(out, "own\tenemy\tpositions\twon")?;
        for MaterialStats { own, enemy, positions, won } in &self.materials {
            writeln!(out, "{own}\t{enemy}\t{positions}\t{won}")?;
        }
        let (positions, won) = self.total();
        writeln!(out, "all\tall\t{positions}\t{won}")
    }
}

impl CommandOutput for VerifyReport {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        self.damaged.iter().try_for_each(|part| writeln!(out, "damaged\t{}", escape_line(part)))?;
        self.miscounted.iter().try_for_each(|material| writeln!(out, "miscounted\t{material}"))?;
        writeln!(out, "blocks\t{}", self.blocks)?;
        writeln!(out, "positions\t{}", self.positions)?;
        writeln!(out, "wrong\t{}", self.wrong)
    }
}

impl CommandOutput for CheckedFile {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.text)
    }
}
