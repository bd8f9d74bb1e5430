#!/bin/sh
# Checks what tileproof.toml names, or the arguments, in the format of a host, and ends with the check's exit code.
#
#   sh check.sh github [SARIF] [-- ARGUMENT…]    annotations; SARIF is a file to write
#   sh check.sh gitlab [-- ARGUMENT…]            tileproof.xml for JUnit, tileproof.html
#   sh check.sh pre-commit FILE…                 a line a finding; files without a kernel are skipped
#
# Verdicts are kept between the calls, so that the second format costs no second check.
set -u

host=${1:?which host: github, gitlab or pre-commit}
shift

if ! command -v tileproof >/dev/null; then
    echo 'check.sh: there is no tileproof on the path: install its wheel' >&2
    exit 2
fi

case $host in
github)
    sarif=
    if [ $# -gt 0 ] && [ "$1" != -- ]; then
        sarif=$1
        shift
    fi
    [ "${1:-}" = -- ] && shift
    if [ -n "$sarif" ]; then
        tileproof check "$@" --format sarif -o "$sarif"
        # Without the file the findings would be lost, whatever the annotations say.
        [ $? -ne 2 ] && [ -f "$sarif" ] || exit 2
    fi
    tileproof check "$@" --format github
    ;;
gitlab)
    [ "${1:-}" = -- ] && shift
    tileproof check "$@" --format html -o tileproof.html
    tileproof check "$@" --format junit -o tileproof.xml
    ;;
pre-commit)
    tileproof check "$@" --only-with-kernels --format short
    ;;
*)
    echo "check.sh: $host is no host that is known" >&2
    exit 2
    ;;
esac
