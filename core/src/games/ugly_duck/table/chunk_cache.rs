//! Unpacked chunks, kept while there is room.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::block::BlockKey;
use crate::model::mix;

/// How many chunks are kept, of at most 6 KiB each: so many shelves of so many, 24 MiB.
const CACHE_SETS: usize = 512;
const CACHE_WAYS: usize = 8;

/// The block of a chunk, and its number there.
pub(super) type ChunkId = (BlockKey, usize);

/// By what is mixed from a chunk's name, the chunks that share it, the one asked for last before the others.
type CacheSet = [Option<(ChunkId, Arc<Vec<u64>>)>; CACHE_WAYS];

/// Rows of chunks by their names. What has not been asked for longest gives way.
#[derive(Debug)]
pub(super) struct ChunkCache(Mutex<Vec<CacheSet>>);

impl Default for ChunkCache {
    fn default() -> Self {
        ChunkCache(Mutex::new(vec![CacheSet::default(); CACHE_SETS]))
    }
}

impl ChunkCache {
    fn lock(&self) -> MutexGuard<'_, Vec<CacheSet>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rows of a chunk, if they are kept.
    pub fn get(&self, name: ChunkId) -> Option<Arc<Vec<u64>>> {
        let shelf = &mut self.lock()[place(name)];
        let at = shelf.iter().position(|kept| kept.as_ref().is_some_and(|kept| kept.0 == name))?;
        shelf[..=at].rotate_right(1);
        shelf[0].as_ref().map(|(_, rows)| Arc::clone(rows))
    }

    /// Keeps the rows of a chunk.
    pub fn put(&self, name: ChunkId, rows: &Arc<Vec<u64>>) {
        let shelf = &mut self.lock()[place(name)];
        shelf.rotate_right(1);
        shelf[0] = Some((name, Arc::clone(rows)));
    }
}

fn place((key, chunk): ChunkId) -> usize {
    let groups =
        [key.own, key.enemy].iter().fold(0, |sum, group| 512 * sum + 8 * group.progress + group.pieces);
    (mix((groups as u64) << 32 | chunk as u64) % CACHE_SETS as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::super::index::Group;
    use super::*;

    #[test]
    fn recently_used_rows_stay_cached() {
        let (chunk_cache, group) = (ChunkCache::default(), Group { pieces: 2, progress: 3 });
        let name = |chunk| (BlockKey { own: group, enemy: group }, chunk);
        let rows = |chunk: usize| Arc::new(vec![chunk as u64]);
        chunk_cache.put(name(0), &rows(0));
        for chunk in 1..100_000 {
            chunk_cache.put(name(chunk), &rows(chunk));
            assert_eq!(
                [0, chunk].map(|chunk| chunk_cache.get(name(chunk))),
                [0, chunk].map(|chunk| Some(rows(chunk)))
            );
        }
        let kept = (0..100_000).filter(|chunk| chunk_cache.get(name(*chunk)).is_some()).count();
        assert_eq!(kept, CACHE_SETS * CACHE_WAYS);
    }
}
