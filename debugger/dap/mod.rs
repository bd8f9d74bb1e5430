//! The debugger for editors.
