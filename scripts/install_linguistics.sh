#!/bin/sh
# What the tests run on or compare with, where Debian's packages are available: Apertium (Catalan and Spanish, English and
# Spanish), dictionaries for spelling, WordNet's own files, and thesauri.
# Where they are not, this says so and goes on: everything works without, and the tests that need them are skipped.
set -u
packages="apertium apertium-spa-cat apertium-eng-spa apertium-lex-tools cg3 hunspell-es hunspell-ca"
packages="$packages wordnet-base mythes-ca mythes-de mythes-en-us mythes-es mythes-fr mythes-ru"

missing=""
for package in $packages; do
    dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep --quiet "ok installed" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

say() { echo "NOT INSTALLED: $1. Install what is missing by: apt-get install$missing" >&2; }
command -v apt-get >/dev/null || { say "there is no apt-get here"; exit 0; }
[ "$(id -u)" = 0 ] || { say "only root may install Debian's packages"; exit 0; }
export DEBIAN_FRONTEND=noninteractive
# The list of packages may be old or empty: it is renewed only if it has to be.
# shellcheck disable=SC2086
apt-get install --yes --no-install-recommends --quiet=2 $missing >/dev/null 2>&1 ||
    { apt-get update --quiet=2 >/dev/null 2>&1 && apt-get install --yes --no-install-recommends --quiet=2 $missing >/dev/null; } ||
    say "Debian's packages could not be installed"
exit 0
