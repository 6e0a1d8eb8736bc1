"""Holds what is written on the pictures of docs/waves.md against dumps of their experiments. The argument: the command.

Each note's cycles must be those at which the values that it names change, to what it says; each cycle in its text must be
one of them; an arrow begins and ends where its rows change; stages of a pipeline are those of the registers.
"""

import re
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "docs/waves"), str(ROOT / "waves")]
from dumps import changes_of, value_in, words_of, write_dump  # noqa: E402
from pictures import PICTURES  # noqa: E402
from tables import look_of  # noqa: E402


class Check:
    def __init__(self, name, picture, dump):
        self.name, self.picture, self.dump = name, picture, dump
        self.changes = changes_of(dump)
        self.rows = {row.key: row for row in picture.rows}
        self.errors = []

    def error(self, what):
        self.errors.append(f"{self.name}: {what}")

    def shown(self, path, to):
        words = look_of(path)[2]
        return to if words is None or isinstance(to, str) else words_of(self.dump, words)[to]

    def changes_in(self, path, cycle):
        """The new value of a path that changes in a cycle; else None."""
        of_path = self.changes.get(path, [])
        for at, to in of_path:
            if at == cycle and (cycle == 0 or value_in(of_path, cycle - 1) != to):
                return self.shown(path, to)
        return None

    def expect(self, cycle, path, to):
        found = self.changes_in(path, cycle)
        if found != to:
            self.error(f"{path} in cycle {cycle}: {'does not change' if found is None else found}, and not {to}")

    def expect_all_through(self, path, value):
        first, end = self.picture.first, self.picture.first + self.picture.cycles
        of_path = self.changes.get(path, [])
        later = [at for at, _ in of_path if first < at < end]
        if later or not of_path or self.shown(path, value_in(of_path, first)) != value:
            self.error(f"{path} is not {value} all through")

    def notes(self):
        picture = self.picture
        for note in picture.notes:
            if note.row not in self.rows:
                self.error(f"no row {note.row}")
            for told in note.tells:
                self.expect(*told)
            for path, value in note.stays:
                self.expect_all_through(path, value)
            without_packets = re.sub(r"\bhost\d+:\d+", "", note.text)
            named = {int(number) for number in re.findall(r"\b\d+\b", without_packets)}
            told = {cycle for cycle, _, _ in note.tells}
            for cycle in sorted(told - named):
                self.error(f"`{note.text}` does not name cycle {cycle}")
            for cycle in sorted(named - told):
                if picture.first <= cycle < picture.first + picture.cycles:
                    self.error(f"`{note.text}` names cycle {cycle}, which the note does not describe")

    def arrows(self):
        for arrow in self.picture.arrows:
            for cycle, row in ((arrow.cycle, arrow.row), (arrow.to_cycle, arrow.to_row)):
                if self.changes_in(self.rows[row].path, cycle) is None:
                    self.error(f"an arrow at cycle {cycle} of {row}, which does not change there")

    def stages(self):
        for stages in self.picture.stages:
            end = stages.cycle + sum(cycles for cycles, _ in stages.parts)
            self.expect(stages.cycle, f"{stages.lane}.in_kind", "head")
            self.expect(end - stages.parts[-1][0], f"{stages.lane}.in_stall", "moving")
            self.expect(end, f"{stages.link}.kind", "head")

    def numbers(self):
        for cycle, row in self.picture.numbers:
            if self.changes_in(self.rows[row].path, cycle) is None:
                self.error(f"a number at cycle {cycle} of {row}, which does not change there")

    def run(self):
        for row in self.picture.rows:
            if row.path and row.path not in self.changes:
                self.error(f"no value {row.path}")
        if not self.errors:
            self.notes()
            self.arrows()
            self.stages()
            self.numbers()
        return self.errors


def main():
    errors = []
    with tempfile.TemporaryDirectory() as folder:
        for name, picture in PICTURES.items():
            dump = Path(folder) / f"{name}.vcd"
            write_dump(picture, sys.argv[1], dump)
            errors += Check(name, picture, dump).run()
    print("\n".join(errors))
    notes = sum(len(picture.notes) for picture in PICTURES.values())
    print(f"{notes} notes on {len(PICTURES)} pictures, {len(errors)} wrong")
    sys.exit(1 if errors or notes == 0 else 0)


if __name__ == "__main__":
    main()
