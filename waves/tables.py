"""Reads the tables of this folder, for scripts/wave_pictures and the tests of docs/waves."""

import fnmatch
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def _lines(name):
    """The words of each line that is no comment."""
    lines = (line.split() for line in (FOLDER / name).read_text().splitlines())
    return [words for words in lines if words and not words[0].startswith("#")]


# For each look: format, colour, and filter or None.
LOOKS = {name: (form, colour, None if words == "-" else words) for name, form, colour, words in _lines("looks.txt")}

_KINDS = []  # of scopes: pattern, and the looks of values
for _words in _lines("values.txt"):
    if _words[0] == "scope":
        _KINDS.append((_words[2], {}))
    else:
        _KINDS[-1][1][_words[0]] = _words[1]


def look_of(path):
    """Format, colour and filter of a value: "switch3.port2.vc0.in_stall"."""
    scope, value = path.rsplit(".", 1)
    return next(LOOKS[values[value]] for pattern, values in _KINDS if value in values and fnmatch.fnmatchcase(scope, pattern))
