"""Writes what the program is made of: a bill of materials, CycloneDX 1.6 in JSON, and the licences of all of it as one text.

    python3 scripts/sbom.py PLATFORM LIBZ3 BILL LICENCES

PLATFORM is a target of Rust, LIBZ3 the solver's library. Crates and what they depend on are cargo's own account of the locked
build; those that only build scripts or macros need are `excluded`. Times are those of SOURCE_DATE_EPOCH.
"""
from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

Z3 = "5.4.0.0"
Z3_HOLDER = "Copyright (c) Microsoft Corporation"
TEXTS = re.compile(r"(licen[cs]e|copying|notice|unlicense|copyright)", re.IGNORECASE)


def metadata(platform: str) -> dict[str, Any]:
    """cargo's account of the workspace."""
    words = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", platform]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def reach(packages: dict[str, Any], nodes: dict[str, Any], root: str) -> dict[str, bool]:
    """What is built for a package: whether it is in the program, and not for scripts and macros alone."""
    found: dict[str, bool] = {}
    left = [(root, True)]
    while left:
        name, inside = left.pop()
        inside = inside and not is_macro(packages[name])
        if name in found and (found[name] or not inside):
            continue
        found[name] = inside
        for dependency in nodes[name]["deps"]:
            kinds = {kind["kind"] for kind in dependency["dep_kinds"]}
            if None in kinds or "build" in kinds:
                left.append((dependency["pkg"], inside and None in kinds))
    return found


def checksums() -> dict[tuple[str, str], str]:
    """The digests of Cargo.lock, by name and version."""
    text = Path("Cargo.lock").read_text(encoding="utf-8")
    found = re.findall(r'name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"', text)
    return {(name, version): digest for name, version, digest in found}


def is_macro(package: dict[str, Any]) -> bool:
    """Whether it runs in the compiler alone."""
    return any("proc-macro" in target["kind"] for target in package["targets"])


def component(package: dict[str, Any], inside: bool, digests: dict[tuple[str, str], str]) -> dict[str, Any]:
    """One crate."""
    name, version = package["name"], package["version"]
    one: dict[str, Any] = {"type": "library", "bom-ref": reference(package), "name": name, "version": version,
                           "scope": "required" if inside else "excluded"}
    if package["source"]:
        one["purl"] = reference(package)
    if package["license"]:
        one["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if (name, version) in digests:
        one["hashes"] = [{"alg": "SHA-256", "content": digests[name, version]}]
    return one


def reference(package: dict[str, Any]) -> str:
    """What a crate is called in the bill."""
    name = f"{package['name']}@{package['version']}"
    return f"pkg:cargo/{name}" if package["source"] else f"tileproof/{name}"


def texts(package: dict[str, Any]) -> list[str]:
    """The texts of licences that a crate brings."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if path.is_file() and TEXTS.search(path.name))
    return [path.read_text(encoding="utf-8", errors="replace").strip() for path in files]


def licences(packages: list[dict[str, Any]]) -> str:
    """Every licence of what is in the program, each text once, with whose it is."""
    whose: dict[str, list[str]] = {}
    lines = ["What tileproof is made of beside its own code, and the licences of it.", ""]
    for package in packages:
        name = f"{package['name']} {package['version']}"
        lines.append(f"{name}: {package['license']}")
        for text in texts(package):
            whose.setdefault(text, []).append(name)
    lines.append(f"z3 {Z3} (libz3): MIT")
    mit = Path("LICENSE-MIT").read_text(encoding="utf-8").split("\n", 1)[1]
    whose[f"{Z3_HOLDER}\n{mit}".strip()] = [f"z3 {Z3}"]
    for text, names in whose.items():
        lines += ["", "=" * 80, ", ".join(names), "=" * 80, "", text]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes both files."""
    platform, libz3, bill, text = sys.argv[1:]
    data = metadata(platform)
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    (root,) = (package for package in data["packages"] if package["name"] == "tileproof")
    inside = reach(packages, nodes, root["id"])
    order = sorted(inside, key=lambda name: (packages[name]["name"], packages[name]["version"]))
    digests = checksums()
    z3 = f"pkg:pypi/z3-solver@{Z3}"
    digest = hashlib.sha256(Path(libz3).read_bytes()).hexdigest()
    components = [component(packages[name], inside[name], digests) for name in order if name != root["id"]]
    components.append({"type": "library", "bom-ref": z3, "name": "z3", "version": Z3, "scope": "required", "purl": z3,
                       "licenses": [{"expression": "MIT"}], "hashes": [{"alg": "SHA-256", "content": digest}]})
    needs = {name: sorted({dependency["pkg"] for dependency in nodes[name]["deps"]} & inside.keys()) for name in order}
    edges = [{"ref": reference(packages[name]), "dependsOn": sorted(reference(packages[of]) for of in needs[name])} for name in order]
    for edge in edges:
        if edge["ref"].startswith("pkg:cargo/z3-sys@"):
            edge["dependsOn"].append(z3)
    time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    program = {**component(root, True, digests), "type": "application"}
    del program["scope"]
    made = {"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
            "metadata": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": program},
            "components": components, "dependencies": edges}
    Path(bill).write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    foreign = [packages[name] for name in order if inside[name] and packages[name]["source"]]
    Path(text).write_text(licences(foreign), encoding="utf-8")


if __name__ == "__main__":
    main()
