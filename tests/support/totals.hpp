// Sums over a fabric, computed by the tests themselves: an independent check of the reports of the product.
#pragma once

#include <cstdint>

#include "rtl_models/network/fabric.hpp"

namespace slackline::test {

struct Totals {
  std::uint64_t sent = 0, received = 0;        ///< flits
  std::uint64_t in_buffers = 0, on_links = 0;  ///< flits in flight
  std::uint64_t stripped = 0;                  ///< route flits that switches took off
  std::uint64_t switch_flits = 0;              ///< flits through switches, over all
  std::uint64_t packets_received = 0;
  std::uint64_t overflows = 0;
  bool switch_errors = false, endpoint_errors = false;

  bool conserved() const { return sent == received + in_buffers + on_links + stripped; }
};

Totals totals(const network::Fabric& fabric);

/// Runs `fabric` cycle by cycle up to edge `end`; the most flits that any buffer of a switch held meanwhile.
unsigned run_for_fullest_buffer(network::Fabric& fabric, Cycle end);

}  // namespace slackline::test
