#!/usr/bin/env python3
"""The cost of a build: the objects that took longest, and the headers that cost most. scripts/build --times calls it.

Objects come from ninja's log. A header's cost is the time it takes to compile on its own, with the options and the precompiled header of a
source that includes it, times the number of objects that depend on it.
"""

import collections
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHOWN = 20


def objects_of(build):
    """Seconds of each object that was built."""
    seconds = {}
    for line in (build / ".ninja_log").read_text().splitlines():
        fields = line.split("\t")
        if len(fields) == 5 and fields[3].endswith((".o", ".gch", ".pch")) and (build / fields[3]).exists():
            seconds[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    return seconds


def headers_of(build):
    """For each header of ours, the objects that depend on it."""
    users = collections.defaultdict(list)
    current = None
    for line in subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.startswith("    "):
            path = os.path.normpath(build / line.strip())
            if path.startswith(f"{ROOT}/") and path.endswith(".hpp") and not path.startswith(f"{build}/"):
                users[os.path.relpath(path, ROOT)].append(current)
        elif ":" in line:
            current = line.split(":")[0]
    return users


def seconds_alone(header, command):
    """Compiles a header as the command compiles a source."""
    words, kept = shlex.split(command["command"]), []
    for word in words:
        if kept and kept[-1] in ("-o", "-c", "-MF", "-MT"):
            kept.pop()
        elif word not in ("-MD",):
            kept.append(word)
    started = time.monotonic()
    subprocess.run([*kept, "-x", "c++", "-w", "-fsyntax-only", str(ROOT / header)], cwd=command["directory"], capture_output=True)
    return time.monotonic() - started


def main():
    preset = sys.argv[1]
    presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
    folder = next((p["binaryDir"] for p in presets if p["name"] == preset), None)
    build = pathlib.Path(folder.replace("${sourceDir}", str(ROOT))) if folder else None
    if build is None or not (build / ".ninja_log").is_file():
        sys.exit(f"build: nothing has been built with the preset {preset}")

    seconds = objects_of(build)
    print(f"{sum(seconds.values()):.0f} s for {len(seconds)} objects; the longest:")
    for name, took in sorted(seconds.items(), key=lambda item: -item[1])[:SHOWN]:
        print(f"{took:8.1f} s  {name}")

    users = headers_of(build)
    commands = {}
    for command in json.loads((build / "compile_commands.json").read_text()):
        commands[shlex.split(command["command"])[shlex.split(command["command"]).index("-o") + 1]] = command
    costs = []
    for number, (header, objects) in enumerate(sorted(users.items()), 1):
        command = next((commands[o] for o in objects if o in commands), None)
        if command is not None:
            alone = seconds_alone(header, command)
            costs.append((alone * len(objects), alone, len(objects), header))
        if sys.stderr.isatty():
            print(f"\r{number} of {len(users)} headers", end="", file=sys.stderr)
    print(f"\nheaders of ours that cost most: seconds on its own x objects that depend on it, {len(costs)} headers")
    for cost, alone, objects, header in sorted(costs, reverse=True)[:SHOWN]:
        print(f"{cost:8.1f} s  {alone:5.2f} x {objects:4}  {header}")


main()
