#!/usr/bin/env python3
"""Runs clang-tidy on the sources named on the standard input, by the compile commands of a build folder. scripts/lint calls it.

For a header among them that no source among them includes, the nearest source that does is checked. A source that passed is identified
by the hash of its preprocessed text with comments, of .clang-tidy and of clang-tidy's version: BUILD/passed holds an empty file of that
name, and the source is not checked again.
"""

import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

# Built separately, by a test, with the installed package or firmware of their own.
NOT_BUILT = ("examples/", "tests/rtl_models/firmware/own_firmware/")


INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def sources_for(files):
    """The sources among the files, and one source for each header among them that none of those includes, directly or not."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.h", "*.hpp", "*.cpp"], capture_output=True, text=True, check=True
    )
    included_by = collections.defaultdict(list)
    for file in sorted(set(listed.stdout.split())):
        if os.path.exists(file) and not file.startswith(NOT_BUILT):
            for header in INCLUDE.findall(pathlib.Path(file).read_text()):
                included_by[header].append(file)
    sources = {file for file in files if file.endswith(".cpp")}
    for header in sorted(set(files) - sources):
        users = list(included_by[header])  # grows: those that include it, then those that include them
        for user in users:
            users += [u for u in included_by[user] if u not in users]
        users = [u for u in users if u.endswith(".cpp")]
        if not sources.intersection(users):
            own = os.path.splitext(header)[0] + ".cpp"
            sources.update([own] if own in users else users[:1])
    return sources


def main():
    build = pathlib.Path(sys.argv[1])
    passed = build / "passed"
    passed.mkdir(exist_ok=True)
    wanted = {os.path.realpath(file) for file in sources_for(sys.stdin.read().split())}
    commands = {os.path.realpath(c["file"]): c for c in json.loads((build / "compile_commands.json").read_text())}
    commands = {file: command for file, command in commands.items() if file in wanted}
    missing = sorted(os.path.relpath(file) for file in wanted - set(commands) if not os.path.relpath(file).startswith(NOT_BUILT))
    for file in missing:
        print(f"lint: {file} has no compile command: which CMakeLists.txt names it?")
    rules = pathlib.Path(".clang-tidy").read_bytes() + subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout

    def check(file):
        """Whether it passes, and the output of clang-tidy; None if it has passed before."""
        command = commands[file]
        preprocess = ["clang++", *shlex.split(command["command"])[1:], "-E", "-C", "-o", "-", "-w"]
        text = subprocess.run(preprocess, cwd=command["directory"], capture_output=True)
        mark = passed / hashlib.sha256(rules + b"\0" + text.stdout).hexdigest()
        if text.returncode == 0 and mark.exists():
            return True, None
        tidy = subprocess.run(["clang-tidy", "--quiet", "-p", str(build), command["file"]], capture_output=True, text=True)
        if tidy.returncode == 0 and not tidy.stdout.strip():
            mark.touch()
            return True, ""
        said = [line for line in tidy.stderr.splitlines() if "warnings generated" not in line and "warning generated" not in line]
        return False, tidy.stdout + "\n".join(said) or f"{file}: clang-tidy ended with status {tidy.returncode}"

    failed = unchanged = 0
    last_line = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, (good, said) in enumerate(pool.map(check, sorted(commands)), 1):
            unchanged += said is None
            failed += not good
            if said:
                print(said, flush=True)
            if time.monotonic() - last_line > 30:
                last_line = time.monotonic()
                print(f"lint: {number} of {len(commands)} sources", flush=True)
    print(f"lint: {len(commands)} C++ sources checked by clang-tidy, {unchanged} of them had passed before, {failed} failed")
    sys.exit(1 if failed or missing else 0)


main()
