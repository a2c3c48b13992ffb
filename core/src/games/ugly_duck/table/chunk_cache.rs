//! A cache of unpacked chunks.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::block::BlockKey;
use crate::model::mix;

/// The number of sets and of chunks per set. With chunks of at most 6 KiB, that is 24 MiB.
const CACHE_SETS: usize = 512;
const CACHE_WAYS: usize = 8;

/// The block of a chunk, and its number within the block.
pub(super) type ChunkId = (BlockKey, usize);

/// The chunks that share a hash value, most recently used first.
type CacheSet = [Option<(ChunkId, Arc<Vec<u64>>)>; CACHE_WAYS];

/// The rows of chunks, by chunk. The least recently used chunk is evicted first.
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

    /// Returns the rows of a chunk, if they are cached.
    pub fn get(&self, id: ChunkId) -> Option<Arc<Vec<u64>>> {
        let set = &mut self.lock()[set_of(id)];
        let at = set.iter().position(|kept| kept.as_ref().is_some_and(|kept| kept.0 == id))?;
        set[..=at].rotate_right(1);
        set[0].as_ref().map(|(_, rows)| Arc::clone(rows))
    }

    /// Caches the rows of a chunk.
    pub fn put(&self, id: ChunkId, rows: &Arc<Vec<u64>>) {
        let set = &mut self.lock()[set_of(id)];
        set.rotate_right(1);
        set[0] = Some((id, Arc::clone(rows)));
    }
}

fn set_of((key, chunk): ChunkId) -> usize {
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
        let (cache, group) = (ChunkCache::default(), Group { pieces: 2, progress: 3 });
        let id = |chunk| (BlockKey { own: group, enemy: group }, chunk);
        let rows = |chunk: usize| Arc::new(vec![chunk as u64]);
        cache.put(id(0), &rows(0));
        for chunk in 1..100_000 {
            cache.put(id(chunk), &rows(chunk));
            assert_eq!(
                [0, chunk].map(|chunk| cache.get(id(chunk))),
                [0, chunk].map(|chunk| Some(rows(chunk)))
            );
        }
        let kept = (0..100_000).filter(|chunk| cache.get(id(*chunk)).is_some()).count();
        assert_eq!(kept, CACHE_SETS * CACHE_WAYS);
    }
}
