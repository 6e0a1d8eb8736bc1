// nic_of: the network interfaces that an experiment describes.
#pragma once

#include <memory>

#include "rtl_models/network/host_interface.hpp"
#include "testbench/config/experiment.hpp"

namespace slackline::config {

bool has_nics(const Experiment& experiment);

/// Those of so many hosts.
std::shared_ptr<const network::HostInterfaces> nics_of(const Experiment& experiment, std::size_t hosts);

}  // namespace slackline::config
