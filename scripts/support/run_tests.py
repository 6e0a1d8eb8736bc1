#!/usr/bin/env python3
"""Runs the tests of a build folder. scripts/test calls it after the build; scripts/plants uses it as a module.

ctest knows every case: its name, labels, command and time limit (`ctest -N` lists them, `ctest -R` runs each in its own process). This
program runs the same cases faster: Catch2 cases of one executable share a process, unless they have the label `alone`, as those that
elaborate SystemC do. A case that fails, crashes, hangs or ends the process is named, and the other cases of that process run in a new one.
"""

import argparse
import collections
import json
import os
import pathlib
import queue
import re
import resource
import select
import signal
import subprocess
import sys
import threading
import time

EVENT = re.compile(rb"\x1d(started|passed|failed)(?: ([^\n]*))?\n")  # tests/run_cases.cpp writes these lines
CASES_PER_PROCESS = 25  # few enough that the processors end together


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


# outcome: passed, skipped, failed, crashed, timed out
Result = collections.namedtuple("Result", "case outcome seconds output")


def bad(result):
    return result.outcome not in ("passed", "skipped")


def cases_of(build):
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    cases = []
    for test in json.loads(listed.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        cases.append(Case(test["name"], test.get("command", []), properties))  # no command: it is not built
    return cases


def select_cases(cases, labels=(), without=(), names=()):
    """As ctest does: each -L must match one of a case's labels, no -LE may, and each -R must match its name. All must be built."""
    def chosen(case):
        return (all(any(re.search(wanted, label) for label in case.labels) for wanted in labels)
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

    def __init__(self, report, jobs=os.cpu_count(), seconds_allowed=None, memory=None, stop_at_first=False, environment=()):
        self.report = report
        self.jobs = jobs
        self.seconds_allowed = seconds_allowed or (lambda case: case.seconds_allowed)
        self.memory = memory
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
        """Runs cases in one process. Returns those that did not run because an earlier one ended the process."""
        if not cases[0].is_catch:
            self.run_command(cases[0])
            return []
        arguments = [cases[0].command[0]]
        for case in cases:
            arguments += [case.command[1], ","]
        arguments[-1:] = ["--warn", "NoTests"]
        left = list(cases)
        current, outcome, started = None, None, time.monotonic()  # the case that runs; how the one before ended
        text, timed_out = b"", False  # printed since the last event

        def read():
            nonlocal current, outcome, started, text
            while event := EVENT.search(text):
                before, text = text[:event.start()], text[event.end():]
                if event[1] == b"started":
                    current = left.pop(0)
                else:
                    skipped = any(e.search(before.decode(errors="replace")) for e in current.skip)
                    outcome = "skipped" if skipped else event[1].decode()
                    self.tell(current, outcome, time.monotonic() - started, before)
                    current = None
                started = time.monotonic()

        process = self.start(arguments, cases[0], {"SLACKLINE_TEST_EVENTS": "1"})
        try:
            for piece in self.chunks(process, lambda: started + self.seconds_allowed(current or cases[0])):
                if piece is None:
                    timed_out = True
                    break
                text += piece
                read()
        finally:
            status = self.end(process)
        if self.stopped.is_set():
            return []
        seconds, how = time.monotonic() - started, ended_by(status, timed_out)
        if current is not None:
            self.tell(current, "timed out" if timed_out else "crashed", seconds, text + how)
        elif left and outcome != "failed":  # after a signal Catch2 calls the case failed, and the process ends
            self.tell(left.pop(0), "crashed", seconds, text + b"before this case began, " + how)
        elif not left and (status < 0 or (status != 0 and b"Sanitizer" in text)):
            self.tell(cases[-1], "crashed", seconds, text + b"after this case, the last of its process, " + how)
        return left

    def run_command(self, case):
        """Runs a test that is a command of its own."""
        started = time.monotonic()
        process = self.start(case.command, case, {})
        output, timed_out = b"", False
        try:
            for text in self.chunks(process, lambda: started + self.seconds_allowed(case)):
                if text is None:
                    timed_out = True
                    break
                output += text
        finally:
            status = self.end(process)
        said = output.decode(errors="replace")
        if timed_out:
            outcome = "timed out"
        elif any(e.search(said) for e in case.skip):
            outcome = "skipped"
        elif case.passes:
            outcome = "passed" if any(e.search(said) for e in case.passes) else "failed"
        else:
            outcome = "passed" if status == 0 else "failed"
        self.tell(case, outcome, time.monotonic() - started, output + (ended_by(status, timed_out) if status else b""))

    def start(self, arguments, case, more):
        def limit():
            if self.memory is not None:
                resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))
        return subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=case.folder,
                                env={**os.environ, **case.environment, **self.environment, **more}, preexec_fn=limit,
                                start_new_session=True)

    def chunks(self, process, deadline):
        """What the process prints, piece by piece; None when its time is over. Ends when the process does."""
        stream = process.stdout.fileno()
        os.set_blocking(stream, False)
        while True:
            ended = process.poll() is not None  # asked before reading, so that nothing printed before is lost
            readable, _, _ = select.select([stream], [], [], 0 if ended else 0.2)
            if readable:
                text = os.read(stream, 1 << 20)
                if text:
                    yield text
                elif ended:
                    return
                else:  # it closed its output and goes on
                    time.sleep(0.05)
            elif ended:  # a process it left behind may hold the pipe
                return
            if self.stopped.is_set():
                return
            if time.monotonic() > deadline():
                yield None
                return

    def end(self, process):
        try:
            os.killpg(process.pid, signal.SIGKILL)  # what it started, too
        except ProcessLookupError:
            pass
        process.stdout.close()
        return process.wait()


def ended_by(status, timed_out):
    if timed_out:
        return b"it did not end in the time it has, and was ended\n"
    if status < 0:
        return f"the process was ended by {signal.Signals(-status).name}\n".encode()
    return f"the process ended with exit status {status}\n".encode()


def first_and_slow_first(cases):
    """Those with the highest time limits first: whatever starts last should be short."""
    return sorted(cases, key=lambda case: -case.seconds_allowed)


def main():
    parser = argparse.ArgumentParser(prog="scripts/test", description="Runs the tests of a build folder.")
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("-L", dest="labels", action="append", default=[], metavar="REGEX", help="only cases with a label that matches")
    parser.add_argument("-LE", dest="without", action="append", default=[], metavar="REGEX", help="no cases with a label that matches")
    parser.add_argument("-R", dest="names", action="append", default=[], metavar="REGEX", help="only cases whose name matches")
    parser.add_argument("-N", dest="only_list", action="store_true", help="list the cases and run none")
    parser.add_argument("--stop", action="store_true", help="end at the first case that fails")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time (default: one a processor)")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="name the N slowest cases")
    options = parser.parse_args()

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
            print(f"\n--- {result.case.name}: {result.outcome}, {result.seconds:.1f} s\n{result.output.rstrip()}", flush=True)
        elif result.outcome == "skipped":
            print(f"skipped: {result.case.name}", flush=True)
        if time.monotonic() - last_line > 10:
            last_line = time.monotonic()
            print(f"{len(results)} of {len(cases)} cases, {sum(map(bad, results))} failed", flush=True)

    Runner(report, jobs=options.jobs, stop_at_first=options.stop).run(processes_of(first_and_slow_first(cases)))

    for result in sorted(results, key=lambda r: -r.seconds)[:options.slowest]:
        print(f"{result.seconds:8.2f} s  {result.case.name}")
    failed = [r for r in results if bad(r)]
    for result in failed:
        print(f"{result.outcome}: {result.case.name}")
    skipped = sum(r.outcome == "skipped" for r in results)
    print(f"{time.monotonic() - started:.0f} s on {options.jobs} processors")
    print(f"{len(results) - len(failed) - skipped} passed, {len(failed)} failed, {skipped} skipped")
    sys.exit(1 if failed or len(results) < len(cases) else 0)


if __name__ == "__main__":
    main()
