// The part of a result about random traffic, of one workload among several.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/present/section.hpp"
#include "testbench/statistics/distribution.hpp"

namespace slackline::traffic {

/// Where hosts have network interfaces, packets are messages, and flits their words.
struct Answers {
  bool of_messages = false;                  ///< hosts have network interfaces
  std::uint64_t hosts = 0;                   ///< that it runs on
  std::uint64_t created = 0, delivered = 0;  ///< packets, of the whole run
  std::uint64_t measured_cycles = 0;         ///< of the window, to which the rest belongs:
  std::uint64_t flits_offered = 0, flits_accepted = 0;
  statistics::Distribution total, network;  ///< latencies
  std::optional<double> fairness;  ///< Jain's index of the flits that its hosts have got into the network, or posted

  double load(std::uint64_t flits) const {
    const std::uint64_t slots = measured_cycles * hosts;
    return slots == 0 ? 0 : static_cast<double>(flits) / static_cast<double>(slots);
  }
};

class Section final : public present::Section {
 public:
  Section(std::string name, Answers of_run)
      : present::Section(std::move(name), "traffic"), answers(std::move(of_run)) {}

  nlohmann::ordered_json json(const present::RunFacts& run) const override;
  std::vector<present::Row> rows(const present::RunFacts& run) const override;
  std::string cut_off_after(std::uint64_t) const override { return {}; }

  const Answers answers;
};

}  // namespace slackline::traffic
