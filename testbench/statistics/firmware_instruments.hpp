// firmware_instruments: what firmware reports of its requests, and measures, of all interfaces of a network.
#pragma once

#include "testbench/statistics/firmware_measures.hpp"
#include "testbench/statistics/transactions.hpp"

namespace slackline::statistics {

/// All calls come from firmware; a snapshot is taken between two cycles.
struct FirmwareInstruments final : nic::Instruments {
  explicit FirmwareInstruments(const network::Netlist& netlist)
      : transactions(netlist.endpoints.size()),
        measures(*netlist.interfaces->nics.front().firmware, netlist.endpoints.size()) {}

  void measured(NodeId node, Cycle now, std::uint32_t measure, std::uint32_t value) override {
    measures.measured(node, now, measure, value);
  }
  void stepped(NodeId node, Cycle now, nic_step step, std::uint32_t peer, std::uint32_t id,
               std::uint32_t value) override {
    transactions.stepped(node, now, step, peer, id, value);
  }

  Transactions transactions;
  FirmwareMeasures measures;
};

}  // namespace slackline::statistics
