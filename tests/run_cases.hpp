// run_cases: what every test executable does, inside main or sc_main.
#pragma once

namespace slackline::test {

/// With the single argument `--cases`, lists the cases for ctest: a line each, the title, a tab, and the tags separated by commas.
/// Otherwise runs the cases that the arguments select, as Catch2 does. With SLACKLINE_TEST_EVENTS in the environment, marks on the
/// standard output where each case begins and how it ended: scripts/support/run_tests.py reads these lines.
int run_cases(int argc, char* argv[]);

}  // namespace slackline::test
