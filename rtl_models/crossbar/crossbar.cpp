#include "rtl_models/crossbar/crossbar.hpp"

namespace slackline::crossbar {

Violations Params::violations() const {
  Violations found;
  check_range(found, "ports", ports, 1, 64);
  return found;
}

}  // namespace slackline::crossbar
