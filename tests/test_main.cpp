// The main function of every test executable that does not use SystemC.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
