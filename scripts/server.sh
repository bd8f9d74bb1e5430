#!/bin/sh
# The extension for VS Code, in target/vscode: `sh scripts/server.sh` drives the server by the protocol library that VS Code's client is
# made of, with 200 edits in ten seconds and 1,000 edits (a minute or two); `sh scripts/server.sh package` packs it. Needs Node 20 and what
# npm fetches; TILEPROOF names a program that is built already.
set -eu

cd "$(dirname "$0")/.."
here=$(pwd)
folder=target/vscode
mkdir -p "$folder"
# What npm leaves lies beside what is built, and not in the sources.
rm -rf "$folder/test"
cp -R integrations/vscode/. "$folder"

if [ -z "${TILEPROOF:-}" ] && [ "${1:-}" != package ]; then
    cargo build --release
    TILEPROOF=$here/target/release/tileproof
fi

cd "$folder"
npm install --no-package-lock --no-audit --no-fund
if [ "${1:-}" = package ]; then
    npm run package
else
    TILEPROOF=$TILEPROOF TILEPROOF_SOURCES=$here npm test
fi
