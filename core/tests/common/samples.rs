//! The sizes of random samples.

/// Returns the size of a random sample, which is `size` times `CYGNET_SAMPLES`.
#[allow(dead_code, reason = "not every test takes samples")]
pub fn samples(size: usize) -> usize {
    let times =
        std::env::var("CYGNET_SAMPLES").map_or(1, |times| times.parse().expect("a number of samples"));
    size * times
}

/// Returns whether a case is in a sample of one in `all`, or of one in `all / CYGNET_SAMPLES`.
#[allow(dead_code, reason = "not every test takes samples")]
pub fn is_sampled(case: usize, all: usize) -> bool {
    case % all < samples(1)
}
