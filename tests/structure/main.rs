//! Checks the structure of the project: layers, dependencies, and what the library must not use.

mod dependencies;
mod games;
mod layers;
mod library;
mod package;
mod pages;
mod screens;
