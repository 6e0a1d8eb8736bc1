// The part of a result about clocks that firmware has synchronized.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/present/section.hpp"
#include "testbench/workloads/synchronization/answers.hpp"
#include "testbench/workloads/synchronization/bounds.hpp"

namespace slackline::synchronization {

class Section final : public present::Section {
 public:
  /// `host_names`: by number.
  Section(std::string name, Answers of_run, std::optional<Estimates> of_skew, std::vector<std::string> host_names)
      : present::Section(std::move(name), "synchronization"),
        answers(std::move(of_run)),
        estimates(of_skew),
        hosts(std::move(host_names)) {}

  nlohmann::ordered_json json(const present::RunFacts& run) const override;
  std::vector<present::Row> rows(const present::RunFacts& run) const override;
  /// synchronization.csv: for each slot that was reported, and each host, the cycle in which it began.
  present::Files files(const present::RunFacts& run) const override;
  std::string why_no_intervals() const override {
    return "the clocks are synchronized once: nothing is averaged over batches";
  }
  std::string cut_off_after(std::uint64_t cycles) const override;

  const Answers answers;
  const std::optional<Estimates> estimates;
  const std::vector<std::string> hosts;
};

}  // namespace slackline::synchronization
