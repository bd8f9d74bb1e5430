//! What is said of several kernels together: of the configurations of one, and of two that are compared.

pub mod configs;
pub mod equiv;
