# make demo | test | test-slow | test-source | release | unsolved | site | licences | bench | recheck | gpu | clean. Everything that is fetched or built lies in .z3 and target.

.PHONY: demo test test-slow test-source release wheel unsolved site book licences bench recheck gpu setup clean

demo: setup
	cargo build --release
	sh scripts/demo.sh

test: setup
	cargo fmt --all --check
	bash scripts/test.sh
	cargo clippy --package tileproof --no-default-features -- -D warnings

# The same with the long samples, some minutes more.
test-slow: export SLOW = 1
test-slow: test

# Sources by the real nvcc and cuda.tile, which are fetched; what came of it stands in bench/SOURCE.md.
test-source: setup
	cargo build --release
	sh scripts/source.sh

# The Python package, an archive, what is in them and their digests, the same bytes of the same sources, in target/dist.
release wheel: setup
	sh scripts/release.sh

# A build without the solver, on the proofs of one that has it.
unsolved: setup
	sh scripts/unsolved.sh

# The documents, the rules and the specification as pages, in target/site. No link of them is dead.
site book: setup
	cargo run --release --example site

# The licences of what the program is made of, and where that is from, by cargo-deny (cargo install cargo-deny). Advisories need the network.
licences:
	@command -v cargo-deny >/dev/null || { echo 'missing: cargo-deny (cargo install cargo-deny)' >&2; exit 1; }
	cargo deny check licenses bans sources

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
