//! The parts of a table file, as bytes.
//!
//! | part | contents |
//! | --- | --- |
//! | start | `cygnet table ` or `cygnet plies `, the format version (a digit), the board's columns and rows |
//! | slice | its pieces and progress, its counts, the number of blocks that follow |
//! | block | its classes and probabilities, the end and checksum of each chunk; the chunks follow the part |
//! | contents | the number of pieces, the counts by material, and the position of each block |
//! | end | the position of the contents, and `end of table` |
//!
//! Every part but the start and the end has its length and checksum. Slices are in the order of the work, so an interrupted file is
//! valid up to its last complete slice. Only a finished table has contents and an end.

use std::io::{self, Read};

use super::block::{BlockKey, Count};
use super::build::SliceKey;
use super::coder::Probability;
use super::index::{Group, Index};
use super::packing::CONTEXTS;
use crate::engine::bytes::{ByteReader, read_up_to};
use crate::games::ugly_duck::size::Size;

/// What a table says about positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The winner.
    Results,
    /// The number of plies to the end.
    Plies,
}

/// The length of the name at the start of a file.
const NAME_LENGTH: usize = 13;

impl TableKind {
    fn name(self) -> &'static [u8; NAME_LENGTH] {
        match self {
            TableKind::Results => b"cygnet table ",
            TableKind::Plies => b"cygnet plies ",
        }
    }

    /// Returns the format version. No other version can be read. It changes with everything that affects the
    /// order of the bits: the index, the chunks, the coder.
    pub(super) fn version(self) -> char {
        match self {
            TableKind::Results => '2',
            TableKind::Plies => '3',
        }
    }
}

const END: &[u8; 12] = b"end of table";
/// The lengths of the start and of the end.
pub(super) const START_LENGTH: usize = NAME_LENGTH + 3;
pub(super) const END_LENGTH: usize = END.len() + 8;

const SLICE: u8 = 1;
const BLOCK: u8 = 2;
const CONTENTS: u8 = 3;

/// The part before the chunks of a block.
#[derive(Debug)]
pub(super) struct BlockHead {
    pub key: BlockKey,
    pub model: Vec<Probability>,
    /// For each chunk, its end, counted from the end of the part, and its checksum.
    pub chunks: Vec<(u32, u32)>,
}

/// The part before the blocks of a slice.
#[derive(Debug)]
pub(super) struct SliceHead {
    pub key: SliceKey,
    pub counts: [Count; 2],
    pub blocks: usize,
}

/// The positions with the same numbers of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// The number of pieces of the side to move.
    pub own: usize,
    /// The number of pieces of the opponent.
    pub enemy: usize,
    /// The number of positions, with mirror images counted separately, and of those that the side to move
    /// wins.
    pub count: Count,
}

/// The contents of a finished table.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub pieces: usize,
    pub materials: Vec<Material>,
    pub blocks: Vec<(BlockKey, u64)>,
}

pub(super) fn start(kind: TableKind, size: Size) -> Vec<u8> {
    [&kind.name()[..], &[kind.version() as u8, size.width() as u8, size.height() as u8]].concat()
}

/// Returns whether these bytes are the beginning of a table of any kind.
pub(super) fn is_start(bytes: &[u8]) -> bool {
    let names = [TableKind::Results, TableKind::Plies].map(TableKind::name);
    names.iter().any(|name| bytes.starts_with(*name) || name.starts_with(bytes))
}

/// Reads the version and the board from the start of a table. Returns `None` if it is not a table of this
/// kind.
pub(super) fn read_start(kind: TableKind, bytes: &[u8]) -> Option<(char, Size)> {
    let mut numbers = ByteReader(bytes.strip_prefix(kind.name())?);
    let version = numbers.u8().filter(u8::is_ascii_graphic)?;
    Some((char::from(version), Size::new(numbers.small()?, numbers.small()?).ok()?))
}

pub(super) fn end(contents_at: u64) -> Vec<u8> {
    [&contents_at.to_le_bytes()[..], END].concat()
}

pub(super) fn read_end(bytes: &[u8]) -> Option<u64> {
    ByteReader(bytes.strip_suffix(END)?).u64()
}

/// Returns the label of a chunk of plies, which is part of its checksum: the block and the number of the
/// chunk. So a chunk cannot be read in another's place.
pub(super) fn chunk_label(key: BlockKey, number: usize) -> Vec<u8> {
    let mut label = Vec::new();
    write_key(&mut label, key);
    label.extend((number as u32).to_le_bytes());
    label
}

fn write_key(bytes: &mut Vec<u8>, key: BlockKey) {
    for group in [key.own, key.enemy] {
        bytes.extend([group.pieces as u8, group.progress as u8]);
    }
}

fn read_key(numbers: &mut ByteReader<'_>) -> Option<BlockKey> {
    let mut group = || Some(Group { pieces: numbers.small()?, progress: numbers.small()? });
    Some(BlockKey { own: group()?, enemy: group()? })
}

fn write_count(bytes: &mut Vec<u8>, count: Count) {
    bytes.extend(count.positions.to_le_bytes());
    bytes.extend(count.won.to_le_bytes());
}

fn read_count(numbers: &mut ByteReader<'_>) -> Option<Count> {
    Some(Count { positions: numbers.u64()?, won: numbers.u64()? })
}

impl SliceHead {
    pub fn to_bytes(&self) -> Vec<u8> {
        let [fewer, more] = self.key.pieces;
        let mut bytes = vec![SLICE, fewer as u8, more as u8, self.key.progress as u8];
        self.counts.iter().for_each(|count| write_count(&mut bytes, *count));
        bytes.extend((self.blocks as u32).to_le_bytes());
        bytes
    }

    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut numbers = ByteReader(bytes.strip_prefix(&[SLICE])?);
        let pieces = [numbers.small()?, numbers.small()?];
        let key = SliceKey { pieces, progress: numbers.small()? };
        let counts = [read_count(&mut numbers)?, read_count(&mut numbers)?];
        Some(SliceHead { key, counts, blocks: numbers.u32()? as usize })
    }
}

impl BlockHead {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![BLOCK];
        write_key(&mut bytes, self.key);
        bytes.extend(self.model.iter().flat_map(|likelihood| likelihood.to_le_bytes()));
        bytes.extend(
            self.chunks.iter().flat_map(|(end, sum)| [end.to_le_bytes(), sum.to_le_bytes()]).flatten(),
        );
        bytes
    }

    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut numbers = ByteReader(bytes.strip_prefix(&[BLOCK])?);
        let key = read_key(&mut numbers)?;
        let model = (0..CONTEXTS).map(|_| numbers.u16()).collect::<Option<_>>()?;
        let mut chunks = Vec::new();
        while !numbers.is_at_end() {
            chunks.push((numbers.u32()?, numbers.u32()?));
        }
        chunks.is_sorted_by_key(|(end, _)| *end).then_some(BlockHead { key, model, chunks })
    }

    /// Returns the length of all chunks.
    pub fn length(&self) -> u64 {
        self.chunks.last().map_or(0, |(end, _)| u64::from(*end))
    }

    /// Returns where a chunk begins, counted from the end of the part.
    pub fn chunk_start(&self, number: usize) -> u64 {
        number.checked_sub(1).and_then(|before| self.chunks.get(before)).map_or(0, |(end, _)| u64::from(*end))
    }

    /// Reads a chunk from where it begins in `input`; `None` if it is incomplete or damaged.
    pub fn read_chunk(&self, input: &mut impl Read, number: usize) -> io::Result<Option<Vec<u8>>> {
        let Some((end, sum)) = self.chunks.get(number) else { return Ok(None) };
        let length = u64::from(*end) - self.chunk_start(number);
        let bytes = read_up_to(input, length)?;
        Ok(Some(bytes).filter(|bytes| bytes.len() as u64 == length && crc32fast::hash(bytes) == *sum))
    }
}

impl Contents {
    /// Adds the counts of a slice.
    pub fn add(&mut self, slice: SliceKey, counts: [Count; 2]) {
        let [fewer, more] = slice.pieces;
        let sides = [(fewer, more), (more, fewer)];
        for ((own, enemy), count) in sides.into_iter().zip(counts).take(if fewer == more { 1 } else { 2 }) {
            match self.materials.iter_mut().find(|material| (material.own, material.enemy) == (own, enemy)) {
                Some(material) => material.count.add(count),
                None => self.materials.push(Material { own, enemy, count }),
            }
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![CONTENTS, self.pieces as u8, self.materials.len() as u8];
        for material in &self.materials {
            bytes.extend([material.own as u8, material.enemy as u8]);
            write_count(&mut bytes, material.count);
        }
        for (key, at) in &self.blocks {
            write_key(&mut bytes, *key);
            bytes.extend(at.to_le_bytes());
        }
        bytes
    }

    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut numbers = ByteReader(bytes.strip_prefix(&[CONTENTS])?);
        let mut contents = Contents { pieces: numbers.small()?, ..Contents::default() };
        for _ in 0..numbers.small()? {
            let (own, enemy) = (numbers.small()?, numbers.small()?);
            contents.materials.push(Material { own, enemy, count: read_count(&mut numbers)? });
        }
        while !numbers.is_at_end() {
            contents.blocks.push((read_key(&mut numbers)?, numbers.u64()?));
        }
        Some(contents)
    }

    /// Returns whether these can be the contents of a table with this index: every block and every material
    /// exists on the board and has at most the number of pieces of the table.
    pub fn fits(&self, index: &Index) -> bool {
        let sides = 1..=index.max_pieces();
        let is_side =
            |group: Group| sides.contains(&group.pieces) && group.progress < index.depth(group.pieces);
        let is_pair = |own: usize, enemy: usize| own + enemy <= self.pieces;
        let is_block = |key: &BlockKey| {
            is_side(key.own) && is_side(key.enemy) && is_pair(key.own.pieces, key.enemy.pieces)
        };
        let is_material =
            |it: &Material| sides.contains(&it.own) && sides.contains(&it.enemy) && is_pair(it.own, it.enemy);
        self.blocks.iter().all(|(key, _)| is_block(key)) && self.materials.iter().all(is_material)
    }
}
