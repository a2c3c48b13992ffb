//! Sessions in memory, and the files they save. No test here may start another program: a child process
//! inherits the locks of all open files until it executes its program.

#[path = "../common/mod.rs"]
mod common;
mod faults;
mod grammar;
mod power_cut;
mod prompts;
mod random_input;
mod records;
mod replica;
mod simulation;
