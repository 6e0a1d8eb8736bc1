// The part of a result about barriers in which hosts have met.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/present/section.hpp"
#include "testbench/workloads/barriers/answers.hpp"

namespace slackline::barriers {

class Section final : public present::Section {
 public:
  /// `host_names`: by number.
  Section(std::string name, Answers of_run, std::vector<std::string> host_names)
      : present::Section(std::move(name), "barriers"), answers(std::move(of_run)), hosts(std::move(host_names)) {}

  nlohmann::ordered_json json(const present::RunFacts& run) const override;
  std::vector<present::Row> rows(const present::RunFacts& run) const override;
  std::optional<present::SharedPart> shared(const present::RunFacts& run) const override;
  /// barriers.csv: a line for each barrier that a member has entered, with the cycles of the first and last to enter
  /// and to leave.
  present::Files files(const present::RunFacts& run) const override;
  std::string cut_off() const override { return "before all barriers were over"; }
  std::string cut_off_after(std::uint64_t cycles) const override;

  const Answers answers;
  const std::vector<std::string> hosts;
};

}  // namespace slackline::barriers
