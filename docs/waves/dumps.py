"""Dumps of the pictures' experiments, read in cycles, for scripts/wave_pictures and tests/docs/wave_notes.py."""

import bisect
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_UNITS = {"fs": 0, "ps": 1, "ns": 2, "us": 3, "ms": 4, "s": 5}


def write_dump(picture, command, dump):
    """Runs the experiment of a picture. Its waves go to `dump`, the files for the viewer next to it."""
    run = subprocess.run([command, "run", ROOT / f"testbench/experiments/{picture.experiment}.yaml", "--quiet", "--waves", dump, *picture.options],
                         stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode not in (0, 3):
        raise SystemExit(f"{picture.experiment}: {run.stderr}")


def widths_of(dump):
    """The range that follows the name of each value of a dump, by path."""
    return {path: words[5] if words[5] != "$end" else "" for path, words in _declarations(dump)}


def _declarations(dump):
    scopes = []
    with open(dump, encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if words[0] == "$scope":
                scopes.append(words[2])
            elif words[0] == "$upscope":
                scopes.pop()
            elif words[0] == "$var":
                yield ".".join([*scopes, words[4]]), words
            elif words[0] == "$enddefinitions":
                return


def changes_of(dump):
    """The changes of each path, in order: the cycle and the new value, a number or x or z."""
    paths = {words[3]: path for path, words in _declarations(dump)}
    changes = {path: [] for path in paths.values()}
    time = 0
    with open(dump, encoding="ascii") as lines:
        for line in lines:
            if line.startswith("#"):
                time = int(line[1:])
            elif line[0] in "01xzb":
                digits, code = line[1:].split() if line[0] == "b" else (line[0], line[1:].strip())
                changes[paths[code]].append((time, digits if digits in "xz" else int(digits, 2)))
    cycles = dict(changes["clock.cycle"])  # by time
    return {path: [(cycles.get(at, -1), to) for at, to in of_path] for path, of_path in changes.items()}


def value_in(changes, cycle):
    """The value in a cycle."""
    return changes[bisect.bisect_right(changes, cycle, key=lambda change: change[0]) - 1][1]


def viewer_period(dump):
    """Length of a cycle in the viewer's unit (fs, ps, ns, ...), whatever multiple of it the dump counts in."""
    with open(dump, encoding="ascii") as lines:
        text = lines.read()
    unit = int(text[text.index("$timescale") + 11:].split()[0])
    times = [int(line[1:]) for line in text.splitlines() if line.startswith("#")]
    return unit * min(b - a for a, b in zip(times, times[1:]))


def words_of(dump, filter_name):
    """The words that the viewer shows in place of numbers, by number."""
    words = {}
    for line in Path(dump).with_suffix(f".{filter_name}").read_text(encoding="utf-8").splitlines():
        number, word = line.split(" ", 1)
        words[int(number, 16)] = word.rsplit("?", 1)[-1]
    return words
