// The firmware fbs, called event by event on a device that holds registers, memory and a queue of completions, and
// nothing else.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "rtl_models/firmware/catalogue.h"
#include "rtl_models/firmware/fbs.h"
#include "rtl_models/firmware/run.hpp"

using namespace slackline::firmware;

namespace {

constexpr std::uint32_t nodes = 3, table_at = 4096, first_slot = 2, interval = 10, slots = 3, rounds = 2;

struct Told {
  std::uint32_t kind, peer, message, words;
};

/// The interface of host 0; in slot i of a synchronization host i sends to it, itself in slot 0.
class Interface final : public Device {
 public:
  explicit Interface(std::uint32_t done_space) : memory_(2048), space_(done_space) {
    registers_[NIC_NODES] = nodes;
    registers_[NIC_TABLE_ADDRESS] = table_at;
    registers_[NIC_TABLE_WORDS] = FBS_DESTINATIONS + 2 * slots;
    std::vector<std::uint32_t> table(FBS_DESTINATIONS + 2 * slots);
    table[FBS_FIRST_SLOT] = first_slot;
    table[FBS_INTERVAL] = interval;
    table[FBS_ROUNDS] = rounds;
    table[FBS_SYNCHRONIZE] = 1;
    table[FBS_SLOTS] = table[FBS_MESSAGES] = slots;
    for (std::uint32_t i = 0; i < slots; ++i) table[FBS_DESTINATIONS + i] = table[FBS_DESTINATIONS + slots + i] = i;
    for (std::uint32_t i = 0; i < table.size(); ++i) memory_[table_at / 4 + i] = table[i];
    start(firmware_fbs, *this);
  }

  std::uint32_t read(std::uint32_t reg) override { return reg == NIC_DONE_SPACE ? space_ : registers_[reg]; }
  void write(std::uint32_t reg, std::uint32_t value) override {
    registers_[reg] = value;
    if (reg != NIC_DONE_PUSH) return;
    overrun_ |= space_ == 0;
    if (space_ != 0) --space_;
    told_.push_back({registers_[NIC_DONE_KIND], registers_[NIC_DONE_PEER], registers_[NIC_DONE_MESSAGE],
                     registers_[NIC_DONE_WORDS]});
  }
  std::uint32_t load(std::uint32_t address) override { return memory_.at(address / 4); }
  void store(std::uint32_t address, std::uint32_t value) override { memory_.at(address / 4) = value; }
  void work(std::uint32_t) override {}
  void log(const char*, std::uint32_t, std::uint32_t) override {}
  void turn() override {}
  void too_deep(std::uint32_t) override {}

  void alarm() { slackline::firmware::handle(firmware_fbs, *this, NIC_EVENT_SLOT); }
  std::uint32_t alarm_slot() { return registers_[NIC_SLOT_ALARM]; }

  /// A packet of the stream has left after it was stopped for `stopped` cycles.
  void sent(std::uint32_t stopped) {
    registers_[NIC_TX_DONE_COOKIE] = 8000;
    registers_[NIC_TX_DONE_STOPPED] = stopped;
    slackline::firmware::handle(firmware_fbs, *this, NIC_EVENT_TX_DONE);
  }

  /// A packet has left in slot `now`, and there is room for one in the send queue.
  void queue_one(std::uint32_t now) {
    registers_[NIC_SLOT_LOW] = now;
    registers_[NIC_TX_SPACE] = 1;
    sent(0);
  }

  /// A packet of the synchronization has come from a host, sent in `slot`.
  void receive(std::uint32_t source, std::uint32_t slot) {
    registers_[NIC_RX_DONE_BUFFER] = 8000;
    registers_[NIC_RX_DONE_STATUS] = 1 << 8;
    memory_[8000 / 4] = 1u << 30 | source;
    memory_[8004 / 4] = slot;
    slackline::firmware::handle(firmware_fbs, *this, NIC_EVENT_RX_DONE);
  }

  void set_space(std::uint32_t space) { space_ = space; }
  std::size_t count(std::uint32_t kind) const {
    std::size_t n = 0;
    for (const Told& t : told_) n += t.kind == kind;
    return n;
  }
  /// The last reported value of a counter.
  std::uint32_t counter(std::uint32_t which) const {
    std::uint32_t value = ~0u;
    for (const Told& t : told_)
      if (t.kind == NIC_DONE_COUNTER && t.peer == which) value = t.message;
    return value;
  }
  const std::vector<Told>& told() const { return told_; }
  bool overrun() const { return overrun_; }

 private:
  std::map<std::uint32_t, std::uint32_t> registers_;
  std::vector<std::uint32_t> memory_;
  std::vector<Told> told_;
  std::uint32_t space_;
  bool overrun_ = false;
};

/// Goes to the slot after the next synchronization, which has not been reported yet.
void pass_synchronization(Interface& nic) {
  nic.alarm();
  nic.alarm();
}

}  // namespace

TEST_CASE("fbs reports as many missing packets as there is room for in addition to the counters") {
  for (std::uint32_t space = 0; space <= FBS_COUNTERS + slots + 1; ++space) {
    INFO("room for " << space);
    Interface nic(FBS_COUNTERS + 3);
    pass_synchronization(nic);
    nic.set_space(space);
    nic.alarm();
    CHECK_FALSE(nic.overrun());
    const std::uint32_t room = space < FBS_COUNTERS ? 0 : space - FBS_COUNTERS;
    CHECK(nic.count(NIC_DONE_MISSING) == std::min(room, slots));
    CHECK(nic.count(NIC_DONE_COUNTER) == (space < FBS_COUNTERS ? 0u : std::uint32_t{FBS_COUNTERS}));
    CHECK(nic.alarm_slot() == first_slot + interval);  // it goes on
  }
}

TEST_CASE("fbs reports a packet as late if it comes after it was reported missing") {
  Interface nic(100);
  nic.receive(0, first_slot);
  nic.receive(2, first_slot + 2);
  pass_synchronization(nic);
  nic.alarm();
  CHECK(nic.count(NIC_DONE_MISSING) == 1);  // of host 1
  CHECK(nic.count(NIC_DONE_LATE) == 0);
  nic.receive(2, first_slot + 1);  // not the sender in the schedule
  nic.receive(1, first_slot + slots);
  CHECK(nic.count(NIC_DONE_LATE) == 0);
  nic.receive(1, first_slot + 1);
  REQUIRE(nic.count(NIC_DONE_LATE) == 1);
  const Told& late = nic.told().back();
  CHECK(late.peer == 1);
  CHECK(late.message == 0);
  CHECK(late.words == 1);
  nic.receive(1, first_slot + interval + 1);  // of the next synchronization: in time
  CHECK(nic.count(NIC_DONE_LATE) == 1);
  nic.set_space(0);
  nic.receive(1, first_slot + 1);
  CHECK_FALSE(nic.overrun());
}

TEST_CASE("fbs reports its counters at the end of a run as soon as there is room for all of them", "[quick]") {
  Interface nic(100);
  for (std::uint32_t i = 0; i < 3 * rounds + 1; ++i) nic.alarm();
  const std::size_t before = nic.count(NIC_DONE_COUNTER);
  const std::uint32_t at = nic.alarm_slot();
  nic.set_space(FBS_COUNTERS - 1);
  nic.alarm();
  CHECK(nic.count(NIC_DONE_COUNTER) == before);
  CHECK(nic.alarm_slot() == at + 1);
  nic.set_space(FBS_COUNTERS);
  nic.alarm();
  CHECK(nic.count(NIC_DONE_COUNTER) == before + FBS_COUNTERS);
  CHECK_FALSE(nic.overrun());
}

TEST_CASE("fbs reports the first packet that was stopped only if there is room") {
  for (const std::uint32_t space : {0u, 1u}) {
    INFO("room for " << space);
    Interface nic(100);
    nic.set_space(space);
    nic.sent(7);
    nic.sent(7);
    CHECK_FALSE(nic.overrun());
    CHECK(nic.count(NIC_DONE_BLOCKED) == space);
  }
}

TEST_CASE("fbs counts a packet as late that it queues in the packet's own slot or after it") {
  for (const std::uint32_t now : {first_slot - 1, first_slot, first_slot + 1}) {
    INFO("queued in slot " << now);
    Interface nic(100);
    nic.queue_one(now);
    CHECK(nic.read(NIC_TX_SLOT) == first_slot);
    pass_synchronization(nic);
    nic.alarm();
    CHECK(nic.counter(FBS_LATE) == (now >= first_slot ? 1 : 0));
  }
}
