// The sc_main of every test executable that uses SystemC. Nothing is elaborated here, so that the cases can be listed; each case
// elaborates its own hierarchy and runs in its own process.
#include <systemc>

#include "tests/run_cases.hpp"

int sc_main(int argc, char* argv[]) {
  // A warning of the kernel is an error of ours: the test that causes one fails.
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  return slackline::test::run_cases(argc, argv);
}
