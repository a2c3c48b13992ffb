//! Conversations held in memory, and the files they keep. Nothing here starts another program: until that has begun it would hold
//! the locks of all files that are open.

#[path = "../common/mod.rs"]
mod common;
mod faults;
mod power_cut;
mod prompts;
mod random_input;
mod records;
mod replica;
