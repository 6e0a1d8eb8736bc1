// Shipped images on the rv32 core, and the same sources in the simulator: one C source does the same on both processors.
//
//   image --> rv32 core --> CoreBus --+
//                                     +--> Interface: words, and a list of all that firmware has done to it
//   source, called by run.hpp --> Native --+
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <deque>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/registers.hpp"
#include "rtl_models/firmware/run.hpp"
#include "rtl_models/firmware/rv32/map.h"
#include "rtl_models/rv32/rv32.hpp"
#include "testbench/firmware_file/shipped.hpp"

using namespace slackline;
using firmware_file::shipped_image;
using rv32::Answer;

namespace {

using Lines = std::vector<std::string>;

constexpr std::uint32_t memory_bytes = 128 * 1024;
constexpr std::uint32_t packet_words = 64;

/// NIC memory and registers, all of them plain words: registers read as they were written, or as set before.
class Interface {
 public:
  explicit Interface(const nic_firmware& firmware) {
    reg(NIC_NODE) = 1;
    reg(NIC_NODES) = 4;
    reg(NIC_MEMORY_BYTES) = reg(NIC_TABLE_ADDRESS) = memory_bytes;
    reg(NIC_PARAMETER + 4 * NIC_PARAMETER_PACKET_WORDS) = packet_words;
    reg(NIC_PARAMETER + 4 * NIC_PARAMETER_WINDOW) = 4;
    reg(NIC_PARAMETER + 4 * NIC_PARAMETER_TIMEOUT_TICKS) = 1000;
    reg(NIC_PARAMETER + 4 * NIC_PARAMETER_TRIES) = 3;
    for (std::uint32_t i = 0; i < firmware.own_count; ++i) reg(NIC_OWN_PARAMETER + 4 * i) = firmware.own[i].initial;
    reg(NIC_TX_SPACE) = reg(NIC_DMA_SPACE) = reg(NIC_DONE_SPACE) = 16;
    reg(NIC_TX_CONTROL_SPACE) = 64;
  }

  /// The host posts a message of 10 words for host 2.
  void post() {
    reg(NIC_EVENT_PENDING) = 1u << NIC_EVENT_HOST;
    reg(NIC_HOST_COMMANDS) = 1;
    reg(NIC_HOST_KIND) = NIC_COMMAND_SEND;
    reg(NIC_HOST_PEER) = 2;
    reg(NIC_HOST_MESSAGE) = 7;
    reg(NIC_HOST_WORDS) = 10;
  }

  static bool has_register(std::uint32_t offset) { return firmware::find_register(offset) != nullptr; }
  static bool has_word(std::uint32_t address) { return address % 4 == 0 && address < memory_bytes; }
  std::uint32_t& reg(std::uint32_t offset) { return registers_.at(offset / 4); }
  bool has_error() { return reg(NIC_ERROR) != 0; }

  std::uint32_t read(std::uint32_t offset, bool is_free) {
    count(is_free);
    return reg(offset);
  }
  std::uint32_t load(std::uint32_t address, bool is_free) {
    count(is_free);
    return memory_.at(address / 4);
  }
  void write(std::uint32_t offset, std::uint32_t value) {
    note("write " + firmware::register_name(offset), value);
    reg(offset) = value;
  }
  void store(std::uint32_t address, std::uint32_t value) {
    note("store " + std::to_string(address), value);
    memory_.at(address / 4) = value;
  }

  template <class... Values>
  void note(const std::string& what, Values... values) {
    std::ostringstream line;
    line << what;
    ((line << ' ' << values), ...);
    done.push_back(line.str());
  }

  Lines done;  ///< writes, stores and reports, in order
  /// The order of reads within an expression is the compiler's. Free ones are those between instrument on and off.
  unsigned reads = 0, free_reads = 0;

 private:
  void count(bool is_free) { is_free ? ++free_reads : ++reads; }

  std::vector<std::uint32_t> memory_ = std::vector<std::uint32_t>(memory_bytes / 4);
  std::array<std::uint32_t, NIC_REGISTER_BYTES / 4> registers_{};
};

/// The processor of the simulator.
class Native final : public firmware::Device {
 public:
  explicit Native(const nic_firmware& of) : interface(of), firmware_(of) {}

  void start() { firmware::start(firmware_, *this); }
  void handle(nic_event event) { firmware::handle(firmware_, *this, event); }

  std::uint32_t read(std::uint32_t reg) override {
    if (!Interface::has_register(reg)) throw std::runtime_error("no register: " + firmware::register_name(reg));
    return interface.read(reg, is_free_);
  }
  void write(std::uint32_t reg, std::uint32_t value) override { interface.write(reg, value); }
  std::uint32_t load(std::uint32_t address) override { return interface.load(address, is_free_); }
  void store(std::uint32_t address, std::uint32_t value) override { interface.store(address, value); }
  void work(std::uint32_t) override {}
  void log(const char* text, std::uint32_t a, std::uint32_t b) override { interface.note("log", text, a, b); }
  void instrument(bool is_on) override { is_free_ = is_on; }
  void measure(std::uint32_t measure, std::uint32_t value) override { interface.note("measure", measure, value); }
  void transaction(nic_step step, std::uint32_t peer, std::uint32_t id, std::uint32_t value) override {
    interface.note("transaction", static_cast<std::uint32_t>(step), peer, id, value);
  }
  void export_word(std::uint32_t word, std::uint32_t value) override { interface.note("export", word, value); }
  void turn() override {
    if (++turns_ > 1'000'000) throw std::runtime_error("a handler never ends");
  }
  void too_deep(std::uint32_t) override { throw std::runtime_error("a handler calls too deep"); }

  Interface interface;

 private:
  const nic_firmware& firmware_;
  bool is_free_ = false;
  unsigned turns_ = 0;
};

class CoreBus {
 public:
  CoreBus(const nic_firmware& of, const rv32::Program& program) : interface(of), program_(program) {}

  Answer load(const rv32::Access& access, std::uint32_t& word) {
    if (access.lanes != 15) return Answer::refused;
    const std::uint32_t offset = access.address - NIC_REGISTER_ADDRESS;
    if (rv32::is_register(access.address)) {
      if (offset == NIC_EVENT_CLAIM) {
        word = claim();
        return Answer::done;
      }
      if (!Interface::has_register(offset)) return Answer::refused;
      word = interface.read(offset, access.is_free);
      return Answer::done;
    }
    if (!Interface::has_word(access.address)) return Answer::refused;
    word = interface.load(access.address, access.is_free);
    return Answer::done;
  }

  Answer store(const rv32::Access& access, std::uint32_t word) {
    if (access.lanes != 15) return Answer::refused;
    const std::uint32_t offset = access.address - NIC_REGISTER_ADDRESS;
    if (rv32::is_register(access.address)) {
      if (offset == NIC_EVENT_END)
        interface.note("EVENT_END");
      else if (Interface::has_register(offset))
        interface.write(offset, word);
      else
        return Answer::refused;
      return Answer::done;
    }
    if (!Interface::has_word(access.address)) return Answer::refused;
    interface.store(access.address, word);
    return Answer::done;
  }

  Answer instrument(const rv32::InstrumentCall& call) {
    const auto [a0, a1, a2, a3] = call.arguments;
    switch (call.number) {
      case NIC_INSTRUMENT_LOG: interface.note("log", text_at(a0), a1, a2); break;
      case NIC_INSTRUMENT_MEASURE: interface.note("measure", a0, a1); break;
      case NIC_INSTRUMENT_TRANSACTION: interface.note("transaction", a0, a1, a2, a3); break;
      case NIC_INSTRUMENT_EXPORT: interface.note("export", a0, a1); break;
      default: interface.note("instrument", call.number);
    }
    return Answer::done;
  }

  Interface interface;
  std::deque<std::uint32_t> events;  ///< to be claimed

 private:
  std::uint32_t claim() {
    if (events.empty()) {
      interface.note("EVENT_CLAIM", 0);
      return 0;
    }
    const std::uint32_t claimed = events.front() + 1;
    events.pop_front();
    interface.note("EVENT_CLAIM", claimed);
    return claimed;
  }
  /// Of the ROM.
  std::string text_at(std::uint32_t address) const {
    std::string text;
    for (; program_.holds(address); ++address) {
      const char c = static_cast<char>(program_.word(address) >> 8 * (address % 4));
      if (c == 0) return text;
      text += c;
    }
    return "no text";
  }

  const rv32::Program& program_;
};

enum class Ways { stepped, ahead };

/// An rv32 core with the shipped image of a firmware.
class Core {
 public:
  Core(const nic_firmware& of, Ways way, const rv32::Timing& timing = rv32::Timing())
      : image_(shipped_image(of.name)),
        timing_(timing),
        program_(rv32::Image{image_->rom, image_->entry}),
        way_(way),
        bus(of, program_),
        state(rv32::reset(program_, Cycle(0))) {}

  void run(unsigned edges) {
    for (const Cycle until = now + edges; now < until; now = now + 1) rv32::step(timing_, program_, state, bus, now);
  }
  /// Until it waits for an event; then `now` is the edge of the wfi.
  void run_to_wait() {
    for (const Cycle until = now + 1'000'000; now < until;) {
      rv32::step(timing_, program_, state, bus, now);
      if (state.waiting) return;
      if (state.fault.kind != rv32::FaultKind::none)
        FAIL(to_string(state.fault) << " at " << image_->place_of(state.pc));
      now = way_ == Ways::stepped ? now + 1 : rv32::run_ahead(timing_, program_, state, now, 1000);
    }
    FAIL("no wfi: pc is at " << image_->place_of(state.pc));
  }
  /// An event comes, `edges` after the core has begun to wait.
  void wake_by(nic_event event, unsigned edges) {
    now = now + edges;
    bus.events.push_back(event);
    rv32::wake(state, now);
  }

 private:
  std::shared_ptr<const firmware::FirmwareImage> image_;
  const rv32::Timing timing_;
  const rv32::Program program_;
  const Ways way_;

 public:
  CoreBus bus;
  rv32::State state;
  Cycle now;
};

std::vector<const nic_firmware*> shipped() {
  std::vector<const nic_firmware*> found;
  for (const firmware::Entry& entry : firmware::catalogue())
    if (entry.parameters != ~0u) found.push_back(entry.firmware);  // not a user's own
  return found;
}

const nic_firmware& of_name(const char* name) { return *firmware::find_firmware(name)->firmware; }

/// The accesses of the native processor, followed by `more`: those of the code between handlers.
Lines with(Lines done, const Lines& more) {
  done.insert(done.end(), more.begin(), more.end());
  return done;
}

void check_same(Interface& core, Interface& native, const Lines& between) {
  CHECK(core.done == with(native.done, between));
  CHECK(core.reads == native.reads);
  CHECK(core.free_reads == native.free_reads);
  core.done.clear();
  native.done.clear();
}

unsigned count(const Lines& lines, const std::string& beginning) {
  return static_cast<unsigned>(std::count_if(lines.begin(), lines.end(),
                                             [&](const std::string& line) { return line.rfind(beginning, 0) == 0; }));
}

}  // namespace

TEST_CASE("From reset to its first wfi each firmware does to its interface what it does in the simulator", "[quick]") {
  for (const nic_firmware* firmware : shipped()) {
    INFO(firmware->name);
    Native native(*firmware);
    native.start();
    CHECK(count(native.interface.done, "write ") >= 1);
    for (const Ways way : {Ways::stepped, Ways::ahead}) {
      Core core(*firmware, way);
      core.run_to_wait();
      CHECK(core.bus.interface.done == with(native.interface.done, {"EVENT_CLAIM 0"}));
      CHECK(core.bus.interface.reads == native.interface.reads);
      CHECK(core.bus.interface.free_reads == native.interface.free_reads);
      CHECK_FALSE(core.state.is_instrument);
    }
  }
}

TEST_CASE("Without an event the core waits; with one its handler does what it does in the simulator, and ends it",
          "[quick]") {
  for (const char* name : {"skeleton", "unicast", "multicast"}) {
    INFO(name);
    const nic_firmware& firmware = of_name(name);
    for (const Ways way : {Ways::stepped, Ways::ahead}) {
      Native native(firmware);
      Core core(firmware, way);
      native.start();
      core.run_to_wait();
      check_same(core.bus.interface, native.interface, {"EVENT_CLAIM 0"});
      REQUIRE_FALSE(native.interface.has_error());
      REQUIRE((core.bus.interface.reg(NIC_EVENT_ENABLE) >> NIC_EVENT_HOST & 1) != 0);

      const std::uint64_t instructions = core.state.instructions;
      core.run(100);
      CHECK(core.state.waiting);
      CHECK(core.state.instructions == instructions);
      CHECK(core.bus.interface.done.empty());

      native.interface.post();
      core.bus.interface.post();
      native.handle(NIC_EVENT_HOST);
      core.wake_by(NIC_EVENT_HOST, 1);
      core.run_to_wait();
      CHECK(count(native.interface.done, "write DMA_PUSH") == 1);  // it fetches the message from its host
      REQUIRE_FALSE(core.bus.interface.done.empty());
      CHECK(core.bus.interface.done.front() == "EVENT_CLAIM " + std::to_string(NIC_EVENT_HOST + 1));
      core.bus.interface.done.erase(core.bus.interface.done.begin());
      check_same(core.bus.interface, native.interface, {"EVENT_END", "EVENT_CLAIM 0"});
    }
  }
}

TEST_CASE("What firmware reads for instruments is free on both processors, and their calls have the same arguments") {
  const nic_firmware& firmware = of_name("static_window");
  Native native(firmware);
  Core core(firmware, Ways::stepped);
  native.start();
  core.run_to_wait();
  native.interface.post();
  core.bus.interface.post();
  native.handle(NIC_EVENT_HOST);
  core.wake_by(NIC_EVENT_HOST, 1);
  core.run_to_wait();
  CHECK(native.interface.free_reads > 0);
  CHECK(count(native.interface.done, "transaction ") > 0);
  CHECK(count(native.interface.done, "measure ") > 0);
  const auto is_of_core = [](const std::string& line) { return line.rfind("EVENT_", 0) == 0; };
  Lines& done = core.bus.interface.done;
  done.erase(std::remove_if(done.begin(), done.end(), is_of_core), done.end());
  check_same(core.bus.interface, native.interface, {});
}

TEST_CASE("A line of the log has its text from the ROM, and its numbers") {
  const nic_firmware& firmware = of_name("skeleton");
  const std::uint32_t too_many = memory_bytes / 4;
  Native native(firmware);
  Core core(firmware, Ways::stepped);
  for (Interface* one : {&native.interface, &core.bus.interface})
    one->reg(NIC_PARAMETER + 4 * NIC_PARAMETER_PACKET_WORDS) = too_many;
  native.start();
  core.run_to_wait();
  CHECK(core.bus.interface.done.at(0) ==
        "log packets of %u words and %u buffers do not fit into the NIC memory 32768 8");
  check_same(core.bus.interface, native.interface, {"EVENT_CLAIM 0"});
}

TEST_CASE("Stepped and run ahead, the first wfi of each firmware is at the same edge, and registers are the same") {
  for (const nic_firmware* firmware : shipped())
    for (const rv32::Timing& timing : {rv32::Timing(), rv32::Timing{1, 2, 1, 2, 1, 2, 3, 1, 2, 3, 3, 34}}) {
      INFO(firmware->name << ", alu " << timing.alu << ", load " << timing.load);
      Core stepped(*firmware, Ways::stepped, timing), ahead(*firmware, Ways::ahead, timing);
      stepped.run_to_wait();
      ahead.run_to_wait();
      CHECK(ahead.now == stepped.now);
      CHECK(ahead.state.pc == stepped.state.pc);
      CHECK(ahead.state.x == stepped.state.x);
      CHECK(ahead.state.ram == stepped.state.ram);
      CHECK(ahead.state.instructions == stepped.state.instructions);
    }
}

TEST_CASE("The stack of a firmware begins where the map ends it, below the variables") {
  Core core(of_name("skeleton"), Ways::stepped);
  core.run(2);  // the address is loaded by two instructions
  CHECK(core.state.x[rv32::sp] == NIC_RAM_ADDRESS + NIC_STACK_BYTES);
}
