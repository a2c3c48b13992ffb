//! Helpers shared by several tests: games, consoles and terminals.
#![allow(dead_code, unused_imports, reason = "each test uses a part")]

#[path = "../../core/tests/common/mod.rs"]
mod games;
mod patience;
pub mod table;
#[cfg(unix)]
pub mod terminal;

pub use games::*;
pub use patience::PATIENCE;

/// Opens Ugly Duck on the classic board.
pub fn classic() -> cygnet::games::AnyGame {
    cygnet::games::open("uglyduck").unwrap()
}

/// The plan of a table that is quickly built.
pub fn small_table() -> cygnet::games::ugly_duck::table::TablePlan {
    cygnet::games::ugly_duck::table::TablePlan {
        kind: cygnet::games::ugly_duck::table::TableKind::Results,
        size: cygnet::games::ugly_duck::Size::new(3, 3).unwrap(),
        pieces: 3,
        threads: 1,
        resources: cygnet::engine::resources::Resources::default(),
        stop: cygnet::model::StopSignal::new(),
    }
}

/// Runs `work` in a thread that may use only one processor, as may the programs that it starts. On systems where that
/// is not possible it may use all of them.
pub fn on_one_processor<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let run = || {
        #[cfg(target_os = "linux")]
        {
            use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
            let allowed = sched_getaffinity(None).unwrap();
            let mut one = CpuSet::new();
            one.set((0..CpuSet::MAX_CPU).find(|processor| allowed.is_set(*processor)).unwrap());
            sched_setaffinity(None, &one).unwrap();
        }
        work()
    };
    std::thread::scope(|scope| scope.spawn(run).join().unwrap())
}
