//! How the project is built: the layers, the dependencies.

mod dependencies;
mod layers;
