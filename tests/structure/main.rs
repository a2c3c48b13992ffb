//! Checks the structure of the project: layers, dependencies, and what the library must not use.

mod dependencies;
mod layers;
mod library;
