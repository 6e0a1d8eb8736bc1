// The part of a result about a complete exchange.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "testbench/present/section.hpp"
#include "testbench/workloads/exchange/program.hpp"

namespace slackline::exchange {

struct Result {
  ProgramParams params;
  Answers answers;
  std::optional<std::uint64_t> window;
  bool is_over = false;

  std::uint64_t packets() const { return params.settings.packets * (params.hosts.size() - 1) * params.hosts.size(); }
  /// Flits that a host has sent, per cycle of the exchange, mean of all hosts; nothing while it is not over.
  std::optional<double> accepted() const;
};

class Section final : public present::Section {
 public:
  Section(std::string name, Result of_run) : present::Section(std::move(name), "exchange"), result(std::move(of_run)) {}

  nlohmann::ordered_json json(const present::RunFacts& run) const override;
  std::vector<present::Row> rows(const present::RunFacts& run) const override;
  std::string cut_off() const override { return "before all hosts had taken all packets"; }
  std::string cut_off_after(std::uint64_t cycles) const override;

  const Result result;
};

}  // namespace slackline::exchange
