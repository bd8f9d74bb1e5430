#!/bin/sh
# Everything that needs a GPU, in a quarter of an hour, and in the last line how many parts passed and failed. Runs in the
# folder that scripts/pack_gpu.sh makes, which needs neither Rust nor z3.
#
#   sh gpu.sh [RESULTS]      RESULTS: a folder for tables and logs, default results
#
# With SANITIZE="memcheck racecheck initcheck", or some of them, compute-sanitizer watches the corpus's runs instead, for
# SANITIZE_SECONDS (90) a tool; FILTER=text picks runs by file and line.
set -u

cd "$(dirname "$0")" || exit
results=${1:-results}
mkdir -p "$results"
passed=0
failed=0

# part NAME SECONDS COMMAND…: its last line is shown, all of it is in RESULTS/NAME.log.
part() {
    name=$1
    seconds=$2
    shift 2
    start=$(date +%s)
    timeout -k 10 "$seconds" "$@" >"$results/$name.log" 2>&1
    code=$?
    took=$(($(date +%s) - start))
    if [ "$code" -eq 0 ]; then
        passed=$((passed + 1)) verdict=passed
    else
        failed=$((failed + 1)) verdict="FAILED ($code)"
        grep -E '^(WRONG|FAILED|.* is wrong: )' "$results/$name.log" | head -20
    fi
    echo "$name: $verdict in $took s: $(tail -1 "$results/$name.log")"
}

# refused WORD COMMAND…: it must end with code 2 before anything runs, and name the clause.
refused() {
    word=$1
    shift
    said=$("$@" 2>&1)
    if [ $? -eq 2 ]; then case $said in *"breaks \`$word"*) echo "refused: $word"; return 0 ;; esac; fi
    echo "not refused as it should be: $*: $said"
    return 1
}

# conform_in N: a command that runs the suite in N parts at once, each with a log of its own, and fails where one does.
conform_in() {
    for shard in $(seq "$1"); do
        printf './tileproof conform --target gpu --proofs proofs --shard %s/%s >"%s/conform.%s.log" 2>&1 & jobs="$jobs $!"; ' \
            "$shard" "$1" "$results" "$shard"
    done
    printf 'for job in $jobs; do wait "$job" || failed=1; done; echo "%s parts"; exit "${failed:-0}"' "$1"
}

refusals() {
    perf=corpus/kernels/perf/perf.tile
    proof=proofs/kernels/perf/perf/vector_add.proof
    array=zeros:f32
    set -- ./tileproof run "$perf" --kernel vector_add --proof "$proof" --device gpu
    refused 'grid.x == ' "$@" --grid 2 --arg n=1024 --arg a=$array'[1024]' --arg b=$array'[1024]' --arg o=$array'[1024]' &&
        refused 'n % 1024 == 0' "$@" --grid 1 --arg n=1025 --arg a=$array'[1025]' --arg b=$array'[1025]' --arg o=$array'[1025]'
}

nvidia-smi --query-gpu=name,driver_version,clocks.sm --format=csv,noheader 2>/dev/null
export CORPUS=corpus PROOFS=proofs GPU=1 TILEPROOF="$(pwd)/tileproof"

if [ -n "${SANITIZE:-}" ]; then
    # Its code shows what it found, or else the program's.
    for tool in $SANITIZE; do
        SECONDS_LEFT=${SANITIZE_SECONDS:-90}
        # The driver is asked for parameters until it has no more, which is no error.
        calls=
        if [ "$tool" = memcheck ]; then calls='--report-api-errors no'; fi
        part "$tool" $((SECONDS_LEFT + 60)) env BARE=1 SECONDS="$SECONDS_LEFT" \
            compute-sanitizer --tool "$tool" $calls --error-exitcode 9 ./runs
        part "$tool-bench" 120 compute-sanitizer --tool "$tool" $calls --error-exitcode 9 \
            ./tileproof bench --small --runs 1 --proofs proofs/bench
    done
else
    part faults 60 env FAULTS_ON=gpu ./faults
    if refusals >"$results/refusals.log" 2>&1; then
        passed=$((passed + 1))
        echo 'refusals: passed'
    else
        failed=$((failed + 1))
        cat "$results/refusals.log"
    fi
    part runs 200 env SECONDS=150 ./runs
    against=''
    if [ -d cubins ]; then against='--against cubins'; fi
    # shellcheck disable=SC2086 # two words
    part bench 500 ./tileproof bench --proofs proofs/bench --out "$results/bench.json" $against
    cat "$results/bench.log"
    if python3 -c 'import torch' 2>/dev/null; then
        part launches 240 python3 gpu_launches.py
        cat "$results/launches.log"
        part overhead 60 python3 launch_overhead.py corpus/kernels/perf/perf.tile proofs/bench/vector_add.proof
        cat "$results/overhead.log"
        if [ -d contest ]; then
            part contest 240 python3 contest/contest.py run contest
            cat "$results/contest.log"
        fi
        part peers 240 python3 torch_peers.py
        cat "$results/peers.log"
    fi
    if ./tileproof conform --help >/dev/null 2>&1; then
        part conform 200 sh -c "$(conform_in 8)"
        cat "$results"/conform.*.log | grep '^all'
    fi
fi
echo "gpu: $passed parts passed, $failed failed"
[ "$failed" -eq 0 ]
