// rank: the program of one rank: it makes the calls of its trace one after the other, and waits where they wait.
//
//   trace -> [call] -> steps -> compute: at += cycles
//                            -> send, receive -> port        requests  <- completed(request, cycle) - port
//                            -> wait: until its requests are done
//
// It lags the cycle of the network: advance(now) makes it do all that it does up to `now`. A completion in cycle N is
// seen by what it does in cycle N and later, so advance(N - 1) goes before completed(.., N).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/workloads/replay/program/message.hpp"
#include "testbench/workloads/replay/program/settings.hpp"

namespace slackline::replay {

/// How a rank's calls get at messages.
class MessagePort {
 public:
  virtual void send(std::uint32_t to, const Envelope& envelope, std::uint64_t bytes, std::uint32_t request,
                    std::uint64_t at) = 0;
  /// A message to all other ranks at once, with one end for the sender.
  virtual void multicast(const Envelope& envelope, std::uint64_t bytes, std::uint32_t request, std::uint64_t at) = 0;
  virtual void receive(const Envelope& envelope, std::uint32_t request, std::uint64_t at) = 0;

 protected:
  ~MessagePort() = default;
};

/// Calls of one kind, and the cycles that they took without what was computed in them.
struct CallTally {
  std::uint64_t calls = 0, cycles = 0;
};

struct RankTimes {
  bool ended = false;     ///< it has finished
  std::uint64_t end = 0;  ///< cycle after its last call, or up to which the rest counts
  std::uint64_t computing = 0;
  std::array<CallTally, calls> by_call;
};

class Rank {
 public:
  Rank(const Trace& trace, const Settings& settings, std::uint32_t rank)
      : trace_(&trace), settings_(&settings), rank_(rank) {}

  /// Does all that is to be done at cycles up to `now`.
  void advance(std::uint64_t now, MessagePort& port);
  void completed(std::uint32_t request, std::uint64_t at);

  bool done() const { return done_; }
  bool blocked() const { return blocked_; }
  /// The cycle of its next step, unless it is done or blocked.
  std::uint64_t at() const { return at_; }

  /// The times up to `now`, where it has not finished.
  RankTimes times(std::uint64_t now) const;
  /// The message that a blocked rank waits for: "recv (trace:12) for a message of rank 7, tag 5, since cycle 812".
  std::string waits_for() const;
  std::uint64_t blocked_since() const { return blocked_since_; }

 private:
  struct Request {
    Envelope envelope;
    std::uint32_t peer = 0;
    bool receives = false, to_all = false, done = false, awaited = false, tested = false;
    std::uint64_t at = 0;  ///< cycle from which on it is done
  };
  /// Source, destination and tag, by which a wait names what isend or irecv has begun.
  using Name = std::tuple<std::int32_t, std::int32_t, std::int32_t>;

  void run_step(MessagePort& port);
  void begin_action();
  void end_action();
  void wait();
  void send(const Step& step, MessagePort& port);
  void receive(const Step& step, MessagePort& port);
  void compute(std::uint64_t cycles);
  void await_named(const Action& action);
  void await_all();
  void test(const Action& action);
  void keep(const Action& action, std::uint32_t request);
  std::deque<std::uint32_t>* held(const Action& action);
  std::uint32_t new_request();

  const Trace* trace_;
  const Settings* settings_;
  std::uint32_t rank_;

  std::size_t action_ = 0;  // of the trace
  bool in_action_ = false;
  std::vector<Step> steps_;
  std::size_t step_ = 0;
  std::uint64_t at_ = 0, action_began_ = 0, computed_in_action_ = 0;
  std::uint64_t computes_to_ = 0;  ///< cycle at which what it computed last ends
  bool blocked_ = false, done_ = false, overhead_paid_ = false;
  std::uint64_t blocked_since_ = 0;
  std::uint32_t collective_calls_ = 0;

  std::vector<Request> requests_;
  std::vector<std::uint32_t> free_requests_;
  std::vector<std::uint32_t> current_;  // what the next wait waits for
  std::uint32_t awaited_ = 0;           // of these: not done yet
  std::map<Name, std::deque<std::uint32_t>> held_;
  RankTimes times_;
};

}  // namespace slackline::replay
