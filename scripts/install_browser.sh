#!/bin/sh
# Debian's Chromium and fonts of many scripts, which the tests of pages look at them with.
# Where they are not available, this says so and goes on: the tests that need a browser are skipped.
set -u
packages="chromium fonts-noto-core"

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
