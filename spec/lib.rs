//! The language: what every tile operation means, and when it is undefined.
