"""Reads what waves/surfer_mappings writes by the rules of Surfer's documentation, and compares it with the filters."""

import re
import subprocess
import tempfile
from pathlib import Path

WAVES = Path(__file__).resolve().parent.parent.parent / "waves"
LINE = re.compile(r"0x([0-9A-F]+)(?:\[([0-9a-f]{6})\])? (\S+)")


def mapping(path):
    """Name, bits, and of each value colour and word."""
    name, bits, *lines = path.read_text().splitlines()
    return name, bits, {int(digits, 16): (colour, word) for digits, colour, word in (LINE.fullmatch(line).groups() for line in lines)}


def main():
    with tempfile.TemporaryDirectory() as folder:
        packets = Path(folder) / "line4.packets"
        packets.write_text("00013 host0:19\n10000 ?red3?host1:0\n")
        out = Path(folder) / "out"
        subprocess.run([WAVES / "surfer_mappings", "--out", out, packets], check=True, capture_output=True)
        filters = list((WAVES / "filters").glob("*.filter"))
        assert len(list(out.iterdir())) == len(filters) + 1
        for file in filters:
            name, _, words = mapping(out / f"{file.stem}.txt")
            assert name == f"Name = {file.stem}"
            lines = file.read_text().splitlines()
            assert {number: word for number, (_, word) in words.items()} == {int(l[0], 16): l.rsplit("?", 1)[-1] for l in lines}, file
            colours = {(line.split("?")[1], words[int(line[0], 16)][0]) for line in lines}
            assert len(colours) == len({x11 for x11, _ in colours}) == len({rgb for _, rgb in colours}), f"{file}: {colours}"
        assert mapping(out / "stalls.txt")[1] == "Bits = 4" and mapping(out / "phases.txt")[1] == "Bits = 3"  # as wide as in a dump
        assert mapping(out / "stalls.txt")[2][5] == ("cd0000", "stopped")  # red3 of X11
        assert mapping(out / "packets.txt") == ("Name = packets", "Bits = 20", {0x13: (None, "host0:19"), 0x10000: ("cd0000", "host1:0")})
        wrong = subprocess.run([WAVES / "surfer_mappings", "--out", out, WAVES / "README.md"], check=False, capture_output=True, text=True)
        assert wrong.returncode == 1 and "README.md: is no filter" in wrong.stderr


if __name__ == "__main__":
    main()
