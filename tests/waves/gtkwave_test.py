"""Runs waves/gtkwave.tcl in tclsh, with commands of GTKWave that only note what is done, and compares what it does to each signal with
the save file. The argument: the command.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SETS = ("traffic", "input", "output", "worms", "workloads", "barriers")
FORMATS = {"Binary": 0x8, "Decimal": 0x4, "Hex": 0x2, "Analog/Step": 0x88000}
COLOURS = ["", "Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Violet"]
RIGHT, TRANSLATED = 0x20, 0x2000

VIEWER = """
namespace eval gtkwave {
  variable facs {%(facs)s} files {} highlighted {}
  proc getArgv {} { return {%(arguments)s} }
  proc getDumpFileName {} { return {%(dump)s} }
  proc getNumFacs {} { variable facs; llength $facs }
  proc getFacName {i} { variable facs; lindex $facs $i }
  proc getDisplayedSignals {} {}
  proc addCommentTracesFromList {texts} { puts "scope [lindex $texts 0]" }
  proc addSignalsFromList {signals} { foreach signal $signals { puts "signal $signal" } }
  proc highlightSignalsFromList {signals} { variable highlighted $signals }
  proc setCurrentTranslateFile {file} { variable files; lappend files $file; llength $files }
  proc each {what} { variable highlighted; foreach signal $highlighted { puts "$what $signal" } }
  proc installFileFilter {number} { variable files; each "filter [lindex $files $number-1]" }
  proc /Edit/UnHighlight_All {} { variable highlighted {} }
  proc /Edit/Insert_Analog_Height_Extension {} { each row }
  proc /Time/Zoom/Zoom_Full {} {}
  foreach name {Binary Decimal Hex Analog/Step} {
    proc /Edit/Data_Format/$name {} [list each "format $name"]
  }
  foreach name {Red Orange Yellow Green Blue Indigo Violet} {
    proc /Edit/Color_Format/$name {} [list each "colour $name"]
  }
}
source {%(script)s}
"""


def by_save_file(path):
    """Of each signal: flags, colour and filter."""
    signals, flags, filters, colour = {}, 0, None, 0
    for line in path.read_text().splitlines():
        if line.startswith("@"):
            flags, filters, colour = int(line[1:], 16), None, 0
        elif line.startswith("^1 "):
            filters = Path(line[3:]).suffix[1:]
        elif line.startswith("[color] "):
            colour = int(line[8:])
        elif line.startswith("+{"):
            signals[line.split("} ", 1)[1]] = (flags, colour, filters)
    return signals


def by_script(dump, facs, arguments):
    """The same, of what the script shows, in its order; and what it says besides."""
    words = {"facs": " ".join(f"{{{fac}}}" for fac in facs), "arguments": arguments, "dump": dump, "script": ROOT / "waves/gtkwave.tcl"}
    run = subprocess.run(["tclsh"], input=VIEWER % words, capture_output=True, text=True, check=False)
    signals, rows, other, signal, scope = {}, [], run.stderr, None, None
    for line in run.stdout.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "scope":
            scope = rest
        elif kind == "signal":
            signal = rest
            assert signal.startswith(scope + "."), f"{signal} is below the heading {scope}"
            assert signal not in signals, f"{signal} is shown twice"
            signals[signal] = (RIGHT, 0, None)
        elif kind == "row":
            assert rest == signal, f"a second row of {rest} is below {signal}"
            rows.append(signal)
        elif kind in ("format", "colour", "filter"):
            name, highlighted = rest.rsplit(" ", 1)
            flags, colour, filters = signals[highlighted]
            if kind == "format":
                flags |= FORMATS[name]
            elif kind == "colour":
                colour = COLOURS.index(name)
            else:
                flags, filters = flags | TRANSLATED, Path(name).stem if name.endswith(".filter") else Path(name).suffix[1:]
            signals[highlighted] = (flags, colour, filters)
        else:
            other += line + "\n"
    curves = [signal for signal, (flags, _, _) in signals.items() if flags & FORMATS["Analog/Step"]]
    assert rows == (curves if len(curves) <= 40 else []), f"second rows: {rows}; curves: {curves}"
    return signals, other


def check(command, experiment, folder, shown_names):
    dump = folder / f"{Path(experiment).name}.vcd"
    run = subprocess.run([command, "run", ROOT / f"testbench/experiments/{experiment}.yaml", "--quiet", "--waves", dump, "--set", "waves.to=20"],
                         capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    expected = by_save_file(dump.with_suffix(".gtkw"))
    for name in SETS:
        shown, said = by_script(dump, sorted(expected), f"gtkwave --script x -- {dump} -- {name}")
        assert shown or name in ("workloads", "barriers"), f"{experiment}: {name} shows nothing: {said}"
        for signal, look in shown.items():
            assert look == expected[signal], f"{experiment}: {signal} is {look} in set {name}, and {expected[signal]} in the save file"
        shown_names |= {signal.split(".")[-1].split("[")[0] for signal in shown}

    without_a_name, _ = by_script(dump, sorted(expected), f"gtkwave --script x {dump}")
    traffic, _ = by_script(dump, sorted(expected), f"gtkwave -- {dump} -- traffic")
    assert list(without_a_name) == list(traffic), "the set that is shown without a name is not traffic"
    some, _ = by_script(dump, sorted(expected), f"gtkwave -- {dump} -- traffic link_*")
    assert some and set(some) == {signal for signal in traffic if signal.startswith("link_")}, "a pattern of scopes chooses others"
    lane = [signal.split(".")[-1].split("[")[0] for signal in traffic if signal.startswith("switch0.port0.vc0.")]
    assert lane[:4] == ["in_kind", "in_packet", "in_stall", "in_route"], f"values are not in the order of a dump: {lane}"
    _, said = by_script(dump, sorted(expected), f"gtkwave -- {dump} -- nonsense")
    assert "no signal set is named nonsense: barriers input output traffic workloads worms" in said, said


def main():
    if shutil.which("tclsh") is None:
        print("skipped: no tclsh (Debian: tcl)")
        return
    names = set()
    with tempfile.TemporaryDirectory() as folder:
        for experiment in ("line2_lanes", "line3_barrier", "mesh8_credits", "nic/echo_cut_through", "nic/multicast"):
            check(sys.argv[1], experiment, Path(folder), names)
    many = [f"switch{n}.port0.vc0.in_stop" for n in range(4100)]
    shown, said = by_script("many.vcd", many, "gtkwave -- many.vcd -- input")
    assert list(shown) == many[:4000] and "the first 4000 of 4100 signals" in said, f"{len(shown)} signals: {said}"
    for name in ("in_stall", "out_credits", "taken_vc", "padded_vc", "tx_state", "receiving", "busy", "source"):
        assert (name in names) == (name not in ("busy", "source")), f"{name} in {sorted(names)}"


if __name__ == "__main__":
    main()
