// A functional network of network interfaces without timing: queues, and packets that get lost, arrive twice or
// overtake one another, as a seeded stream decides. The results of firmware must not depend on any of it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/common/random_stream.hpp"
#include "rtl_models/firmware/host_pins.hpp"
#include "rtl_models/firmware/run.hpp"
#include "tests/rtl_models/firmware/reported.hpp"

namespace slackline::firmware::test {

struct FakeParams {
  std::uint32_t nodes = 2;
  std::uint32_t memory_bytes = 128 * 1024;
  std::uint32_t queue_depth = 16;
  std::array<std::uint32_t, NIC_PARAMETERS> parameters{};
  std::array<std::uint32_t, NIC_OWN_PARAMETERS> own_parameters{};
  // In 256ths, of each packet:
  std::uint32_t lost = 0, twice = 0, cut = 0;
  std::uint32_t changed = 0;        ///< a bit of its header is inverted
  std::uint32_t shortened = 0;      ///< a word of it is lost, without any sign
  std::uint32_t astray = 0;         ///< it may go to another interface
  std::uint32_t marked = 0;         ///< it has the mark of a congested switch
  bool waits_for_buffers = false;   ///< nothing is sent to an interface that runs out of buffers
  std::uint32_t longest_delay = 0;  ///< ticks on the way, random: packets overtake one another
  bool is_prompt = false;           ///< each part of an interface acts in every tick, not at random
  std::uint32_t reading_ticks = 0;  ///< of a host for a completion; 0: it reads each at once
  std::uint64_t seed = 1;
};

/// An error for which a device would stop the run.
class FirmwareError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Word `i` of a message.
std::uint32_t host_word(std::uint32_t host, std::uint32_t message, std::uint32_t i);

struct Packet {
  std::uint32_t destination = 0;
  std::vector<std::uint32_t> words;
  bool cut = false;  ///< its tail gets lost
  bool marked = false;
  std::uint64_t at = 0;
};

/// The harm that the network did to a packet, and the packet's first words.
struct Harm {
  enum Kind { lost, twice, cut, changed, shortened, astray } kind;
  std::uint32_t destination, first, message;
};

class FakeNetwork;

class FakeNic final : public Device {
 public:
  FakeNic(FakeNetwork& network, const FakeParams& params, std::uint32_t node);

  std::uint32_t read(std::uint32_t reg) override;
  void write(std::uint32_t reg, std::uint32_t value) override { writes_.push_back({reg, value}); }
  std::uint32_t load(std::uint32_t address) override { return word(address); }
  void store(std::uint32_t address, std::uint32_t value) override { word(address) = value; }
  void work(std::uint32_t) override {}
  void log(const char* text, std::uint32_t a, std::uint32_t b) override;
  void measure(std::uint32_t measure, std::uint32_t value) override;
  void transaction(nic_step step, std::uint32_t peer, std::uint32_t id, std::uint32_t value) override;
  void turn() override {
    if (++turns_ > 1000000) throw FirmwareError("a handler never ends");
  }
  void too_deep(std::uint32_t) override { throw FirmwareError("a handler calls too deep"); }

  void start(const nic_firmware& firmware);
  /// One handler, whatever is pending.
  void handle(const nic_firmware& firmware, nic_event event);
  /// Each part may act, at random.
  void step(const nic_firmware& firmware);
  void take(const Packet& packet);
  bool runs_out_of_buffers() const { return free_[0].size() < 16; }

  std::deque<Command> commands;
  std::vector<Completion> completions;
  std::vector<std::string> logged;
  std::vector<Reported> reported;
  bool is_off = false;             ///< it takes nothing in
  std::uint32_t dropped = 0;       ///< for lack of a buffer
  std::uint32_t host_corrupt = 0;  ///< wrong words that reached the host
  std::array<std::uint32_t, NIC_EVENTS> handled{};
  std::uint32_t followed = 0;  ///< packets sent from a buffer that was still filling

 private:
  struct Write {
    std::uint32_t reg, value;
  };
  struct Received {
    std::uint32_t buffer, words, status;
    std::uint32_t tick = 0;  ///< at which it had come whole
  };
  struct Transfer {
    std::uint32_t to_host, peer, message, offset, address, words, cookie;
  };
  struct Descriptor {
    std::uint32_t destination, header, header_words, payload, payload_words, flags, cookie, stamp;
    bool cut = false;  ///< the packet that it follows has been cut short
  };

  std::uint32_t& word(std::uint32_t address);
  std::uint32_t& holding(std::uint32_t reg) { return registers_.at(reg / 4); }
  void apply(const Write& w);
  void commit();
  std::uint32_t pending() const;
  bool coin() const;
  bool follows(const Descriptor& d, const Received& r) const;
  void transfer();
  void send();
  void run_timers();

  FakeNetwork* network_;
  const FakeParams* params_;
  std::uint32_t node_;
  std::vector<std::uint32_t> memory_;
  std::array<std::uint32_t, 0x400 / 4> registers_{};
  std::vector<Write> writes_;
  std::uint32_t turns_ = 0;
  std::array<std::deque<std::uint32_t>, 4> free_;
  std::deque<Received> arriving_, done_;
  std::deque<std::uint32_t> headers_;
  std::deque<Transfer> transfers_;
  std::deque<std::uint32_t> transferred_, sent_;
  std::deque<Descriptor> descriptors_;
  std::uint32_t expired_ = 0;
  std::uint32_t unread_ = 0;  // completions
};

class FakeNetwork {
 public:
  FakeNetwork(const nic_firmware& firmware, const FakeParams& params);
  FakeNetwork(const FakeNetwork&) = delete;
  FakeNetwork& operator=(const FakeNetwork&) = delete;

  /// Runs until the total of completions is `completions`, or for `ticks`. True: all have come.
  bool run(std::size_t completions, std::uint64_t ticks);
  /// Runs `ticks` more.
  void run_on(std::uint64_t ticks);
  void send(Packet packet);
  /// Resets an interface; commands and completions that its host knows of are forgotten as well.
  void restart(std::uint32_t node);

  std::vector<FakeNic> nics;
  RandomStream stream;
  std::uint64_t now() const { return now_; }
  std::uint64_t packets = 0;
  std::vector<Harm> harms;                               ///< in order of time
  std::function<bool(const Packet&)> is_lost = nullptr;  ///< also gets lost

 private:
  void tick();
  bool happens(std::uint32_t share);
  void damage(Packet& packet);
  void note(Harm::Kind kind, const Packet& packet) {
    harms.push_back({kind, packet.destination, packet.words.at(0), packet.words.size() > 1 ? packet.words[1] : 0});
  }

  FakeParams params_;
  const nic_firmware* firmware_;
  std::deque<Packet> under_way_;
  std::uint64_t now_ = 0;
};

}  // namespace slackline::firmware::test
