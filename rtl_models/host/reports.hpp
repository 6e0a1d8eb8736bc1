// reports: completions by which firmware reports on itself, and on no message: from NIC_DONE_SLOT on, in the order in
// which they came.
#pragma once

#include <vector>

#include "rtl_models/common/ids.hpp"
#include "rtl_models/firmware/firmware.h"
#include "rtl_models/firmware/host_pins.hpp"

namespace slackline::host {

inline bool is_report(const firmware::Completion& completion) { return completion.kind >= NIC_DONE_SLOT; }

struct Report {
  Cycle at;  ///< edge at which the host was notified
  firmware::Completion what;
};

class Reports {
 public:
  static constexpr std::size_t most = std::size_t{1} << 20;  ///< of a host

  explicit Reports(std::uint32_t hosts) : of_(hosts) {}

  void add(NodeId host, Cycle now, const firmware::Completion& what) {
    std::vector<Report>& reports = of_[host.value];
    if (reports.size() < most) reports.push_back({now, what});
  }
  const std::vector<Report>& of(std::size_t host) const { return of_[host]; }
  /// No later ones are kept.
  bool full(std::size_t host) const { return of_[host].size() == most; }

 private:
  std::vector<std::vector<Report>> of_;
};

}  // namespace slackline::host
