// The main function of every test executable that does not use SystemC.
#include "tests/run_cases.hpp"

int main(int argc, char* argv[]) { return slackline::test::run_cases(argc, argv); }
