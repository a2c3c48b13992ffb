//! The bytes of a certificate: five lines of text, the moves as bits, and a checksum.

use thiserror::Error;

use super::Claim;
use crate::model::Player;
use crate::model::notation::read_digits;

/// The first line of a certificate, with which every certificate starts.
pub const MAGIC: &str = "cygnet certificate 1";

/// A certificate. It proves its claim only if [`verify`](super::verify) accepts it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// The name of the game, with its options.
    pub game: String,
    /// The position, in canonical notation.
    pub position: String,
    /// What is claimed about the position.
    pub claim: Claim,
    /// The number of positions that have a move.
    pub positions: u64,
    /// The moves, as bits.
    pub moves: Vec<u8>,
}

/// Why bytes are not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file does not start like a certificate.
    #[error("not a certificate of a known version")]
    Magic,
    /// A line of the header is missing or malformed.
    #[error("the line \"{0}\" of the certificate is missing or malformed")]
    Header(&'static str),
    /// The checksum is wrong, so the file is damaged.
    #[error("the certificate is damaged: its checksum is wrong")]
    Checksum,
}

/// The text of each claim in the header.
const CLAIMS: [(Claim, &str); 4] = [
    (Claim::Wins(Player::One), "player 1 wins"),
    (Claim::Wins(Player::Two), "player 2 wins"),
    (Claim::Holds(Player::One), "player 1 does not lose"),
    (Claim::Holds(Player::Two), "player 2 does not lose"),
];

impl Claim {
    /// Returns the claim in words, as in the header of a certificate.
    #[must_use]
    pub fn text(self) -> &'static str {
        CLAIMS.iter().find(|(claim, _)| *claim == self).map_or("", |(_, text)| text)
    }
}

impl Certificate {
    /// Reads a certificate. Checks its form and its checksum, but not its claim.
    ///
    /// # Errors
    /// The bytes are not a certificate, or are damaged.
    pub fn read(bytes: &[u8]) -> Result<Certificate, FormatError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
        let rest = rest.ok_or(FormatError::Magic)?;
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(FormatError::Checksum)?;
        if crc32fast::hash(content) != u32::from_be_bytes(*checksum) {
            return Err(FormatError::Checksum);
        }
        let (game, rest) = header_line(rest, "game")?;
        let (position, rest) = header_line(rest, "position")?;
        let (claim, rest) = header_line(rest, "claim")?;
        let (positions, rest) = header_line(rest, "moves")?;
        let claim = CLAIMS.iter().find(|(_, text)| *text == claim).ok_or(FormatError::Header("claim"))?.0;
        let positions = read_digits(positions).ok_or(FormatError::Header("moves"))?;
        let moves = rest.strip_suffix(checksum).ok_or(FormatError::Checksum)?.to_vec();
        Ok(Certificate { game: game.to_owned(), position: position.to_owned(), claim, positions, moves })
    }

    /// Returns the bytes of the certificate.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Certificate { game, position, claim, positions, moves } = self;
        let claim = claim.text();
        let header = format!("{MAGIC}\ngame {game}\nposition {position}\nclaim {claim}\nmoves {positions}\n");
        let mut bytes = header.into_bytes();
        bytes.extend_from_slice(moves);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&checksum.to_be_bytes());
        bytes
    }
}

/// Splits off the line with this name, and returns its value and the rest.
fn header_line<'a>(bytes: &'a [u8], name: &'static str) -> Result<(&'a str, &'a [u8]), FormatError> {
    let split = || {
        let rest = bytes.strip_prefix(name.as_bytes())?.strip_prefix(b" ")?;
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        Some((std::str::from_utf8(&rest[..end]).ok()?, &rest[end + 1..]))
    };
    split().ok_or(FormatError::Header(name))
}
