#!/bin/sh
# The undefined cases of the suite under compute-sanitizer, on the GPU of this machine. Runs in the folder that
# scripts/pack_sanitize.sh makes, which needs the driver, compute-sanitizer and Python, and no package.
#
#   sh sanitize.sh [RESULTS [--dry] [--tool PATH] [--seconds N] [--jobs N]]     RESULTS: a folder for the table and the logs, default results
#
# --dry needs neither GPU nor compute-sanitizer, but cc: no launch runs. No way begins after --seconds (420); --jobs (8) processes
# share the GPU.
set -eu

results=${1:-results}
case $results in /*) ;; *) results=$(pwd)/$results ;; esac
if [ $# -gt 0 ]; then shift; fi
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tar -xzf cases.tar.gz -C "$scratch"
mkdir -p "$results"
code=0
python3 "$scratch/sanitize.py" run "$scratch" "$results" "$@" || code=$?
tar -czf "$results/logs.tar.gz" -C "$results" logs
rm -r "$results/logs"
cat "$results/SANITIZE.md"
exit "$code"
