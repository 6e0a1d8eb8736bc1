// cycle_diagram: a table of registers over cycles, drawn from the running model, as docs/timing.md prints it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/network/fabric.hpp"

namespace slackline::test {

/// A line of cycle numbers from `first` on, and one for each row.
std::string drawn(const std::vector<std::string>& names, const std::vector<std::vector<std::string>>& cells,
                  std::uint64_t first);

/// `Subject` is what runs: a Fabric, or a block with a bench of its own.
template <class Subject>
class CycleDiagramOf {
 public:
  /// The cell of a row in the cycle that the subject shows; empty: nothing there.
  using Cell = std::function<std::string(const Subject&)>;

  void row(const std::string& name, Cell cell) { rows_.push_back({name, std::move(cell)}); }

  /// Draws the cycles first .. last; `run_to(cycle)` brings the subject to each of them.
  template <class RunTo>
  std::string draw(const Subject& subject, std::uint64_t first, std::uint64_t last, RunTo&& run_to) const {
    std::vector<std::string> names;
    for (const Row& row : rows_) names.push_back(row.name);
    std::vector<std::vector<std::string>> cells(rows_.size());
    for (std::uint64_t cycle = first; cycle <= last; ++cycle) {
      run_to(cycle);
      for (std::size_t i = 0; i < rows_.size(); ++i) cells[i].push_back(rows_[i].cell(subject));
    }
    return drawn(names, cells, first);
  }

 private:
  struct Row {
    std::string name;
    Cell cell;
  };
  std::vector<Row> rows_;
};

/// Of a running fabric.
class CycleDiagram : public CycleDiagramOf<network::Fabric> {
 public:
  /// Runs `fabric` from its present cycle.
  std::string draw(network::Fabric& fabric, std::uint64_t first, std::uint64_t last) const {
    return CycleDiagramOf::draw(fabric, first, last, [&](std::uint64_t cycle) { fabric.run_until(Cycle(cycle + 1)); });
  }
};

/// "H" head, "B" body, "T" tail, "S" single; empty for no flit.
std::string flit_text(Flit flit);

/// The text between the line `<!-- name -->` and the next line `<!-- end -->` of a file, without its ``` lines; empty
/// when there is none.
std::string block_of(const std::string& file, const std::string& name);

}  // namespace slackline::test
