#!/bin/sh
# The compiler of the workspace's crates for tests: clippy's driver, which is rustc with more lints. Most programs of tests are not optimized, since all
# work is in the libraries that they call. Codegen's tests simulate kernels, and three programs compute much themselves.
case " $* " in
*' --crate-name codegen '*' --test '*) exec clippy-driver "$@" -C opt-level=2 ;;
*' --crate-name codegen '* | *' --crate-name mutants '* | *' --crate-name soundness '* | *' --crate-name tidy '*) exec clippy-driver "$@" ;;
*' --test '*) exec clippy-driver "$@" -C opt-level=0 ;;
*) exec clippy-driver "$@" ;;
esac
