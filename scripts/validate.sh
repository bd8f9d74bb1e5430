#!/bin/sh
# Has readers that are not ours read the formats of `tileproof check`: SARIF by the schema of OASIS (jsonschema) and by sarif-tools, JUnit by
# junitparser, JSON by our schema (jsonschema). All are fetched by pip; the schema of SARIF is the one that the crate serde-sarif has.
#
#   sh scripts/validate.sh [FILE…]     default: kernels of every verdict, and a file that cannot be read
#
# TILEPROOF names a program that is built already.
set -eu

cd "$(dirname "$0")/.."
if [ -z "${TILEPROOF:-}" ]; then
    cargo build --release
    TILEPROOF=${CARGO_TARGET_DIR:-target}/release/tileproof
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" --quiet --disable-pip-version-check install jsonschema==4.26.0 junitparser==5.0.3 sarif-tools==3.0.5
schema=
for found in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/serde-sarif-*/src/schema.json; do schema=$found; done
[ -f "$schema" ] || { echo 'validate.sh: cargo has not fetched serde-sarif: cargo fetch' >&2; exit 1; }
if [ $# -eq 0 ]; then
    printf 'entry \377' >"$work/torn.tile"
    set -- corpus/demo/broken.tile corpus/demo/fixed.tile corpus/broken corpus/found corpus/suspects "$work/torn.tile"
fi
for format in json sarif junit; do
    exit=0
    "$TILEPROOF" check "$@" --format "$format" -o "$work/report.$format" 2>"$work/said" || exit=$?
    # Undefined, conditional, a file that cannot be read.
    case $exit in 0 | 1 | 3 | 4 | 7) ;; *) cat "$work/said" >&2; exit 1 ;; esac
done
"$work/venv/bin/python" - "$schema" "$work" <<'END'
import collections
import json
import pathlib
import sys

import jsonschema
import junitparser
from sarif import loader

schema, work = json.loads(pathlib.Path(sys.argv[1]).read_text()), pathlib.Path(sys.argv[2])
log = json.loads((work / "report.sarif").read_text())
jsonschema.validators.validator_for(schema)(schema).validate(log)
records = loader.load_sarif_file(str(work / "report.sarif")).get_records()
levels = collections.Counter(record["Severity"] for record in records)
print(f"SARIF: valid; sarif-tools reads {len(records)} results: {dict(levels)}")
assert len(records) == len(log["runs"][0]["results"]), "sarif-tools reads another number"
ours = json.loads(pathlib.Path("docs/check.schema.json").read_text())
report = json.loads((work / "report.json").read_text())
jsonschema.validators.validator_for(ours)(ours).validate(report)
verdicts = collections.Counter(kernel["verdict"] for kernel in report["kernels"])
print(f"JSON: valid; {len(report['kernels'])} kernels: {dict(verdicts)}")
suites = junitparser.JUnitXml.fromfile(str(work / "report.junit"))
for suite in suites:
    before = suite.tests, suite.failures, suite.errors, suite.skipped
    suite.update_statistics()
    assert before == (suite.tests, suite.failures, suite.errors, suite.skipped), suite.name
cases = [case for suite in suites for case in suite]
failed = sum(1 for case in cases if any(isinstance(one, junitparser.Failure) for one in case.result))
assert (suites.tests, suites.failures) == (len(cases), failed), "the numbers at the top are others"
print(f"JUnit: junitparser reads {len(cases)} cases in {len(list(suites))} suites, {failed} of them failed")
END
