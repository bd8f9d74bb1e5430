#!/bin/sh
# The compiler of the workspace's crates for tests: clippy's driver, which is rustc with more lints. Programs of tests are not optimized, since all work
# is in the libraries that they call. Codegen's is, since it simulates kernels.
case " $* " in
*' --crate-name codegen '*) exec clippy-driver "$@" ;;
*' --test '*) exec clippy-driver "$@" -C opt-level=0 ;;
*) exec clippy-driver "$@" ;;
esac
