//! The memory that a command uses: the amount given, or a default that fits into free memory.

use std::path::Path;
use std::{fs, iter};

/// The default memory for a search, in MiB.
pub(super) const SEARCH_MIB: u32 = 256;
/// The default memory for a proof, in MiB.
pub(super) const PROOF_MIB: u32 = 1024;
/// The minimum default, in MiB, however little memory is free.
const MIN_MEMORY_MIB: u32 = 16;

/// Converts MiB to bytes, or to the maximum if the bytes cannot be counted.
pub(super) fn mebibytes(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX).saturating_mul(1 << 20)
}

/// Returns the memory to use, in bytes: `wanted` MiB if given, otherwise `default` MiB or half of the free
/// memory, whichever is less.
pub(super) fn or_default(wanted: Option<u32>, default: u32) -> usize {
    match (wanted, free()) {
        (Some(wanted), _) => mebibytes(wanted),
        (None, None) => mebibytes(default),
        (None, Some(free)) => (free / 2).clamp(mebibytes(MIN_MEMORY_MIB), mebibytes(default)),
    }
}

/// Returns the memory for each of `searches` simultaneous searches, in bytes: an equal share of `wanted` MiB if given,
/// otherwise `default` MiB each. If that is more than half of the free memory, a quarter of it, and so on: the stages
/// of a growing table have the same sizes then, so a search that needs no more has the same answer on every machine.
pub(super) fn for_searches(wanted: Option<u32>, default: u32, searches: usize) -> usize {
    let limit = free().map_or(usize::MAX, |free| free / 2 / searches);
    match wanted {
        Some(wanted) => mebibytes(wanted) / searches,
        None => mebibytes(quartered(default, limit)),
    }
}

/// Divides `default` MiB by 4 until it is at most `limit` bytes or the minimum.
fn quartered(default: u32, limit: usize) -> u32 {
    let mut sizes = iter::successors(Some(default), |size| Some(size / 4));
    sizes.find(|size| mebibytes(*size) <= limit || size / 4 < MIN_MEMORY_MIB).unwrap_or(MIN_MEMORY_MIB)
}

/// Returns the bytes that this process can still allocate, if known: the minimum of the machine's available
/// memory, what its control groups leave, and its address space limit.
fn free() -> Option<usize> {
    let machine = || available(&fs::read_to_string("/proc/meminfo").ok()?);
    let groups = || {
        let path = cgroup_path(&fs::read_to_string("/proc/self/cgroup").ok()?)?;
        Path::new(&path).ancestors().filter_map(cgroup_free).min()
    };
    [machine(), groups(), address_limit()].into_iter().flatten().min()
}

/// Parses the available memory from the text of `/proc/meminfo`.
fn available(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<usize>().ok()?.checked_mul(1024)
}

/// Parses the path of this process's control group from the text of `/proc/self/cgroup`.
fn cgroup_path(text: &str) -> Option<String> {
    let path = text.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(format!("/sys/fs/cgroup/{path}"))
}

/// Returns the memory that a control group leaves. Returns `None` if it has no limit or the directory is not
/// a control group.
fn cgroup_free(folder: &Path) -> Option<usize> {
    let number = |name: &str| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<usize>().ok();
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}

#[cfg(unix)]
fn address_limit() -> Option<usize> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As);
    limit.current.and_then(|bytes| usize::try_from(bytes).ok())
}

#[cfg(not(unix))]
fn address_limit() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_memory_files_are_parsed() {
        let text = "MemTotal:       16384 kB\nMemFree:  1 kB\nMemAvailable:    8192 kB\n";
        assert_eq!(available(text), Some(8 << 20));
        assert_eq!(available("MemTotal: 16384 kB\n"), None);
        assert_eq!(cgroup_path("12:cpu:/x\n0::/a/b\n").as_deref(), Some("/sys/fs/cgroup/a/b"));
        assert_eq!(cgroup_path("12:cpu:/x\n"), None);
    }

    #[test]
    fn cgroup_free_is_limit_minus_usage() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        assert_eq!(cgroup_free(folder.path()), None);
        write("memory.current", "300\n");
        write("memory.max", "1000\n");
        assert_eq!(cgroup_free(folder.path()), Some(700));
        write("memory.max", "max\n");
        assert_eq!(cgroup_free(folder.path()), None);
    }

    #[test]
    fn a_requested_amount_is_used_unchanged() {
        assert_eq!(or_default(Some(7), 256), 7 << 20);
        assert!((mebibytes(MIN_MEMORY_MIB)..=mebibytes(256)).contains(&or_default(None, 256)));
        assert_eq!(for_searches(Some(8), 256, 2), 4 << 20);
    }

    #[test]
    fn a_default_for_searches_is_divided_by_four_until_it_fits() {
        let limits = [usize::MAX, 256 << 20, 255 << 20, 64 << 20, 63 << 20, 1];
        assert_eq!(limits.map(|limit| quartered(256, limit)), [256, 256, 64, 64, 16, 16]);
    }
}
