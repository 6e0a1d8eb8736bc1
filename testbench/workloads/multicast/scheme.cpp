#include "testbench/workloads/multicast/scheme.hpp"

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/catalogue.hpp"
#include "testbench/features/nic/firmware_keys.hpp"
#include "testbench/features/nic/settings.hpp"

namespace slackline::multicast {

std::uint32_t firmware_setting(const settings::Values& experiment, const char* key) {
  if (experiment.get<features::NicSettings>().firmware != firmware_multicast.name) return 0;
  return features::own_parameter_registers(experiment)[firmware::own_parameter(firmware_multicast, key)];
}

}  // namespace slackline::multicast
