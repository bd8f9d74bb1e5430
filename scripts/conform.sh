#!/bin/sh
# NVIDIA's compiler against the suite, on the GPU of this machine. Runs in the folder that scripts/pack_conform.sh makes, which
# needs the driver and Python, and no package.
#
#   sh conform.sh [SUBMISSION]      SUBMISSION: the folder that is made, default submission
#
# What is run and printed besides stands in SUBMISSION.log. The exit code is that of `tileproof conform`.
set -eu

out=${1:-submission}
case $out in /*) ;; *) out=$(pwd)/$out ;; esac
cd "$(dirname "$0")"
arch=$(sed -n 's/^arch=//p' compiler)
version=$(sed -n 's/^version=//p' compiler)
device=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1 | sed 's/, /, driver /')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/suite" "$scratch/cubins"
tar -xzf suite.tar.gz -C "$scratch/suite" --strip-components=1
tar -xzf cubins.tar.gz -C "$scratch/cubins"
cat >"$scratch/profile.json" <<PROFILE
{
  "schema": "tileproof.profile/1",
  "implementation": "NVIDIA tileiras",
  "version": "$version",
  "architecture": "$arch",
  "device": "$device",
  "ir": "13.5",
  "contraction": "may",
  "flushing": "may",
  "undefined": "undetected",
  "order": "any"
}
PROFILE
set -- conform --suite "$scratch/suite" --batch --target 'exec:python3 conform_cubin.py' --profile "$scratch/profile.json"
code=0
CUBINS=$scratch/cubins ./tileproof "$@" --waivers nvidia.waivers.jsonl --submission "$out" >"$out.log" 2>&1 || code=$?
cat "$out.log"
if [ -d "$out" ]; then ./tileproof conform --suite "$scratch/suite" --verify "$out" | tail -20 || :; fi
exit "$code"
