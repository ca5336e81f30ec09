#!/bin/bash
# What a stranger gets: this checkout on a machine without a home folder's contents, models, caches, Java, Maven, Apertium,
# and then without a network. Run it in a clean checkout; it takes as long as the build and about two minutes more.
set -uo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
passed=0 failed=0 skipped=0
mkdir "$work/home" "$work/bin"
for tool in sh bash env make cat rm touch find sort head cut cc gcc as ld ar cargo rustc; do
    found=$(command -v $tool) && ln -s "$found" "$work/bin/$tool"
done
# Not the shim of a version manager, which needs the home folder.
printf '#!/bin/sh\nexec %s "$@"\n' "$(python3 -c 'import sys; print(sys.executable)')" >"$work/bin/python3"
chmod 755 "$work/bin/python3"
# Rust is installed in the home folder; it is a prerequisite, and not what is tried here.
rust=(CARGO_HOME="${CARGO_HOME:-$HOME/.cargo}" RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}")
pip=()
for name in PIP_CERT PIP_FIND_LINKS PIP_DEFAULT_TIMEOUT PIP_INDEX_URL SSL_CERT_FILE https_proxy http_proxy; do
    [ -n "${!name:-}" ] && pip+=("$name=${!name}")
done
clean() { env -i HOME="$work/home" PATH="$work/bin" LANG=C.UTF-8 "${rust[@]}" ${pip[@]+"${pip[@]}"} "$@"; }
cut_off() { clean /usr/bin/unshare --map-root-user --net "$@"; }
as_user() { /usr/bin/setpriv --reuid 12345 --regid 12345 --clear-groups env -i PATH="$work/bin" LANG=C.UTF-8 "$@"; }

# check WHAT STATUS COMMAND...: the command ends with that status, and shows no traceback.
check() {
    local what=$1 want=$2 start=$SECONDS
    shift 2
    "$@" >"$work/out" 2>&1
    local got=$?
    if [ $got = "$want" ] && ! grep -q Traceback "$work/out"; then
        echo "ok    $what ($((SECONDS - start)) s)"
        passed=$((passed + 1))
    else
        echo "FAIL  $what: exit status $got, not $want"
        tail -n 20 "$work/out"
        failed=$((failed + 1))
    fi
}
# says TEXT: so did the last command.
says() { check "  it says: $1" 0 grep -q -- "$1" "$work/out.last"; }
keep() { cp "$work/out" "$work/out.last"; }

check "make demo, empty HOME" 0 clean make -C "$root" demo
keep
if /usr/bin/unshare --map-root-user --net true 2>/dev/null; then
    check "make demo again, without a network" 0 cut_off make -C "$root" demo
    rm -rf "$work/home"
    mkdir "$work/home"
    check "make demo, another empty HOME, without a network" 0 cut_off make -C "$root" demo
    keep
    says "models install e5-small-v2"
    offline=cut_off
else
    echo "SKIPPED: this system does not let a user cut off the network"
    skipped=$((skipped + 1))
    offline=clean
fi

# The wheel, with the oldest Python that there is, without Rust and without extras.
oldest=python3
/usr/bin/python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && oldest=/usr/bin/python3
check "a wheel is built" 0 clean env PATH="$root/.venv/bin:$work/bin" \
    .venv/bin/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir "$work/dist" "$root"
check "a venv of $($oldest --version)" 0 clean $oldest -m venv "$work/venv"
bare() { env -i HOME="$work/home" PATH=/nonexistent ${pip[@]+"${pip[@]}"} "$work/venv/bin/python" -m pip "$@"; }
check "what the wheel depends on is installed without compilers, by hashes" 0 \
    bare install --quiet --only-binary :all: --require-hashes --requirement "$root/requirements/core.lock"
check "the wheel is installed" 0 bare install --quiet --no-deps "$work"/dist/*.whl
check "what it depends on is all there" 0 bare check
tertium="$work/venv/bin/tertium"
check "smoke test" 0 clean "$work/venv/bin/python" "$root/scripts/smoke_test.py"
check "tertium demo without extras" 0 $offline "$tertium" demo --output "$work/demo"
keep
says "pip install"
check "python -m tertium --version" 0 clean "$work/venv/bin/python" -m tertium --version
check "tertium doctor without extras" 0 $offline "$tertium" doctor
samples=$("$work/venv/bin/python" -c 'from tertium import samples; print(samples.path("reference.A.txt").parent)')
for metric in $("$work/venv/bin/python" -c 'from tertium.registry import METRICS; print(*METRICS)'); do
    if $offline "$tertium" score "$samples/system.neural.txt" -r "$samples/reference.A.txt" -s "$samples/source.es.txt" \
        -m "$metric" >"$work/out" 2>&1; then
        passed=$((passed + 1))
    elif grep -Eq 'Run: |Build one' "$work/out" && ! grep -q Traceback "$work/out"; then
        passed=$((passed + 1))
    else
        echo "FAIL  $metric neither works nor names its remedy"
        tail -n 3 "$work/out"
        failed=$((failed + 1))
    fi
done
if [ "$(id -u)" = 0 ]; then
    chmod -R a+rX "$work/venv" "$work/dist"
    check "an ordinary user without a home: models list" 0 as_user "$tertium" models list
    mkdir -m 777 "$work/shared"
    check "an ordinary user without a home: demo" 0 as_user "$tertium" demo --output "$work/shared/demo"
    check "an ordinary user without a home: mtness" 0 as_user "$tertium" mtness "$samples/mtness/system.literal.es.txt" \
        -l es --counts "scan($samples/mtness/corpus.es.txt)" --tagger "wordlist($samples/mtness/wordlist.es.tsv)"
else
    echo "SKIPPED: only root can become a user without a home"
    skipped=$((skipped + 1))
fi
echo "fresh: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
