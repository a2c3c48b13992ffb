//! Checks of the clocks while nothing arrives.

use std::sync::Arc;
use std::time::Duration;

use crate::network::link::Wake;

/// How often a player's time is checked while a question is open.
const TICK: Duration = Duration::from_millis(500);

/// Wakes the console from time to time, as long as the returned value exists, so that it notices when a player's time is
/// out.
pub(super) fn tick(wake: Wake) -> Arc<()> {
    let alive = Arc::new(());
    let ticking = Arc::downgrade(&alive);
    // Without a thread, the time is checked whenever something else happens.
    let _ = std::thread::Builder::new().spawn(move || {
        while ticking.upgrade().is_some() {
            std::thread::sleep(TICK);
            wake();
        }
    });
    alive
}
