#!/bin/sh
# Debian's packages that some tests use: Apertium (Catalan and Spanish, English and Spanish), spelling dictionaries,
# WordNet's own files, thesauri, Chromium, and fonts of many scripts. Without them these tests are skipped.
#   system_packages.sh           prints the command that installs what is missing
#   system_packages.sh install   runs it, as root; packages that are installed already are not upgraded
set -u
packages="apertium apertium-spa-cat apertium-eng-spa apertium-lex-tools cg3 hunspell-es hunspell-ca
wordnet-base mythes-ca mythes-de mythes-en-us mythes-es mythes-fr mythes-ru chromium fonts-noto-core"

missing=""
for package in $packages; do
    dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep --quiet "ok installed" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

command="apt-get install --yes --no-install-recommends --no-upgrade$missing"
say() { echo "NOT INSTALLED: $1. Tests that need these packages are skipped. To install them: $command" >&2; }
if [ "${1:-}" != install ]; then
    say "system packages, which only \`make system-packages\` installs"
    exit 0
fi
command -v apt-get >/dev/null || { say "there is no apt-get here"; exit 0; }
[ "$(id -u)" = 0 ] || { say "only root may install Debian's packages"; exit 0; }
export DEBIAN_FRONTEND=noninteractive
echo "Installing system packages:$missing"
# The list of packages may be old or empty: it is renewed only if it has to be.
$command --quiet=2 >/dev/null 2>&1 || { apt-get update --quiet=2 >/dev/null 2>&1 && $command --quiet=2 >/dev/null; } ||
    say "Debian's packages could not be installed"
exit 0
