//! Saved proofs: the contents of a table in parts with checksums, to resume a proof later.
//!
//! | part | contents |
//! | --- | --- |
//! | header | [`HEAD`], the subject and the number of positions searched, one per line |
//! | sizes | the number of bits of a bucket index and of a key |
//! | words | per 8,192 words of the table: a bit for each (set if in use), then those in use; empty if none is |
//!
//! Each part consists of its length, its CRC-32 (both 4 bytes, little-endian) and its bytes (`bytes.rs`).

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::engine::bytes::{NO_LABEL, read_part, write_part};
use crate::model::text::escape;

/// The first line: the file type and the version of the format.
const HEAD: &str = "cygnet proof 1";

/// Why a proof cannot be read or saved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofFileError {
    /// The system reported an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a proof, or is from another version.
    #[error("not a proof file of this version of cygnet")]
    NotAProof,
    /// The file is damaged or truncated.
    #[error("the proof file is damaged (part {part}), so nothing was loaded")]
    Damaged {
        /// The part, counted from 1.
        part: usize,
    },
    /// The file is a proof of something else.
    #[error("the proof is for \"{}\"", escape(found.as_bytes()))]
    SubjectMismatch {
        /// The subject of the file.
        found: String,
    },
    /// The positions of the game have no numbers, or the memory is too small for a table with them.
    #[error("proofs of this game, on this board or with this memory, cannot be saved")]
    Unsupported,
}

/// Writes the header.
pub fn write_header(out: &mut dyn Write, subject: &str, positions: u64) -> io::Result<u64> {
    write_part(out, NO_LABEL, format!("{HEAD}\n{subject}\n{positions}\n").as_bytes())
}

/// Reads the parts of a proof file.
pub struct PartReader<'a> {
    input: &'a mut dyn Read,
    part: usize,
}

impl<'a> PartReader<'a> {
    /// Creates a reader that starts at the first part.
    pub fn new(input: &'a mut dyn Read) -> Self {
        PartReader { input, part: 0 }
    }

    /// Returns the error for damage in the part read last.
    pub fn damaged(&self) -> ProofFileError {
        ProofFileError::Damaged { part: self.part }
    }

    /// Reads the next part.
    pub fn read(&mut self) -> Result<Vec<u8>, ProofFileError> {
        self.part += 1;
        read_part(self.input, NO_LABEL)?.ok_or_else(|| self.damaged())
    }

    /// Reads the header, which must be about `subject`. Returns the number of positions searched.
    pub fn read_header(&mut self, subject: &str) -> Result<u64, ProofFileError> {
        let header = self.read().map_err(|error| match error {
            ProofFileError::Damaged { .. } => ProofFileError::NotAProof,
            error => error,
        })?;
        let header = String::from_utf8(header).map_err(|_| ProofFileError::NotAProof)?;
        let mut lines = header.lines();
        if lines.next() != Some(HEAD) {
            return Err(ProofFileError::NotAProof);
        }
        let found = lines.next().unwrap_or_default();
        if found != subject {
            return Err(ProofFileError::SubjectMismatch { found: found.to_owned() });
        }
        lines.next().and_then(|text| text.parse().ok()).ok_or(ProofFileError::NotAProof)
    }

    /// Checks that nothing follows.
    pub fn check_end(&mut self) -> Result<(), ProofFileError> {
        self.part += 1;
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(self.damaged()),
        }
    }
}
