#!/usr/bin/env python3
"""The long form of the tests: scripts/test --long [--list] [--again] [PART...]

Runs the parts one after another, each at most half an hour on two processors. A part that passed is not run again until a file of the
repository changes, so an interrupted run continues. build-long has the output of each part and summary.txt.

  --list    list the parts, with their last results, and run none
  --again   run them even if they have passed; scripts/plants --again does the same for the plants
"""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "build-long"
RUN = "python3 scripts/support/run_tests.py --build"
SANITIZE = f"scripts/build sanitize tests && {RUN} build-sanitize -LE '^(long|install)$'"

# The name, the contents, and the command.
PARTS = [
    ("cases", "every test in release, the long ones included", f"scripts/build release tests && {RUN} build"),
    ("sanitize-blocks", "tests of functions and blocks under sanitizers", f"{SANITIZE} -L '^(unit|block)$'"),
    ("sanitize-systems", "tests of networks under sanitizers", f"{SANITIZE} -L '^(system|docs)$'"),
    ("sanitize-commands", "all other tests but those with Verilog, under sanitizers", f"{SANITIZE} -LE '^(unit|block|system|docs|cosim)$'"),
    ("engines", "both engines on 6000 random networks",
     "scripts/build release && build/slackline compare-engines --random 6000 --cycles 300 --seed 1000000"),
    ("firmware", "both engines on 10000 random networks of interfaces, with each shipped firmware",
     "scripts/build release && build/slackline compare-engines --random 10000 --firmware --seed 1000000"),
    ("packets", "both engines on 10000 random networks with packet switches",
     "scripts/build release && build/slackline compare-engines --random 10000 --packets --seed 1000000"),
    ("studies", "the complete studies, and every closed form",
     "scripts/build release && build/slackline validate && for page in docs/reproduction/*/; do "
     'build/slackline study "$(basename "$page")" || exit 1; done'),
    ("twins", "every Verilog twin, and every fault planted into one",
     f"cmake --preset release -B build-twins -DSLACKLINE_ALL_TWINS=ON > /dev/null && cmake --build build-twins --parallel {os.cpu_count()} "
     f"--target tests && {RUN} build-twins -L '^cosim$'"),
    ("lint", "clang-tidy of every source", "scripts/lint --all"),
    ("fuzz-configurations", "ten minutes of each reader of configurations and what they name",
     "scripts/fuzz --seconds 600 config routes permutation schedule"),
    ("fuzz-fabrics", "ten minutes of each reader of fabrics except graphml and cray", "scripts/fuzz --seconds 600 fabric infiniband anynet"),
    ("fuzz-traces", "ten minutes of each other reader", "scripts/fuzz --seconds 600 graphml cray trace monitoring"),
    ("plants-1", "the first half of the planted faults", "scripts/plants --part 1/2"),
    ("plants-2", "the second half of the planted faults", "scripts/plants --part 2/2"),
]


def state_of_tree():
    """A hash of all files of the repository except CHANGELOG.md and .ci/linted, which the part lint writes."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"], cwd=ROOT,
                            capture_output=True, check=True).stdout
    whole = hashlib.sha256()
    for name in sorted(n for n in listed.decode().split("\0") if n):
        path = ROOT / name
        if path.is_file() and name not in (".ci/linted", "CHANGELOG.md"):
            whole.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def line_of(name, what, result, state):
    if result is None:
        outcome = "not run"
    elif result["state"] != state:
        outcome = f"{result['outcome']}, of other sources"
    else:
        outcome = result["outcome"]
    seconds = f"{result['seconds']:5.0f} s" if result else ""
    if result and result["seconds"] > 1800:
        outcome += ", over half an hour"
    return f"{name:20} {outcome:26} {seconds:8}  {what}"


def main():
    parser = argparse.ArgumentParser(prog="scripts/test --long", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--list", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--again", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = [name for name, _, _ in PARTS]
    if unknown := [part for part in options.parts if part not in names]:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(names)}")

    FOLDER.mkdir(exist_ok=True)
    store = FOLDER / "results.json"
    results = json.loads(store.read_text()) if store.is_file() else {}
    wanted = [part for part in PARTS if not options.parts or part[0] in options.parts]

    if not options.list:
        for name, what, command in wanted:
            known, state = results.get(name), state_of_tree()
            if known and known["state"] == state and known["outcome"] == "passed" and not options.again:
                print(f"=== {name}: has passed with these sources", flush=True)
                continue
            print(f"=== {name}: {what}", flush=True)
            started = time.monotonic()
            with open(FOLDER / f"{name}.log", "w", encoding="utf-8") as log:
                process = subprocess.Popen(["bash", "-c", f"set -eo pipefail; {command}"], cwd=ROOT, stdin=subprocess.DEVNULL,
                                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
                for line in process.stdout:
                    log.write(line)
                    print(line, end="", flush=True)
                status = process.wait()
            if state_of_tree() != state:
                outcome = "files changed meanwhile"
            else:
                outcome = "passed" if status == 0 else "FAILED"
            results[name] = {"state": state, "outcome": outcome, "seconds": time.monotonic() - started}
            store.write_text(json.dumps(results, indent=1))

    state = state_of_tree()
    summary = "\n".join(line_of(name, what, results.get(name), state) for name, what, _ in PARTS)
    (FOLDER / "summary.txt").write_text(summary + "\n")
    print(f"\n{summary}")
    passed = all(results.get(name, {}).get("outcome") == "passed" and results[name]["state"] == state for name, _, _ in wanted)
    sys.exit(0 if options.list or passed else 1)


main()
