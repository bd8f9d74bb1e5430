#!/bin/sh
# Runs what release.sh builds where there is nothing but what a small Debian has: in a folder of unpacked packages, without Rust, a
# compiler, headers of Python or z3. Needs root (chroot, mount), dpkg, apt-get and a Debian or Ubuntu.
#
#   sh scripts/bare.sh [DIST]     default target/dist
#
# The packages are those of this machine's distribution: apt-get download, dpkg-deb -x. Python brings pip from its own wheels.
set -eu
umask 022

cd "$(dirname "$0")/.."
dist=$(realpath "${1:-${CARGO_TARGET_DIR:-target}/dist}")
root=$(mktemp -d)
# What is mounted must go before what it is mounted on is removed.
leave() {
    umount "$root/system/proc" 2>/dev/null || :
    rm -rf --one-file-system "$root"
}
trap leave EXIT

fail() {
    echo "bare.sh: $1" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || fail 'chroot needs root'
(cd "$dist" && sha256sum --check --quiet SHA256SUMS) || fail "$dist is not what release.sh wrote"

python=$(apt-cache depends python3-minimal | sed -n 's/.*Depends: \(python3\.[0-9]*\)-minimal$/\1/p')
[ -n "$python" ] || fail 'apt-cache does not know which python3 there is'
packages="libc6 libgcc-s1 libstdc++6 zlib1g libcrypt1 libexpat1 dash coreutils libselinux1 libacl1 libattr1 libgmp10 libpcre2-8-0 \
    $python-minimal lib$python-minimal lib$python-stdlib $python $python-venv python3-pip-whl python3-setuptools-whl tar gzip"
mkdir "$root/debs" "$root/system"
for package in $packages; do
    (cd "$root/debs" && apt-get download -qq "$package" >/dev/null 2>&1) || fail "apt-get cannot download $package"
done
for package in "$root"/debs/*.deb; do
    dpkg-deb -x "$package" "$root/system"
done
system=$root/system
# What a Debian has merged; packages of older releases still bring the folders apart.
for folder in bin sbin lib lib64; do
    if [ -d "$system/$folder" ] && [ ! -L "$system/$folder" ]; then
        mkdir -p "$system/usr/$folder"
        cp -a "$system/$folder/." "$system/usr/$folder/"
        rm -r "${system:?}/$folder"
    fi
    ln -sfn "usr/$folder" "$system/$folder"
done
ln -sf dash "$system/bin/sh"
mkdir -p "$system/tmp" "$system/dev" "$system/trial" "$system/proc"
# The loader finds what lies beside a program by /proc/self/exe, which every running system has.
mount -t proc proc "$system/proc" || fail 'cannot mount /proc in the folder'
mknod -m 666 "$system/dev/null" c 1 3 2>/dev/null || : >"$system/dev/null"
cp "$dist"/tileproof-*.whl "$dist"/tileproof-*.tar.gz "$system/trial/"
cp corpus/demo/*.tile "$system/trial/"

inside() {
    chroot "$system" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/tmp "$@"
}

# ends EXPECTED-EXIT COMMAND…
ends() {
    expected=$1
    shift
    printf '\n$ %s\n' "$*"
    exit=0
    inside "$@" || exit=$?
    [ "$exit" -eq "$expected" ] || fail "expected exit $expected, got $exit"
}

echo "== $(ls "$root/debs" | wc -l) packages, $(du -sh "$system" | cut -f1)"
for missing in rustc cargo cc gcc z3 patchelf; do
    [ -z "$(find "$system/usr" -name "$missing" -type f)" ] || fail "there is $missing"
done
[ -z "$(find "$system" -name Python.h)" ] || fail 'there are headers of Python'
[ -z "$(find "$system" -name 'libz3*')" ] || fail 'there is z3'

echo '== the archive'
ends 0 tar -xzf "$(cd "$system" && echo trial/tileproof-*.tar.gz)" -C /tmp
program=$(cd "$system" && echo tmp/tileproof-*/bin/tileproof)
ends 0 "/$program" --version
ends 0 "/$program" check /trial/fixed.tile --quiet
ends 1 "/$program" check /trial/broken.tile --quiet
ends 0 "/$program" explain view.index.space >/dev/null

echo
echo '== the wheel'
ends 0 "/usr/bin/$python" -m venv /tmp/venv
ends 0 /tmp/venv/bin/pip --quiet --disable-pip-version-check install --no-index --no-deps "/$(cd "$system" && echo trial/tileproof-*.whl)"
ends 0 /tmp/venv/bin/tileproof --version
ends 0 /tmp/venv/bin/tileproof check /trial/fixed.tile --quiet
ends 1 /tmp/venv/bin/tileproof check /trial/broken.tile --quiet
ends 0 /tmp/venv/bin/python -c 'import tileproof; print(tileproof.promises.__doc__.splitlines()[0])'

echo
echo 'archive and wheel run there'
