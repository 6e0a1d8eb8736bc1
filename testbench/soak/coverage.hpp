// coverage: how many networks of a soak used each feature: a soak proves nothing about features that it never met.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"

namespace slackline::soak {

struct Feature {
  std::string group, name;
  std::function<bool(const network::Netlist&)> uses;
  std::uint64_t networks = 0;
};

class Coverage {
 public:
  Coverage();
  void add(const network::Netlist& netlist);
  const std::vector<Feature>& features() const { return features_; }

 private:
  std::vector<Feature> features_;
};

}  // namespace slackline::soak
