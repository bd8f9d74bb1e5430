# make demo | test | test-slow | test-source | wheel | unsolved | book | bench | recheck | gpu | clean. Everything that is fetched or built lies in .z3 and target.

.PHONY: demo test test-slow test-source wheel unsolved book bench recheck gpu setup clean

demo: setup
	cargo build --release
	sh scripts/demo.sh

test: setup
	cargo test --workspace --no-fail-fast
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo check --package tileproof --no-default-features

# The same with the long samples, some minutes more.
test-slow: export SLOW = 1
test-slow: test

# Sources by the real nvcc and cuda.tile, which are fetched; what came of it stands in bench/SOURCE.md.
test-source: setup
	cargo build --release
	sh scripts/source.sh

# The Python package, with the program and its solver in it, in target/wheel.
wheel: setup
	sh scripts/release.sh

# A build without the solver, on the proofs of one that has it.
unsolved: setup
	sh scripts/unsolved.sh

# The specification as pages, in target/book.
book: setup
	cargo run --release --example book

bench: setup
	cargo bench --workspace

# A second opinion on the whole corpus, by cvc5 (pip install cvc5).
recheck: setup
	cargo build --release
	python3 tests/recheck.py

# Everything that needs a GPU, on this machine. scripts/pack_gpu.sh makes a folder for one that has neither Rust nor z3.
gpu: setup
	sh scripts/pack_gpu.sh
	sh target/gpu/gpu.sh

setup:
	@command -v cargo >/dev/null || { echo 'missing: cargo (Rust 1.95 or newer, from rustup)' >&2; exit 1; }
	@command -v cc >/dev/null || { echo 'missing: cc (a C compiler, which Rust links with)' >&2; exit 1; }
	@sh scripts/z3.sh

clean:
	rm -rf .z3
	cargo clean
