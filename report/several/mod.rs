//! Reports about several kernels: the configurations of one, or two compared kernels.

pub mod configs;
pub mod equiv;
