// What firmware writes with nic_log: lines of the run's log, and of its results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/report/result.hpp"

namespace slackline::commands {

class FirmwareLog {
 public:
  /// Number of lines that are kept and shown; later ones are counted.
  static constexpr std::size_t most_lines = report::FirmwareLines::most;

  /// Lines are shown on `out` as they come; nullptr: they are only kept.
  explicit FirmwareLog(std::ostream* out);

  /// The network's interfaces, whose firmware writes here; nullptr where it has none. They may outlive the log.
  std::shared_ptr<const network::HostInterfaces> listen_to(const network::Netlist& netlist) const;
  /// Later lines do not count: a run that is repeated for its waves writes everything again.
  void close();

  /// By cycle, then by host, whichever engine ran them.
  report::FirmwareLines lines() const;

 private:
  struct Record;
  std::shared_ptr<Record> record_;
};

/// The lines as a file.
std::string firmware_log_text(const report::FirmwareLines& lines);

}  // namespace slackline::commands
