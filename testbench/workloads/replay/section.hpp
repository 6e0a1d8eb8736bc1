// The part of a result about a program's trace that hosts have replayed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/present/section.hpp"
#include "testbench/statistics/trunks.hpp"
#include "testbench/workloads/replay/program/answers.hpp"

namespace slackline::replay {

class Section final : public present::Section {
 public:
  /// `hosts_of_ranks`: names. `of_network`: the most utilised one first.
  Section(std::string name, Answers of_run, std::vector<std::string> hosts_of_ranks,
          std::vector<statistics::Trunk> of_network)
      : present::Section(std::move(name), "replay"),
        answers(std::move(of_run)),
        rank_hosts(std::move(hosts_of_ranks)),
        trunks(std::move(of_network)) {}

  nlohmann::ordered_json json(const present::RunFacts& run) const override;
  std::vector<present::Row> rows(const present::RunFacts& run) const override;
  std::vector<present::Row> rows_alone(const present::RunFacts& run) const override;
  /// ranks.csv, messages.csv and trunks.csv.
  present::Files files(const present::RunFacts& run) const override;
  std::string cut_off() const override { return "before the program was over"; }
  std::string cut_off_after(std::uint64_t cycles) const override {
    return "the program did not finish in " + std::to_string(cycles) + " cycles";
  }

  const Answers answers;
  const std::vector<std::string> rank_hosts;
  const std::vector<statistics::Trunk> trunks;
};

}  // namespace slackline::replay
