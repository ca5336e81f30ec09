#!/bin/sh
# Whether this machine has what a build of Tertium needs. Says everything that is missing at once, and how to get it.
#   check_prerequisites.sh PYTHON
set -u
python=${1:-python3}
missing=0
say() { echo "MISSING: $1" >&2; missing=1; }

if ! command -v "$python" >/dev/null; then
    say "Python 3.11 or later ($python). On Debian: apt-get install python3 python3-venv"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "Python 3.11 or later; $python is $("$python" -c 'import platform; print(platform.python_version())'). Name another one: make PYTHON=python3.12 ..."
elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    say "Python's venv and ensurepip. On Debian: apt-get install python3-venv"
fi

# Without cargo, pip would download a whole Rust toolchain without a word.
if ! command -v cargo >/dev/null; then
    say "Rust 1.89 or later, installed by rustup"
else
    version=$(cargo --version | cut -d' ' -f2)
    oldest=$(printf '%s\n1.89.0\n' "$version" | sort -V | head -n 1)
    [ "$oldest" = 1.89.0 ] || say "Rust 1.89 or later; cargo is $version. Debian's is too old: install Rust by rustup, or run: rustup update"
fi

# The linker of Rust, and the headers of the C library.
command -v cc >/dev/null || say "a C compiler. On Debian: apt-get install gcc libc6-dev"

exit $missing
