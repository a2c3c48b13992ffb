//! Games between two computers: in a simulated network, and between real processes.

mod hostile;
mod simulation;
