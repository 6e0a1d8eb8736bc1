#include "testbench/workloads/synchronization/slot_tables/handler_cycles.hpp"

#include <algorithm>
#include <map>

#include "rtl_models/firmware/fbs.h"
#include "rtl_models/firmware/run.hpp"

namespace slackline::slot_tables {

namespace {

class CountingDevice final : public firmware::Device {
 public:
  CountingDevice(const nic::Params& p, const std::vector<std::uint32_t>& table)
      : p_(p), memory_(p.memory_bytes / 4), table_at_(p.memory_bytes - 4 * static_cast<std::uint32_t>(table.size())) {
    std::copy(table.begin(), table.end(), memory_.begin() + table_at_ / 4);
    registers_ = {{NIC_NODES, p.nodes},
                  {NIC_TABLE_ADDRESS, table_at_},
                  {NIC_TABLE_WORDS, static_cast<std::uint32_t>(table.size())},
                  {NIC_DONE_SPACE, p.host_queue},
                  {NIC_TX_SPACE, 0},
                  {NIC_TX_DONE_COOKIE, table_at_ - 4},  // a word that is never written: a header of the stream
                  {NIC_RX_DONE_BUFFER, table_at_ - 4 * FBS_HEADER_WORDS}};
    firmware::start(*p.firmware, *this);
  }

  /// Cycles of the handler of an event; the send queue has room for one packet.
  std::uint64_t cycles_of(nic_event event) {
    registers_[NIC_TX_SPACE] = 1;
    cycles_ = p_.costs.event[event];
    firmware::handle(*p_.firmware, *this, event);
    return cycles_;
  }

  std::uint32_t read(std::uint32_t reg) override {
    cycles_ += p_.costs.register_read;
    return registers_[reg];
  }
  void write(std::uint32_t reg, std::uint32_t value) override {
    cycles_ += p_.costs.register_write;
    registers_[reg] = value;
  }
  std::uint32_t load(std::uint32_t address) override {
    cycles_ += p_.costs.load;
    return memory_.at(address / 4);
  }
  void store(std::uint32_t address, std::uint32_t value) override {
    cycles_ += p_.costs.store;
    memory_.at(address / 4) = value;
  }
  void work(std::uint32_t cycles) override { cycles_ += cycles; }
  void log(const char*, std::uint32_t, std::uint32_t) override {}
  void turn() override {}
  void too_deep(std::uint32_t) override {}

 private:
  const nic::Params& p_;
  std::vector<std::uint32_t> memory_;
  std::map<std::uint32_t, std::uint32_t> registers_;
  std::uint32_t table_at_;
  std::uint64_t cycles_ = 0;
};

}  // namespace

HandlerCycles handler_cycles(const nic::Params& params, const std::vector<std::uint32_t>& table) {
  CountingDevice device(params, table);
  HandlerCycles cycles;
  cycles.received = device.cycles_of(NIC_EVENT_RX_DONE);
  for (std::uint32_t i = 0; i < table[FBS_MESSAGES]; ++i)
    device.cycles_of(NIC_EVENT_TX_DONE);  // the stream comes after
  cycles.sent = device.cycles_of(NIC_EVENT_TX_DONE);
  for (std::uint32_t i = 1; i < table[FBS_STREAM_SLOTS]; ++i)  // some look for a packet in slots without one
    cycles.sent = std::min(cycles.sent, device.cycles_of(NIC_EVENT_TX_DONE));
  return cycles;
}

std::uint64_t pause_cycles(nic::Params params) {
  params.nodes = 1;
  params.memory_bytes = std::max<std::uint32_t>(params.memory_bytes, 64 * 1024);  // whatever its own has room for
  std::vector<std::uint32_t> table(FBS_DESTINATIONS + 3);  // a slot of a synchronization, and one of the stream
  table[FBS_SYNCHRONIZE] = table[FBS_SLOTS] = table[FBS_MESSAGES] = table[FBS_STREAM_SLOTS] = table[FBS_PAUSES] = 1;
  table[FBS_INTERVAL] = 3;
  CountingDevice device(params, table);
  // A handler takes a cycle at least, and the next one begins in the cycle after its end.
  const auto cycles_of = [&](nic_event event) { return std::max<std::uint64_t>(1, device.cycles_of(event)) + 1; };
  return cycles_of(NIC_EVENT_TX_STOPPED) +
         std::max({cycles_of(NIC_EVENT_RX_DONE), cycles_of(NIC_EVENT_TX_DONE), cycles_of(NIC_EVENT_SLOT)});
}

}  // namespace slackline::slot_tables
