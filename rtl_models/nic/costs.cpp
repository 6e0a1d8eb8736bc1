#include "rtl_models/nic/costs.hpp"

#include <map>

namespace slackline::nic {

namespace {

constexpr std::uint32_t most_cycles = 1'000'000;

Costs lanai4() {
  Costs costs;
  costs.event.fill(24);
  costs.start = 24;
  costs.register_read = costs.register_write = 2;
  costs.load = costs.store = 2;
  return costs;
}

const std::map<std::string, Costs>& tables() {
  static const std::map<std::string, Costs> all{{"free", Costs()}, {"lanai4", lanai4()}};
  return all;
}

}  // namespace

Violations Costs::violations() const {
  Violations found;
  for (const std::uint32_t cycles : event) check_range(found, "costs.event", cycles, 0, most_cycles);
  check_range(found, "costs.start", start, 0, most_cycles);
  check_range(found, "costs.register_read", register_read, 0, most_cycles);
  check_range(found, "costs.register_write", register_write, 0, most_cycles);
  check_range(found, "costs.load", load, 0, most_cycles);
  check_range(found, "costs.store", store, 0, most_cycles);
  return found;
}

const Costs* find_costs(const std::string& name) {
  const auto found = tables().find(name);
  return found == tables().end() ? nullptr : &found->second;
}

std::vector<std::string> costs_names() {
  std::vector<std::string> names;
  for (const auto& [name, costs] : tables()) names.push_back(name);
  return names;
}

}  // namespace slackline::nic
