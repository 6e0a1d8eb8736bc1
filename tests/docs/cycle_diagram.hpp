// cycle_diagram: a table of registers over cycles, drawn from a running fabric, as docs/timing.md prints it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rtl_models/network/fabric.hpp"

namespace slackline::test {

class CycleDiagram {
 public:
  /// The cell of a row in the cycle that the fabric shows; empty: nothing there.
  using Cell = std::function<std::string(const network::Fabric&)>;

  void row(const std::string& name, Cell cell) { rows_.push_back({name, std::move(cell)}); }

  /// Runs `fabric` from its present cycle and draws the cycles first .. last.
  std::string draw(network::Fabric& fabric, std::uint64_t first, std::uint64_t last) const;

 private:
  struct Row {
    std::string name;
    Cell cell;
  };
  std::vector<Row> rows_;
};

/// "H" head, "B" body, "T" tail, "S" single; empty for no flit.
std::string flit_text(Flit flit);

/// The text between the line `<!-- name -->` and the next line `<!-- end -->` of a file, without its ``` lines; empty
/// when there is none.
std::string block_of(const std::string& file, const std::string& name);

}  // namespace slackline::test
