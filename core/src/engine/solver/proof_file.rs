//! A proof in a file, to go on with on another day: what a table holds, in parts with a checksum each.
//!
//! | part | what |
//! | --- | --- |
//! | head | [`HEAD`], the subject and the positions looked at, a line each |
//! | sizes | the bits of a bucket and of a key |
//! | words | for 8,192 words of the table in turn: which of them are taken, then those; an empty part if none is |
//!
//! A part is its length and its CRC-32, 4 bytes each, the lowest first, then its bytes.

use std::io::{self, Read, Write};

use thiserror::Error;

/// The first line: what it is, and the version of the format.
const HEAD: &str = "cygnet proof 1";
/// More bytes than any part has.
const MAX_PART_BYTES: u32 = 1 << 17;

/// Why a proof cannot be read or kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofFileError {
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no such file, or one of another version.
    #[error("this is no proof that this version of cygnet has kept")]
    NotAProof,
    /// It is damaged, or ends too soon: nothing of it is believed.
    #[error("this proof is damaged (part {part}), and nothing of it is believed")]
    Damaged {
        /// The part, counted from 1.
        part: usize,
    },
    /// It is a proof of something else.
    #[error("this is a proof of \"{}\"", found.escape_debug())]
    SubjectMismatch {
        /// What it is a proof of.
        found: String,
    },
    /// The game's positions have no numbers.
    #[error("proofs of this game cannot be kept")]
    Unsupported,
}

/// Writes a part.
pub fn write_part(out: &mut dyn Write, part: &[u8]) -> io::Result<()> {
    out.write_all(&(part.len() as u32).to_le_bytes())?;
    out.write_all(&crc32fast::hash(part).to_le_bytes())?;
    out.write_all(part)
}

/// Writes the head.
pub fn write_header(out: &mut dyn Write, subject: &str, positions: u64) -> io::Result<()> {
    write_part(out, format!("{HEAD}\n{subject}\n{positions}\n").as_bytes())
}

/// Reads parts.
pub struct PartReader<'a> {
    input: &'a mut dyn Read,
    part: usize,
}

impl<'a> PartReader<'a> {
    /// A reader from the first part on.
    pub fn new(input: &'a mut dyn Read) -> Self {
        PartReader { input, part: 0 }
    }

    /// What is wrong with the part that was read last.
    pub fn damaged(&self) -> ProofFileError {
        ProofFileError::Damaged { part: self.part }
    }

    /// The next part.
    pub fn read(&mut self) -> Result<Vec<u8>, ProofFileError> {
        self.part += 1;
        let (length, sum) = (self.read_number()?, self.read_number()?);
        if length > MAX_PART_BYTES {
            return Err(self.damaged());
        }
        let mut part = vec![0; length as usize];
        self.fill(&mut part)?;
        if crc32fast::hash(&part) == sum { Ok(part) } else { Err(self.damaged()) }
    }

    /// Reads the head, which has to be about `subject`. Gives the positions looked at.
    pub fn read_header(&mut self, subject: &str) -> Result<u64, ProofFileError> {
        let head = self.read().map_err(|error| match error {
            ProofFileError::Damaged { .. } => ProofFileError::NotAProof,
            error => error,
        })?;
        let head = String::from_utf8(head).map_err(|_| ProofFileError::NotAProof)?;
        let mut lines = head.lines();
        if lines.next() != Some(HEAD) {
            return Err(ProofFileError::NotAProof);
        }
        let found = lines.next().unwrap_or_default();
        if found != subject {
            return Err(ProofFileError::SubjectMismatch { found: found.to_owned() });
        }
        lines.next().and_then(|text| text.parse().ok()).ok_or(ProofFileError::NotAProof)
    }

    /// Whether nothing follows.
    pub fn check_end(&mut self) -> Result<(), ProofFileError> {
        self.part += 1;
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(self.damaged()),
        }
    }

    fn read_number(&mut self) -> Result<u32, ProofFileError> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ProofFileError> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged(),
            _ => ProofFileError::Io(error),
        })
    }
}
