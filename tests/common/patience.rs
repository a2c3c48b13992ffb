//! How long tests wait.

use std::time::Duration;

/// How long a test waits for something that comes in any case, so that its result does not depend on the load of
/// the machine. Only a test that fails waits this long.
pub const PATIENCE: Duration = Duration::from_secs(300);
