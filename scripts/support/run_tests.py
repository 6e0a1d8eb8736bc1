#!/usr/bin/env python3
"""Runs the tests of a build folder. scripts/test calls it after the build; scripts/plants uses it as a module.

ctest knows every case: its name, labels, command and time limit (`ctest -N` lists them, `ctest -R` runs each in its own process). This
program runs the same cases faster: Catch2 cases of one executable share a process, unless they have the label `alone`, as those that
elaborate SystemC do. A case that fails, crashes, hangs or ends the process is reported, and the other cases of that process run in a new one.
"""

import argparse
import collections
import glob
import json
import os
import pathlib
import queue
import re
import select
import signal
import subprocess
import sys
import threading
import time

EVENT_BEGINS = b"\x1d"
EVENT = re.compile(EVENT_BEGINS + rb"(started|passed|failed)(?: ([^\n]*))?\n")  # tests/run_cases.cpp writes these lines
MOST_OUTPUT = 1 << 20  # bytes of a case that are kept: the last ones
CASES_PER_PROCESS = 25  # few enough that the processors finish together


class Case:
    """One test of ctest."""

    def __init__(self, name, command, properties):
        self.name = name
        self.command = command
        self.labels = properties.get("LABELS", [])
        self.seconds_allowed = properties.get("TIMEOUT", 1500)
        self.folder = properties.get("WORKING_DIRECTORY")
        self.environment = dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", []))
        self.skip = [re.compile(e) for e in properties.get("SKIP_REGULAR_EXPRESSION", [])]
        self.passes = [re.compile(e) for e in properties.get("PASS_REGULAR_EXPRESSION", [])]
        self.is_catch = command[2:] == ["--warn", "NoTests"]
        self.executable = os.path.basename(command[0]) if self.is_catch else name
        self.shares_process = self.is_catch and "alone" not in self.labels

    def title(self):
        return self.name.split(": ", 1)[-1]

    def skips(self, output):
        return any(e.search(output.decode(errors="replace")) for e in self.skip)

    def outcome(self, status, output):
        """The outcome of a case that is a command of its own."""
        if status is None:
            return "timed out"
        if status < 0:
            return "crashed"
        good = any(e.search(output.decode(errors="replace")) for e in self.passes) if self.passes else status == 0
        return "failed" if not good else "skipped" if self.skips(output) else "passed"


# outcome: passed, skipped, failed, crashed, timed out
Result = collections.namedtuple("Result", "case outcome seconds output")


def bad(result):
    return result.outcome not in ("passed", "skipped")


def told(result):
    return f"\n--- {result.case.name}: {result.outcome}, {result.seconds:.1f} s\n{result.output.rstrip()}"


KNOWN = {"LABELS", "TIMEOUT", "WORKING_DIRECTORY", "ENVIRONMENT", "SKIP_REGULAR_EXPRESSION", "PASS_REGULAR_EXPRESSION"}


def cases_of(build):
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], stdout=subprocess.PIPE, text=True)
    if listed.returncode != 0:
        raise SystemExit(f"test: ctest cannot list the tests of {build}")
    cases = []
    for test in json.loads(listed.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        if unknown := set(properties) - KNOWN:
            raise SystemExit(f"test: {test['name']}: run_tests.py does not know the property {', '.join(sorted(unknown))}")
        cases.append(Case(test["name"], test.get("command", []), properties))  # no command: it is not built
    return cases


def select_cases(cases, labels=(), without=(), names=()):
    """Each of `labels` must match a label of the case, each of `names` its name, and none of `without` any label (ctest leaves out only
    cases that all -LE match). Every selected case must be built; the labels of an executable's cases are known once it is built."""
    def chosen(case):
        matches = not case.command or all(any(re.search(wanted, label) for label in case.labels) for wanted in labels)
        return (matches
                and not any(re.search(unwanted, label) for unwanted in without for label in case.labels)
                and all(re.search(wanted, case.name) for wanted in names))
    selected = [case for case in cases if chosen(case)]
    if missing := [case.name for case in selected if not case.command]:
        sys.exit(f"test: not built: {', '.join(missing)}")
    return selected


def processes_of(cases):
    """The cases as a list of lists, one a process, in the order of the first case of each."""
    shared = collections.defaultdict(list)
    processes = []
    for case in cases:
        key = (case.command[0], tuple(sorted(case.environment.items())), case.folder)
        if not case.shares_process:
            processes.append([case])
        elif len(shared[key]) % CASES_PER_PROCESS == 0:
            shared[key] = [case]
            processes.append(shared[key])
        else:
            shared[key].append(case)
    return processes


class Runner:
    """Runs cases on all processors. `report` is called with each Result, from one thread at a time."""

    def __init__(self, report, jobs=os.cpu_count(), seconds_allowed=None, stop_at_first=False, environment=()):
        self.report = report
        self.jobs = jobs
        self.seconds_allowed = seconds_allowed or (lambda case: case.seconds_allowed)
        self.stop_at_first = stop_at_first
        self.environment = dict(environment)
        self.stopped = threading.Event()
        self.lock = threading.Lock()

    def run(self, processes):
        """Starts the processes in the order given."""
        waiting, errors = queue.SimpleQueue(), []
        for process in processes:
            waiting.put(process)

        def work():
            while not self.stopped.is_set():
                try:
                    cases = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    while cases and not self.stopped.is_set():
                        cases = self.run_process(cases)
                except BaseException as error:  # of this program
                    errors.append(error)
                    self.stopped.set()

        workers = [threading.Thread(target=work) for _ in range(self.jobs)]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                worker.join()
        except KeyboardInterrupt:
            self.stopped.set()
            for worker in workers:
                worker.join()
            raise
        if errors:
            raise errors[0]

    def tell(self, case, outcome, seconds, output):
        with self.lock:
            if self.stopped.is_set():
                return
            result = Result(case, outcome, seconds, output.decode(errors="replace"))
            if self.stop_at_first and bad(result):
                self.stopped.set()
            self.report(result)

    def run_process(self, cases):
        """Runs cases in one process. Returns those that it did not reach."""
        if not cases[0].is_catch:
            return self.run_command(cases[0])
        left = {case.title().encode(): case for case in cases}  # Catch2 runs them in the order of their declaration
        current, ended, began = None, [], time.monotonic()  # the running case, outcomes before it, its start
        text, searched = bytearray(), 0  # its output, up to where no event begins

        def take(piece):
            nonlocal current, began, searched
            text.extend(piece)
            while event := EVENT.search(text, searched):
                kind, title, before = event[1], event[2], bytes(text[:event.start()])
                del text[:event.end()]
                searched = 0
                if kind == b"started":
                    current = left.pop(title, None)
                    if current is None:
                        raise SystemExit(f"test: {cases[0].executable} runs {title.decode()!r}, which it was not asked for")
                else:
                    outcome = "skipped" if kind == b"passed" and current.skips(before) else kind.decode()
                    self.tell(current, outcome, time.monotonic() - began, before)
                    ended.append((current, outcome))
                    current = None
                began = time.monotonic()
            del text[:-MOST_OUTPUT]
            begun = text.rfind(EVENT_BEGINS)
            searched = begun if begun >= 0 and b"\n" not in text[begun:] else len(text)

        titles = ",".join(case.command[1] for case in cases)
        status = self.watch([cases[0].command[0], titles, *cases[0].command[2:]], cases[0], lambda: current or cases[0], lambda: began,
                            take, {"SLACKLINE_TEST_EVENTS": "1"})
        # No case is running: the process ended between two cases, or badly after the last. After a failure Catch2 itself may end it.
        if current is None and left and (not ended or ended[-1][1] != "failed"):
            current = left.pop(next(iter(left)))
        elif current is None and not left and status != 0 and all(outcome != "failed" for _, outcome in ended):
            current = ended[-1][0]
        if current is not None:
            self.tell(current, "timed out" if status is None else "crashed", time.monotonic() - began, bytes(text) + ended_by(status))
        return list(left.values())

    def run_command(self, case):
        """Runs a test that is a command of its own."""
        began, output = time.monotonic(), bytearray()
        status = self.watch(case.command, case, lambda: case, lambda: began, output.extend)
        self.tell(case, case.outcome(status, output), time.monotonic() - began, output + (ended_by(status) if status != 0 else b""))
        return []

    def watch(self, arguments, case, running, began, take, more=()):
        """Runs a process and hands its output to `take`. Returns its exit status, None if it was ended because its time was over."""
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=case.folder,
                                   env={**os.environ, **case.environment, **self.environment, **dict(more)}, start_new_session=True)
        timed_out, current_began, processor_before = False, began(), 0.0
        try:
            while not self.stopped.is_set() and not timed_out:
                ended = process.poll() is not None  # asked before reading, so that nothing printed before is lost
                readable, _, _ = select.select([process.stdout], [], [], 0 if ended else 0.2)
                piece = os.read(process.stdout.fileno(), 1 << 20) if readable else b""
                take(piece)
                if ended and not piece:  # processes that it started may hold the pipe
                    break
                if readable and not piece:  # it closed its output and goes on
                    time.sleep(0.05)
                if current_began != began():
                    current_began, processor_before = began(), processor_seconds(process.pid)
                timed_out = not ended and is_over(self.seconds_allowed(running()), time.monotonic() - current_began,
                                                  lambda: processor_seconds(process.pid) - processor_before)
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # and the processes that it started
            except ProcessLookupError:
                pass
            process.stdout.close()
            status = process.wait()
        return None if timed_out else status


def is_over(allowed, elapsed, processor):
    """Whether the time of a test is over: both the time that has passed and its processor time, since a busy machine gives it less. One
    that waits for something needs no processor, and ends after ten times as long."""
    return elapsed > allowed and (processor() > allowed or elapsed > 10 * allowed)


def processor_seconds(session):
    """Processor time of the processes of a session, and of their children that have ended."""
    total = 0
    for stat in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = pathlib.Path(stat).read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[3]) == session:
            total += sum(map(int, fields[11:15]))  # utime, stime, cutime, cstime
    return total / os.sysconf("SC_CLK_TCK")


def ended_by(status):
    if status is None:
        return b"it did not end in the time it has, and was ended\n"
    if status < 0:
        return f"the process was ended by {signal.Signals(-status).name}\n".encode()
    return f"the process ended with exit status {status}\n".encode()


def longest_allowed_first(cases):
    """Those with the highest time limits first: the last ones to start should be short."""
    return sorted(cases, key=lambda case: -case.seconds_allowed)


def end_as_interrupted():
    """SIGTERM and SIGHUP end this program as SIGINT does, with all processes that it has started."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)


def main():
    parser = argparse.ArgumentParser(prog="scripts/test", description="Runs the tests of a build folder.")
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("-L", dest="labels", action="append", type=re.compile, default=[], metavar="REGEX", help="only cases with a label that matches")
    parser.add_argument("-LE", dest="without", action="append", type=re.compile, default=[], metavar="REGEX", help="no cases with a label that matches")
    parser.add_argument("-R", dest="names", action="append", type=re.compile, default=[], metavar="REGEX", help="only cases whose name matches")
    parser.add_argument("-N", dest="only_list", action="store_true", help="list the cases and run none")
    parser.add_argument("--stop", action="store_true", help="end at the first case that fails")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time (default: one a processor)")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="name the N slowest cases")
    parser.add_argument("--check-options", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.check_options:
        return
    end_as_interrupted()

    cases = select_cases(cases_of(options.build), options.labels, options.without, options.names)
    if not cases:
        sys.exit("test: no case is selected")
    if options.only_list:
        for case in cases:
            print(case.name)
        print(f"{len(cases)} cases")
        return

    results = []
    last_line = started = time.monotonic()

    def report(result):
        nonlocal last_line
        results.append(result)
        if bad(result):
            print(told(result), flush=True)
        if time.monotonic() - last_line > 10:
            last_line = time.monotonic()
            print(f"{len(results)} of {len(cases)} cases, {sum(map(bad, results))} failed", flush=True)

    Runner(report, jobs=options.jobs, stop_at_first=options.stop).run(processes_of(longest_allowed_first(cases)))

    for result in sorted(results, key=lambda r: -r.seconds)[:options.slowest]:
        print(f"{result.seconds:8.2f} s  {result.case.name}")
    failed = [r for r in results if bad(r)]
    for result in failed:  # once more: whoever reads only the end of a long log sees why
        print(told(result))
    for result in failed:
        print(f"{result.outcome}: {result.case.name}")
    for result in results:
        if result.outcome == "skipped":
            print(f"skipped: {result.case.name}")
    skipped = sum(r.outcome == "skipped" for r in results)
    print(f"{time.monotonic() - started:.0f} s on {options.jobs} processors")
    print(f"{len(results) - len(failed) - skipped} passed, {len(failed)} failed, {skipped} skipped")
    sys.exit(1 if failed or len(results) < len(cases) else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
