// Cases of `slackline validate` as tests: the same cases, at the effort of --quick.
#pragma once

#include <string>

namespace slackline::test {

/// Fails the test when a case of this name does not pass, or there is none.
void check_case(const std::string& name);
/// All cases of a group.
void check_group(const std::string& group);

}  // namespace slackline::test
