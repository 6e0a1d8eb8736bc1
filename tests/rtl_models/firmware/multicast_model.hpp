// A network of interfaces with the firmware multicast, of which the caller makes each move: the head of a packet arrives,
// its tail, a transfer ends, a handler runs. All state is in one row of words, so that it can be stored, compared and
// taken back. No access of a handler allocates memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/firmware/host_pins.hpp"
#include "rtl_models/firmware/run.hpp"

namespace slackline::firmware::test {

/// An error for which a device would stop the run, or one of the model.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ModelParams {
  std::uint32_t nodes = 3;
  std::uint32_t memory_bytes = 4096;  ///< without the table
  std::uint32_t most_words = 16;      ///< of a packet
  std::uint32_t messages = 1;         ///< of a host
  std::uint32_t control_space = 4;    ///< descriptors of the control send queue
  std::uint32_t queue_depth = 16;     ///< of the other queues
  std::uint32_t most_buffers = 64;    ///< of a class
  std::uint32_t most_parts = 64;      ///< of packets on their way from one host to another
  std::uint32_t done_space = 16;      ///< completions that each host takes
  std::uint32_t overtakes = 0;        ///< parts of packets to the same host that a control worm may overtake
  bool clock_runs = false;            ///< TICK goes on by the time of each timer that expires
  std::array<std::uint32_t, NIC_PARAMETERS> parameters{};
  std::array<std::uint32_t, NIC_OWN_PARAMETERS> own_parameters{};
  std::vector<std::vector<std::uint32_t>> tables;  ///< by host
};

struct Move {
  enum Kind : std::uint32_t {
    handler,  ///< of NIC `a`, for event `b`
    arrival,  ///< at NIC `b`: the next part of a packet from `a`
    tail,     ///< of the packet that NIC `a` sends leaves, or an abort in its place
    dma,      ///< the first transfer of NIC `a` ends
    expiry,   ///< the timer of NIC `a` expires
  } kind = handler;
  std::uint32_t a = 0, b = 0;
  std::uint32_t before = 0;  ///< arrival: parts that a control worm overtakes
};
std::string to_string(const Move& move);

/// The values of a measure of one host.
struct Measured {
  std::uint32_t count = 0, sum = 0, last = 0;
};

/// A word of a message, as host memory has it.
std::uint32_t model_word(std::uint32_t host, std::uint32_t message, std::uint32_t word);

class Model;

class ModelNic final : public Device {
 public:
  ModelNic(Model& model, std::uint32_t node);

  std::uint32_t read(std::uint32_t reg) override;
  void write(std::uint32_t reg, std::uint32_t value) override;
  std::uint32_t load(std::uint32_t address) override;
  void store(std::uint32_t address, std::uint32_t value) override;
  void work(std::uint32_t) override {}
  void log(const char* text, std::uint32_t a, std::uint32_t b) override;
  void measure(std::uint32_t measure, std::uint32_t value) override;
  void export_word(std::uint32_t word, std::uint32_t value) override;
  void turn() override {
    if (++turns_ > 100000) throw ModelError("a handler never ends");
  }
  void too_deep(std::uint32_t) override { throw ModelError("a handler calls too deep"); }

 private:
  friend class Model;
  struct Queue {
    std::uint32_t at = 0, width = 0, most = 0;  ///< the count, and then the entries
  };
  struct Write {
    std::uint32_t reg, value;
  };

  std::uint32_t& at(std::uint32_t place) const;
  std::uint32_t count(const Queue& queue) const { return at(queue.at); }
  std::uint32_t& entry(const Queue& queue, std::uint32_t i, std::uint32_t word = 0) const {
    return at(queue.at + 1 + i * queue.width + word);
  }
  std::uint32_t oldest(const Queue& queue, std::uint32_t word = 0) const {
    return count(queue) == 0 ? 0 : entry(queue, 0, word);
  }
  std::uint32_t* push(const Queue& queue, const char* name);
  void pop(const Queue& queue) { remove(queue, 0); }
  void remove(const Queue& queue, std::uint32_t i);
  std::uint32_t& holding(std::uint32_t reg) { return registers_[reg / 4]; }
  std::uint32_t raised() const;   ///< events, as EVENT_PENDING has them ...
  std::uint32_t pending() const;  ///< ... and those of them that are enabled
  void apply(const Write& w);
  void commit();
  void give_buffer(std::uint32_t kind, std::uint32_t buffer);
  void push_descriptor();
  void push_completion();
  void abort(std::uint32_t cookie);
  void begin();
  std::uint32_t word_of(std::uint32_t i) const;
  bool is_filling(std::uint32_t address) const;
  bool is_control(const Queue& channel, std::uint32_t part) const;
  void clear_dead_words();

  Model* model_;
  std::uint32_t node_;
  std::uint32_t turns_ = 0, writes_count_ = 0, stores_ = 0;
  std::array<Write, 512> writes_;
  std::array<std::uint32_t, 0x400 / 4> registers_{};  ///< those that only count within a handler, or never change
  std::array<std::uint32_t, 0x400 / 4> changed_{};    ///< by the handler of this number
  std::uint32_t handlers_ = 0;

  // Places in the row of words.
  std::uint32_t memory_ = 0, enabled_ = 0, timer_ = 0, expired_ = 0, reserved_ = 0, begun_ = 0, aborted_ = 0, lost_ = 0;
  std::uint32_t told_ = 0;  ///< completions: a count each of kind, peer and message
  std::array<Queue, 4> free_;
  Queue headers_, done_, refused_, control_, descriptors_, control_descriptors_, sent_, transfers_, moved_, commands_;
  Queue lanes_;                  ///< by host: 0 nothing, 1 filling, 2 discarding; buffer, words
  std::vector<Queue> channels_;  ///< to each host: parts of packets: 0 head, 1 tail, 2 abort; how many words; the words
};

class Model {
 public:
  Model(const nic_firmware& firmware, ModelParams params);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  void post(std::uint32_t host, const Command& command);
  /// Puts a packet in the network that no interface has sent.
  void inject(std::uint32_t from, std::uint32_t to, const std::vector<std::uint32_t>& packet);
  /// Makes a move. Not `handlers_wait`: then all handlers run, as the hardware orders their events.
  void make(const Move& move);
  /// The next part of a packet that arrives at `to`: 0 its head, 1 its tail, 2 an abort; its words. Empty: there is none.
  std::vector<std::uint32_t> next(std::uint32_t from, std::uint32_t to) const;
  bool is_pending(std::uint32_t host, nic_event event) const { return (nics_[host].pending() >> event & 1) != 0; }
  std::uint32_t transfers(std::uint32_t host) const { return nics_[host].count(nics_[host].transfers_); }
  void moves(std::vector<Move>& all) const;

  std::uint32_t told(std::uint32_t host, nic_completion kind, std::uint32_t peer, std::uint32_t message) const;
  std::uint32_t completions_told() const;
  /// No buffer is in use, no window closed, no host waits for another.
  bool is_idle() const;
  /// Words that no one will read are 0, whatever has been there.
  void clear_dead_words();
  std::uint32_t free_buffers(std::uint32_t host, std::uint32_t kind) const;

  bool handlers_wait = false;        ///< each is a move of its own, for any event that is pending
  std::vector<std::uint32_t> words;  ///< the state
  std::vector<std::string> logged;
  std::vector<std::pair<std::uint32_t, Completion>> completions;  ///< with their host, in order
  std::array<bool, 1 << 12> sender_steps{};                       ///< seen: states and event, as exported
  std::array<bool, 16> receiver_steps{};
  std::uint32_t done_space = 0;  ///< completions that each host takes
  /// Words of each message that have come to a host, by host, originator and message.
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> delivered;
  std::vector<std::uint32_t> timers;  ///< by host, what its timer was started with last
  std::uint32_t now = 0;              ///< with ModelParams::clock_runs
  /// Words that interfaces keep in host memory, by host and word.
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> own_words;
  std::uint32_t dropped = 0;                                     ///< packets of classes that are not refused
  std::vector<std::vector<std::uint32_t>> exported;              ///< by host, the last value of each word
  std::vector<std::array<Measured, NIC_OWN_MEASURES>> measured;  ///< by host

  const ModelParams& params() const { return params_; }

 private:
  friend class ModelNic;
  std::uint32_t take(std::uint32_t count);
  ModelNic::Queue take_queue(std::uint32_t width, std::uint32_t most);
  void run_handlers();
  void handle(std::uint32_t node, std::uint32_t event);
  void arrive(std::uint32_t from, std::uint32_t to, std::uint32_t before);
  void arrive_head(ModelNic& nic, std::uint32_t from, const std::uint32_t* part);
  void arrive_end(ModelNic& nic, std::uint32_t from, const std::uint32_t* part);
  void end_transfer(ModelNic& nic);
  void send_tail(ModelNic& nic);

  const nic_firmware* firmware_;
  ModelParams params_;
  bool is_cleared_ = false;
  std::vector<ModelNic> nics_;
};

}  // namespace slackline::firmware::test
