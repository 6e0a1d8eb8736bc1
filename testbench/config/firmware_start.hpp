// firmware_start: what a firmware does behind reset, without a network around it.
#pragma once

#include "rtl_models/nic/params.hpp"
#include "rtl_models/nic/state.hpp"

namespace slackline::config {

/// The fault of its start; FaultKind::none: it begins.
nic::Fault fault_of_start(nic::Params params);

}  // namespace slackline::config
