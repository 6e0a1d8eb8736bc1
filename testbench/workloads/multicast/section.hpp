// The part of a result about multicasts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "testbench/present/section.hpp"
#include "testbench/statistics/distribution.hpp"
#include "testbench/statistics/estimate.hpp"

namespace slackline::multicast {

struct Answers {
  std::string algorithm;
  std::uint64_t groups = 0, members = 0, sources = 0;  ///< members: of all groups together
  std::uint64_t created = 0, complete = 0;             ///< messages, of the whole run
  std::uint64_t measured_cycles = 0;                   ///< of the window, to which the rest belongs:
  std::uint64_t words_created = 0, words_delivered = 0;
  statistics::Distribution to_member, to_last;  ///< from creation to each member, and to the last one
  statistics::Estimate to_member_mean, to_last_mean;
  std::uint64_t depth = 0, branching = 0;  ///< the most, of all trees
  double cost_mean = 0;                    ///< of trees, by equation (1), cycles
  std::uint64_t cost_most = 0;
  std::optional<double> cost_over_optimum;  ///< as TreeFacts
  std::uint64_t differing = 0;              ///< groups whose members saw different sequences of messages
  bool ends = false;                        ///< sources have a number of messages

  double per(std::uint64_t words, std::uint64_t hosts) const {
    const std::uint64_t slots = measured_cycles * hosts;
    return slots == 0 ? 0 : static_cast<double>(words) / static_cast<double>(slots);
  }
};

class Section final : public present::Section {
 public:
  Section(std::string name, Answers of_run)
      : present::Section(std::move(name), "multicast"), answers(std::move(of_run)) {}

  nlohmann::ordered_json json(const present::RunFacts& run) const override;
  std::vector<present::Row> rows(const present::RunFacts& run) const override;
  std::string cut_off() const override { return answers.ends ? "before all members had all messages" : ""; }
  std::string cut_off_after(std::uint64_t cycles) const override;

  const Answers answers;
};

}  // namespace slackline::multicast
