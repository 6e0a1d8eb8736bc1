// section: a part of the result of a run, as a workload makes it: in result.json, in the table, and as files of its own.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/present/rows.hpp"
#include "testbench/settings/values.hpp"
#include "testbench/statistics/run_totals.hpp"

namespace slackline::present {

/// Name and contents.
using Files = std::vector<std::pair<std::string, std::string>>;

class Section;

/// The run as a whole.
struct RunFacts {
  const settings::Values& experiment;
  const statistics::RunTotals& totals;
  bool is_measured = true;     ///< loads, latencies and the use of links are those of a working network
  const char* why_unmeasured;  ///< if not
  /// All sections of the kind of the one that is asked, itself included.
  std::vector<const Section*> of_kind = {};
};

/// What belongs to the network and not to one of several sections of a kind.
struct SharedPart {
  const char* name;  ///< its key in result.json
  std::shared_ptr<const nlohmann::ordered_json> json;
  std::vector<Row> rows;  ///< with a heading
};

class Section {
 public:
  /// `name`: its key in result.json, `kind` that of the workload.
  Section(std::string name, const char* kind) : name_(std::move(name)), kind_(kind) {}
  virtual ~Section() = default;
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;

  const std::string& name() const { return name_; }
  const char* kind() const { return kind_; }

  virtual nlohmann::ordered_json json(const RunFacts& run) const = 0;
  virtual std::vector<Row> rows(const RunFacts& run) const = 0;
  /// Of a workload that runs once, alone in a run: the table, in which nothing is averaged. Empty: it is that of any
  /// network.
  virtual std::vector<Row> rows_alone(const RunFacts&) const { return {}; }
  /// Of a run with several sections of this kind, which leave it out of their own parts: reported once, as one of them
  /// makes it. Nothing: they share nothing.
  virtual std::optional<SharedPart> shared(const RunFacts&) const { return std::nullopt; }
  virtual Files files(const RunFacts&) const { return {}; }

  /// Why the means of the run have no intervals; empty: as the measurement found.
  virtual std::string why_no_intervals() const { return {}; }
  /// The part that was cut off, where the run was too short: "before all barriers were over". Empty: nothing to be cut.
  virtual std::string cut_off() const { return {}; }
  /// The same as a sentence of a run that took `cycles`.
  virtual std::string cut_off_after(std::uint64_t cycles) const = 0;

 private:
  std::string name_;
  const char* kind_;
};

}  // namespace slackline::present
