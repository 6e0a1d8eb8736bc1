// One rv32 core, and a bus that records each shared access with its edge.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "rtl_models/rv32/rv32.hpp"

namespace slackline::test {

/// Something that others than the core can see, at an edge.
struct Seen {
  std::uint64_t edge = 0;
  std::string what;  ///< "load", "store", "call", "wfi", "fault"
  std::uint32_t address = 0, value = 0;
  unsigned lanes = 0;
  bool is_free = false;

  friend bool operator==(const Seen& a, const Seen& b) {
    return a.edge == b.edge && a.what == b.what && a.address == b.address && a.value == b.value && a.lanes == b.lanes &&
           a.is_free == b.is_free;
  }
  friend std::ostream& operator<<(std::ostream& out, const Seen& s) {
    return out << s.edge << ": " << s.what << std::hex << " 0x" << s.address << " 0x" << s.value << std::dec
               << " lanes " << s.lanes << (s.is_free ? " free" : "");
  }
};

/// NIC memory of 1 KiB and all registers of an interface, as plain memory.
class RecordingBus {
 public:
  rv32::Answer load(const rv32::Access& access, std::uint32_t& word);
  rv32::Answer store(const rv32::Access& access, std::uint32_t word);
  rv32::Answer instrument(const rv32::InstrumentCall& call);

  /// The word at an address; nullptr: there is none.
  std::uint32_t* word_at(std::uint32_t address);

  Cycle now;                                                         ///< the current edge
  std::function<bool(Cycle)> is_busy = [](Cycle) { return false; };  ///< accesses have to wait at that edge
  std::uint32_t refused_instrument = NIC_INSTRUMENTS;                ///< calls with this number are refused
  std::vector<Seen> seen;

 private:
  std::vector<std::uint32_t> memory_ = std::vector<std::uint32_t>(256), registers_ = std::vector<std::uint32_t>(512);
};

/// The bytes of words.
std::vector<std::uint8_t> bytes_of(const std::vector<std::uint32_t>& words);

/// A cycle an instruction, a pipeline, and a core that does one thing at a time.
const std::vector<rv32::Timing>& timings();

/// A core whose first instruction begins at edge 0.
class CoreBench {
 public:
  explicit CoreBench(const std::vector<std::uint32_t>& code, const rv32::Timing& timing = rv32::Timing());
  explicit CoreBench(const rv32::Image& image, const rv32::Timing& timing = rv32::Timing());

  /// step() at every edge up to `edges` more ones.
  void run(unsigned edges);
  /// The same by run_ahead() with this limit.
  void run_ahead(unsigned edges, std::uint64_t most_cycles);

  const std::vector<Seen>& seen() const { return bus.seen; }
  std::vector<std::uint64_t> registers() const;  ///< and counters, before edge `now`

  const rv32::Timing timing;
  const rv32::Program program;
  rv32::State state;
  RecordingBus bus;
  std::function<bool(Cycle)> wakes = [](Cycle) { return false; };  ///< an event wakes a waiting core at that edge
  Cycle now;                                                       ///< the next edge

 private:
  void edge();
};

}  // namespace slackline::test
