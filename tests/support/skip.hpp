// skip: ends a test that lacks something here, with a word. To be called before anything is checked.
#pragma once

#include <iostream>
#include <string>

namespace slackline::test {

/// ctest shows a test that prints this as skipped (cmake/SlacklineDiscoverTests.cmake).
inline void skip(const std::string& why) { std::cout << "test skipped: " << why << std::endl; }

}  // namespace slackline::test
