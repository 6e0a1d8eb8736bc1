"""run_tests_test.py EXECUTABLE CMAKE: scripts/support/run_tests.py on failing_cases.cpp."""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts/support"))
import run_tests  # noqa: E402

EXPECTED = {
    'passes, [with] "signs" \\ of a; specification': "passed",
    "fails": "failed",
    "lacks something and fails": "failed",
    "prints much and fails": "failed",
    "throws": "failed",
    "crashes": "failed",  # Catch2 reports the signal as a failed assertion
    "is killed": "crashed",
    "hangs": "timed out",
    "exits": "crashed",
    "lacks something": "skipped",
    "passes at the end": "passed",
    "leaves a fault for the end of the process": "crashed",  # once it has passed
}


def main():
    executable, cmake = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([cmake, "-D", f"executable={executable}", "-D", "name=failing", "-D", "labels=unit", "-D", "timeout=2",
                        "-D", "environment=NONE=", "-D", f"working_directory={folder}", "-D", f"tests_file={folder}/CTestTestfile.cmake",
                        "-P", str(ROOT / "cmake/SlacklineDiscoverTests.cmake")], check=True)
        cases = run_tests.cases_of(folder)
        assert [case.title() for case in cases] == list(EXPECTED), [case.title() for case in cases]
        assert len(run_tests.processes_of(cases)) == 1
        results = []
        run_tests.Runner(results.append, jobs=1).run(run_tests.processes_of(cases))
        outcomes = {result.case.title(): result.outcome for result in results}
        assert outcomes == EXPECTED and len(results) == len(EXPECTED) + 1, outcomes

        # Catch2 runs cases in its own order, whatever the order in which they are named.
        results.clear()
        run_tests.Runner(results.append, jobs=1).run(run_tests.processes_of(cases[::-1]))
        assert {result.case.title(): result.outcome for result in results} == EXPECTED and len(results) == len(EXPECTED) + 1, results
        said = {result.case.title(): result.output for result in results}
        assert "1 + 1 == 3" in said["fails"] and "thrown on purpose" in said["throws"] and "SIGABRT" in said["crashes"], said
        much = said["prints much and fails"]
        assert "the last line\n" in much and "1 + 1 == 3" in much and len(much) < 2 * run_tests.MOST_OUTPUT, len(much)
        assert "SIGKILL" in said["is killed"] and "1 + 1" not in said["throws"], said

        first = run_tests.select_cases(cases, labels=["^first$"], names=["^failing: [pt]"])
        assert [case.title() for case in first] == list(EXPECTED)[:1]
        assert run_tests.select_cases(cases, without=["^unit$"]) == []

        results.clear()
        run_tests.Runner(results.append, jobs=1, stop_at_first=True).run(run_tests.processes_of(cases))
        assert [result.case.title() for result in results] == list(EXPECTED)[:2], results

    # A busy machine gives a test less processor time; one that waits uses none.
    for elapsed, processor, over in ((1, 9, False), (3, 1, False), (3, 3, True), (19, 1, False), (21, 0, True)):
        assert run_tests.is_over(2, elapsed, lambda: processor) == over, (elapsed, processor)


main()
