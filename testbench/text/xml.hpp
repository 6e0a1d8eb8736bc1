// xml: text as XML and HTML hold it.
#pragma once

#include <string>

namespace slackline::text {

/// With entities for what has a meaning there; control characters, which it cannot hold, are left out.
std::string escaped(const std::string& text);

}  // namespace slackline::text
