#include "rtl_models/slack_buffer/slack_buffer.hpp"

namespace slackline::slack_buffer {

Violations Params::violations() const {
  Violations found;
  check_range(found, "flits", flits, 1, 32768);
  return found;
}

}  // namespace slackline::slack_buffer
