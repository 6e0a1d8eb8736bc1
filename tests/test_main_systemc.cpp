// The sc_main of every test executable that uses SystemC. Nothing is elaborated here, so that the tests can be listed;
// each of them elaborates its own hierarchy and runs in a process of its own.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <systemc>

int sc_main(int argc, char* argv[]) {
  // A warning of the kernel is a fault of ours: the test that causes one fails.
  sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  return Catch::Session().run(argc, argv);
}
