#!/bin/sh
# Unpacks the solver, z3 5.4, into .z3/lib of this repository: once, whole or not at all.
# With Z3_LIBRARY_PATH_OVERRIDE set, that folder's libz3 is used and nothing is fetched.
set -eu

version=5.4.0.0
soname=libz3.so.5.4

fail() {
    echo "z3.sh: $1" >&2
    exit 1
}

[ -z "${Z3_LIBRARY_PATH_OVERRIDE:-}" ] || exit 0

machine=$(uname -sm)
case $machine in
'Linux x86_64')
    platform=manylinux_2_27_x86_64
    digest=0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b
    ;;
'Linux aarch64')
    platform=manylinux_2_38_aarch64
    digest=fffb36861d4da1f9584d0fd4a80dbf247fdfbebb04b5c31a90b460b14c86cab0
    ;;
*) fail "no z3 $version is pinned for $machine: set Z3_LIBRARY_PATH_OVERRIDE to the folder of a libz3 of yours" ;;
esac

cd "${0%/*}/.."

# The digest lies inside the folder, and the folder arrives by one rename.
have=
[ ! -r .z3/lib/digest ] || read -r have <.z3/lib/digest || :
[ "$have" != "$digest" ] || [ ! -e ".z3/lib/$soname" ] || exit 0

command -v python3 >/dev/null || fail 'missing: python3 with pip or venv (it fetches z3)'

temporary=.z3/tmp.$$
trap 'rm -rf "$temporary"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir -p "$temporary"

python=python3
if ! python3 -m pip --version >/dev/null 2>&1; then
    python3 -m venv "$temporary/venv" >/dev/null 2>&1 ||
        fail 'missing: pip or venv for python3 (one of them fetches z3)'
    python=$temporary/venv/bin/python
fi

echo "fetching z3 $version"
"$python" -m pip --quiet --disable-pip-version-check download --no-deps --only-binary :all: \
    --platform "$platform" --dest "$temporary" "z3-solver==$version" ||
    fail "could not fetch z3-solver $version: try again, or set Z3_LIBRARY_PATH_OVERRIDE to the folder of a libz3 of yours"

python3 - "$temporary" "$digest" "$soname" <<'PYTHON' || fail 'z3 was not unpacked'
import glob, hashlib, os, shutil, sys, zipfile

temporary, digest, soname = sys.argv[1:]
(wheel,) = glob.glob(f"{temporary}/*.whl")
with open(wheel, "rb") as file:
    found = hashlib.sha256(file.read()).hexdigest()
if found != digest:
    sys.exit(f"z3.sh: {os.path.basename(wheel)} has the sha256 digest {found}, not {digest}")

new, lib = f"{temporary}/lib", ".z3/lib"
os.mkdir(new)
with zipfile.ZipFile(wheel) as archive, archive.open(f"z3/lib/{soname}") as packed:
    with open(f"{new}/{soname}", "wb") as file:
        shutil.copyfileobj(packed, file, 1 << 20)
os.chmod(f"{new}/{soname}", 0o755)
os.symlink(soname, f"{new}/libz3.so")
with open(f"{new}/digest", "w") as file:
    file.write(digest + "\n")

if os.path.lexists(lib):
    os.rename(lib, f"{temporary}/old")
try:
    os.rename(new, lib)
except OSError:
    # Another run of this script was faster.
    with open(f"{lib}/digest") as file:
        if file.read().strip() != digest:
            raise
PYTHON
