// handler_times: the times of handlers on an RV32 processor, recorded, written to a table and read back for a native one.
//
//   RV32 run --> [HandlerRecorder] --> HandlerTable --> CSV --> nic::HandlerTimes of a native processor
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "rtl_models/nic/params.hpp"
#include "testbench/firmware_file/elf.hpp"

namespace slackline::firmware_file {

/// Of handlers of one signature.
struct HandlerRecord {
  std::uint64_t runs = 0, cycles = 0;  ///< of all runs
  std::vector<std::uint64_t> offsets;  ///< of each write and store, of all runs
};

struct HandlerTable {
  using Signature = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  std::map<Signature, HandlerRecord> handlers;                                 ///< event, reads, writes, loads, stores
  std::uint64_t woken_runs = 0, woken = 0, following_runs = 0, following = 0;  ///< sums of cycles

  /// Means, rounded to cycles.
  nic::HandlerTimes times() const;
  std::string csv() const;
};

/// Of a network's interfaces.
class HandlerRecorder final : public nic::HandlerObserver {
 public:
  void begins(NodeId node, std::uint32_t event, Cycle now, std::uint64_t after, Found found) override;
  void accesses(NodeId node, Access access, Cycle now) override;
  void ends(NodeId node, Cycle now) override;
  const HandlerTable& table() const { return table_; }

 private:
  struct Running {
    bool is = false;
    std::uint32_t event = 0, counts[4] = {};
    Cycle began;
    std::vector<std::uint64_t> offsets;
  };
  HandlerTable table_;
  std::map<std::uint32_t, Running> running_;  // by node
};

constexpr std::size_t most_table_bytes = std::size_t{4} << 20;
constexpr std::uint32_t most_handlers = 65536;

/// Of the text of a table; errors are sentences that begin with the line: "line 3: ...".
nic::HandlerTimes read_handler_times(const std::string& csv, Errors& errors);

}  // namespace slackline::firmware_file
