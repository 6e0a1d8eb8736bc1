// completion_watch: finds out that nothing will complete any more although messages are open: firmware that loses its
// buffers, forgets a message, or sends for ever what no host takes. Stuck worms are the watchdog's (monitors).
//
//   at rest     since two looks no flit has come or gone, no handler has run, and none will unless a host posts; and a
//               host cannot, or several messages that were posted before have failed
//   in vain     something goes on, but nothing has completed, and no word of a message has come to a host, for 100 looks,
//               and for 4096 cycles a word of the messages that are open, on average. Not more words count than these
//               messages have: firmware may give a host some of them again and again.
#pragma once

#include <optional>

#include "rtl_models/network/netlist.hpp"

namespace slackline::simulation {

class CompletionWatch {
 public:
  CompletionWatch(const network::ElaboratedNetlist& netlist, std::uint64_t interval)
      : netlist_(netlist), interval_(interval) {}

  /// Between two cycles, at equal distances. `computes`: a host does, and will post when it has. `Engine` is
  /// network::Fabric or network::SignalNetwork. The cycle of the last completion, 0 without one, where there will be no
  /// other.
  template <class Engine>
  std::optional<Cycle> look(const Engine& engine, bool computes) {
    if (netlist_.interfaces == nullptr) return std::nullopt;
    Seen seen;
    for (std::size_t i = 0; i < netlist_.endpoints.size(); ++i)
      if (netlist_.has_interface(i)) add(seen, i, engine.port_state(i), engine.interface_state(i), engine.now());
    return judge(seen, engine.now(), computes);
  }

 private:
  struct Seen {
    std::uint64_t ended = 0;             ///< messages done or given up ...
    Cycle last_end;                      ///< ... and the last of them
    std::uint64_t posted = 0, open = 0;  ///< messages
    std::uint64_t open_words = 0;
    std::uint64_t host_words = 0;  ///< that have come to hosts
    std::uint64_t activity = 0;    ///< flits that have come or gone, and runs of handlers
    bool at_rest = true;
    bool blocked = false;  ///< a host has a message that it cannot post
  };

  void add(Seen& seen, std::size_t host, const port::State& port, const network::HostInterface& interface,
           Cycle now) const;
  std::optional<Cycle> judge(const Seen& seen, Cycle now, bool computes);

  const network::ElaboratedNetlist& netlist_;
  std::uint64_t interval_;
  Seen last_;
  std::uint64_t posted_before_ = 0;  ///< messages at the look that first saw last_.ended ...
  std::uint64_t words_before_ = 0;   ///< ... and words that had come
  Cycle since_;                      ///< the last look that saw a completion, or a word that counts
};

}  // namespace slackline::simulation
