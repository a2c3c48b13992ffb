//! How the project is built: the layers, the dependencies, what the library keeps away from.

mod dependencies;
mod layers;
mod library;
