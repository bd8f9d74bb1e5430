"""Runs the undefined cases of the suite under compute-sanitizer, with the code of NVIDIA's compiler: a table of the violations seen.

    sanitize.py pack SUITE FOLDER [ARCH]            compiles the kernels, with and without --sanitize=memcheck, into FOLDER
    sanitize.py run FOLDER RESULTS [--dry] [--tool PATH] [--seconds N] [--jobs N]
                                                    runs FOLDER, and writes RESULTS/SANITIZE.md and RESULTS/sanitize.json

FOLDER holds the cases that break a rule and, for each kernel with such a case, one case that breaks none: a report there is a false
alarm. `run` needs the driver, compute-sanitizer and Python. With --dry it needs neither GPU nor tools: a driver that does nothing
takes their place, so that all but the launches is tried.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

BUILDS = {"plain": (), "checked": ("--sanitize=memcheck",)}
# The ways of a run: the build, and the tool of compute-sanitizer.
WAYS = {
    "launch alone": ("plain", None),
    "memcheck, --sanitize": ("checked", "memcheck"),
    "memcheck": ("plain", "memcheck"),
    "initcheck": ("plain", "initcheck"),
    "racecheck": ("plain", "racecheck"),
}
MOST = 48  # cases of one process: after a failing launch a process starts again, while other groups go on
OPTIONS = ["--destroy-on-device-error", "kernel", "--report-api-errors", "no", "--print-limit", "10000"]
# The driver of a dry run: memory of the host, and launches that do nothing.
NO_DRIVER = r"""
#include <stdlib.h>
#include <string.h>
typedef unsigned long long address;
int cuInit(unsigned flags) { return flags != 0; }
int cuDeviceGet(int *device, int at) { *device = at; return 0; }
int cuDevicePrimaryCtxRetain(void **context, int device) { *context = &free + device; return 0; }
int cuCtxSetCurrent(void *context) { return context == NULL; }
int cuCtxSynchronize(void) { return 0; }
int cuModuleLoadData(void **module, const char *image) { *module = (void *)image; return memcmp(image + 1, "ELF", 3) != 0; }
int cuModuleGetFunction(void **function, void *module, const char *name) { *function = module; return !*name; }
int cuMemAlloc_v2(address *to, size_t bytes) { *to = (address)aligned_alloc(256, (bytes + 255) / 256 * 256); return bytes == 0; }
int cuMemsetD8_v2(address at, unsigned char byte, size_t bytes) { memset((void *)at, byte, bytes); return 0; }
int cuMemcpyHtoD_v2(address to, const void *from, size_t bytes) { memcpy((void *)to, from, bytes); return 0; }
int cuMemcpyDtoH_v2(void *to, address from, size_t bytes) { memcpy(to, (void *)from, bytes); return 0; }
int cuMemFree_v2(address at) { free((void *)at); return 0; }
int cuLaunchKernel(void *f, unsigned x, unsigned y, unsigned z, unsigned a, unsigned b, unsigned c, unsigned bytes, void *stream, void **p, void **e) {
  return !f || !x || !y || !z || a != 1 || b != 1 || c != 1 || bytes || stream || !p || e;
}
int cuStreamQuery(void *stream) { return stream != NULL; }
"""


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def chosen(suite):
    """The cases that break a rule, and one that breaks none for each kernel of theirs."""
    cases = [read(suite / "cases" / name / "case.json") for name in read(suite / "suite.json")["cases"]]
    broken = [case for case in cases if "breaks" in case["expected"]]
    kernels, fine = {case["kernel"].get("bytecode") for case in broken}, {}
    for case in cases:
        if "leaves" in case["expected"] and case["launch"]["order"] == "any" and case["kernel"].get("bytecode") in kernels:
            fine.setdefault(case["kernel"]["bytecode"], case)
    return [case for case in [*broken, *fine.values()] if "bytecode" in case["kernel"]]


def pack(suite, folder, arch="sm_90"):
    from conform import compiled

    suite, folder = pathlib.Path(suite), pathlib.Path(folder)
    cases = chosen(suite)
    for case in cases:
        shutil.copytree(suite / "cases" / case["name"], folder / "suite/cases" / case["name"], dirs_exist_ok=True)
    names = [case["name"] for case in cases]
    (folder / "suite/suite.json").write_text(json.dumps({"schema": "tileproof.suite/1", "cases": names}))
    shutil.copy(suite / "rules.json", folder / "suite")
    for name in ("conform_run.py", "conform_cubin.py"):
        shutil.copy(suite / name, folder)
    shutil.copy(__file__, folder)
    paths = sorted({case["kernel"]["bytecode"] for case in cases})
    for build, flags in BUILDS.items():
        cubins = folder / build
        cubins.mkdir(parents=True, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            made = list(pool.map(lambda path: compiled(suite / path, arch, cubins, flags), paths))
        (cubins / "cubins.json").write_text(json.dumps(dict(zip(paths, made)), indent=0))
        print(f"{build}: {sum(name is not None for name, _ in made)} of {len(paths)} kernels compiled")
    print(f"{len(cases)} cases in {folder}")


def chunks(cases):
    """The cases in small groups without two kernels of one name: a report of compute-sanitizer names the kernel."""
    groups = []
    for case in cases:
        entry = case["kernel"]["entry"]
        group = next((group for group in groups if entry not in group and len(group) < MOST), None)
        if group is None:
            group = {}
            groups.append(group)
        group[entry] = case["name"]
    return groups


def reports(logs):
    """The reports of compute-sanitizer in its logs, each a text of several lines."""
    found = []
    for log in logs:
        inside = False
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
            words = line.lstrip("=")
            begins = re.match(r" \S", words) and not words.startswith((" COMPUTE-SANITIZER", " ERROR SUMMARY", " RACECHECK SUMMARY"))
            if begins:
                found.append(words.strip())
            elif inside and words.startswith("  "):
                found[-1] += "\n" + words.strip()
            inside = bool(begins) or inside and words.startswith("  ")
    return found


class Way:
    """The launches of all cases with one build, under one tool."""

    def __init__(self, name, folder, results, options):
        self.name, self.folder, self.results, self.options = name, folder, results, options
        self.build, self.tool = WAYS[name]
        self.seen, self.other, self.lost = collections.defaultdict(list), [], set()

    def run(self, number, group):
        """Runs a group of cases, and keeps what was seen of each."""
        import conform_run

        stem = self.results / "logs" / f"{self.name.replace(' ', '_').replace(',', '')}.{number}"
        command = ["env", f"CUBINS={self.folder / self.build}", "UNDEFINED=1"]
        if self.tool and self.options.tool:
            command += [self.options.tool, "--tool", self.tool, *OPTIONS, "--log-file", f"{stem}.%p.log"]
        command += [sys.executable, str(self.folder / "conform_cubin.py")]
        names = list(group.values())
        run = conform_run.Run(self.folder / "suite", names, command, argparse.Namespace(limit=30.0, restarts=len(names)))
        run.all()
        for name in names:
            outcome, why, _ = run.outcomes[name]
            if outcome == "skipped":
                self.seen[name] = None
            elif re.match(r"cu\w+ gives |the launch does not end", why):
                self.seen[name].append(why)
            elif outcome != "agree" and not why.startswith("it ends well"):
                self.other.append(f"{name}: {why}")
                self.lost |= {name} if outcome == "errors" else set()
        for report in reports(stem.parent.glob(f"{stem.name}.*.log")):
            owners = [name for entry, name in group.items() if re.search(rf"(?<![\w$]){re.escape(entry)}(?=\+0x|\()", report)]
            for name in owners:
                if self.seen[name] is not None:
                    self.seen[name].append(report)
            if not owners:
                self.other.append(report)


def table(cases, ways):
    """The table of the rules, and the text around it."""
    rules = collections.defaultdict(list)
    for case in cases:
        rules[case["expected"].get("breaks", "(none is broken)")].append(case["name"])
    text = "| broken rule | cases | compiled |" + "".join(f" {way.name} |" for way in ways) + "\n"
    text += "|--|--|--|" + "--|" * len(ways) + "\n"
    for rule, names in sorted(rules.items()):
        compiled = sum(ways[0].seen.get(name, ()) is not None for name in names)
        counts = [sum(bool(way.seen.get(name)) for name in names) for way in ways]
        text += f"| `{rule}` | {len(names)} | {compiled} |" + "".join(f" {count} |" for count in counts) + "\n"
    return text + f"| (no answer) | {len(cases)} | |" + "".join(f" {len(way.lost)} |" for way in ways) + "\n"


def no_driver(folder):
    """A library in place of the driver's, that runs nothing."""
    (folder / "cuda.c").write_text(NO_DRIVER)
    subprocess.run(["cc", "-O1", "-w", "-shared", "-fPIC", "-o", folder / "libcuda.so.1", folder / "cuda.c"], check=True)
    os.environ.update(LD_LIBRARY_PATH=str(folder))


def output(*command):
    """The last line of a command's output; empty without the command."""
    try:
        lines = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.strip().splitlines()
    except OSError:
        return ""
    return lines[-1] if lines else ""


def run(folder, results, options):
    folder, results = folder.resolve(), results.resolve()
    sys.path.insert(0, str(folder))
    (results / "logs").mkdir(parents=True, exist_ok=True)
    cases = [read(folder / "suite/cases" / name / "case.json") for name in read(folder / "suite/suite.json")["cases"]]
    groups, begin, ways = chunks(cases), time.monotonic(), []
    version = output(options.tool, "--version") if options.tool else ""
    if not version and not options.dry:
        sys.exit(f"cannot run {options.tool}: put compute-sanitizer on PATH, or name it by --tool")
    with tempfile.TemporaryDirectory() as scratch:
        if options.dry:
            no_driver(pathlib.Path(scratch))
        for name in WAYS:
            if time.monotonic() - begin > options.seconds:
                print(f"{name}: not begun after {options.seconds} s")
                continue
            way, start = Way(name, folder, results, options), time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                list(pool.map(way.run, range(len(groups)), groups))
            ways.append(way)
            seen = sum(bool(all_of) for all_of in way.seen.values())
            took = f"{time.monotonic() - start:.0f} s"
            print(f"{name}: {seen} of {len(cases)} cases seen, {len(way.lost)} lost, {len(way.other)} other reports, {took}", flush=True)
            write(cases, ways, results, version)
    return 0 if len(ways) == len(WAYS) else 1


def write(cases, ways, results, version):
    """Writes the table and, by case and way, the first lines of what was seen."""
    device = output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader") or "no GPU"
    (results / "SANITIZE.md").write_text(f"{device}; compute-sanitizer: {version or 'none'}\n\n{table(cases, ways)}")
    lines = {way.name: {name: [one.splitlines()[0] for one in seen[:3]] for name, seen in way.seen.items() if seen} for way in ways}
    other = {way.name: [one.splitlines()[0] for one in way.other[:50]] for way in ways}
    refused = sorted(name for name, seen in ways[0].seen.items() if seen is None)
    (results / "sanitize.json").write_text(json.dumps({"seen": lines, "other": other, "refused": refused}, indent=1))


def main():
    if sys.argv[1:2] == ["pack"] and len(sys.argv) in (4, 5):
        return pack(*sys.argv[2:])
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("verb", choices=["run"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--dry", action="store_true")
    parser.add_argument("--tool")
    parser.add_argument("--seconds", type=float, default=420.0)
    parser.add_argument("--jobs", type=int, default=8)
    options = parser.parse_args()
    options.tool = options.tool or (None if options.dry else "compute-sanitizer")
    return run(options.folder, options.results, options)


if __name__ == "__main__":
    sys.exit(main())
