// packet_log: the way of every packet, one line each, read from the channels after every edge. A monitor independent of
// the engines: it uses none of the counters that results are made of.
//
//   host, output register    switch a       switch b            host
//   injected: head there --- a: head ------ b: head --- ... --- ejected: tail taken in
//
// A packet gets its line when its tail is taken in; packets of one cycle in the order of their sources. Those that have
// not arrived when the log is finished follow, without `ejected`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rtl_models/common/packet_table.hpp"
#include "rtl_models/network/netlist.hpp"

namespace slackline::monitors {

class PacketLog {
 public:
  static constexpr const char* file_name = "packets.csv";

  /// `workloads`: names, in the order of network::Netlist::workloads, for a column of the packet's. Empty: no such column.
  explicit PacketLog(std::vector<std::string> workloads = {}) : workloads_(std::move(workloads)) {}

  /// Before the first edge: the network to be watched, which must outlive this.
  void begin(const network::Netlist& netlist);

  /// As engine.run_until(end), looking after every edge. `run_until(end)` runs the engine. `Engine` is network::Fabric
  /// or network::SignalNetwork.
  template <class Engine, class RunUntil>
  void run_until(const Engine& engine, Cycle end, RunUntil&& run_until) {
    while (engine.now() < end) {
      run_until(engine.now() + 1);
      look(engine);
    }
  }

  /// All lines, after a heading: source,sequence,destination,flits,created,injected,hops,padding,ejected; `hops` is a
  /// list of switch:cycle, the cycle in which the head is on the switch's output register; `padding`: flits
  /// of it that have been put on the link into the destination, between those of the packet. Then the workload, where there
  /// is a list of them; empty for packets of firmware, which belong to none.
  std::string finish();

 private:
  struct Entry {
    std::uint32_t tag = 0;
    PacketRecord packet;
    std::string hops;
    std::uint64_t padding = 0;
  };

  template <class Engine>
  void look(const Engine& engine) {
    const Cycle cycle(engine.now().value - 1);
    for (std::size_t c = 0; c < netlist_->channels.size(); ++c) {
      const Flit flit = engine.channel_flit(c);
      if (!flit.valid()) continue;
      const network::Channel& channel = netlist_->channels[c];
      if (flit.kind() == FlitKind::padding) note_padding(channel, flit.tag());
      if (!flit.opens_worm()) continue;
      if (const PacketRecord* packet = engine.packets().find(flit.tag()); packet != nullptr)
        note_head(channel, flit.tag(), *packet, cycle);
    }
    note_arrivals(engine.packets());
  }

  void note_head(const network::Channel& channel, std::uint32_t tag, const PacketRecord& packet, Cycle cycle);
  void note_padding(const network::Channel& channel, std::uint32_t tag);
  void note_arrivals(const PacketTable& packets);
  /// The entry of the packet that is under way as `tag`; nullptr: none is.
  Entry* find(std::uint32_t tag);
  static void sort(std::vector<Entry>& entries);
  std::string line_of(const Entry& entry) const;

  const std::vector<std::string> workloads_;
  const network::Netlist* netlist_ = nullptr;
  std::vector<Entry> open_;  // in the order of injection
  std::vector<Entry> arrived_;
  std::string lines_;
};

}  // namespace slackline::monitors
