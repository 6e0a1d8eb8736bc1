// interface_waits: worms that the firmware of network interfaces keeps until the next interface has accepted them, by the
// words that it exports. Queues whose first worms wait for one another in a circle never move again.
//
//   queue of host A: first worm, whose copy waits for --> queue of host B: another first worm --> queue of host C ... --> A
//
// A queue accepts and frees in order. So a copy that has no ACK, be it refused or queued, waits until the first worm there
// has left, unless it is itself the first. One that the firmware may move elsewhere waits for nobody. The words do not show an answer that is under way: so a circle counts only when
// it stays the same, with the same worms.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/network/netlist.hpp"
#include "testbench/monitors/knots.hpp"
#include "testbench/monitors/standstill.hpp"

namespace slackline::monitors {

class InterfaceWaits {
 public:
  /// The netlist as the engine has it, which must outlive this.
  explicit InterfaceWaits(const network::ElaboratedNetlist& netlist);

  /// To be called between two cycles, at equal distances. `Engine` is network::Fabric or network::SignalNetwork.
  template <class Engine>
  void look(const Engine& engine) {
    for (Interface& interface : interfaces_) read(interface, engine.interface_state(interface.host).nic.processor);
    compare(engine.now());
  }

  /// The circle that formed first. Nothing: there is none, or it is too new. `nothing_completes`: in the whole network, so
  /// that one look is enough.
  std::optional<Standstill> standstill(bool nothing_completes) const;

 private:
  struct Interface {
    std::uint32_t host = 0;
    std::uint32_t first = 0, count = 0;  ///< in queues_
    std::uint64_t runs = 0;              ///< of handlers
    bool rests = false;                  ///< none has run since the look before
    Cycle ended;                         ///< the last one
  };
  struct Queue {
    std::uint32_t interface = 0;  ///< in interfaces_
    std::string_view name;
    std::uint32_t number = 0, state_place = 0, source_place = 0, message_place = 0, offset_place = 0, waits_place = 0;
    // As at the last look:
    std::uint32_t state = 0, source = 0, message = 0, offset = 0, waits_for = 0;
    bool has_same_worm(const Queue& other) const {
      return source == other.source && message == other.message && offset == other.offset;
    }
  };
  /// A queue and its first worm.
  using Member = std::array<std::uint32_t, 4>;
  using Circle = std::vector<Member>;
  struct Seen {
    Cycle first;               ///< look
    unsigned looks = 0;        ///< in a row
    unsigned quiet_looks = 0;  ///< ... in which no handler of these interfaces has run since the look before
  };

  void read(Interface& interface, const nic::Processor& processor);
  void compare(Cycle now);
  std::optional<std::uint32_t> next_of(std::uint32_t queue) const;
  Circle circle_of(std::vector<std::uint32_t> queues) const;
  Cycle formed(const Circle& circle, const Seen& seen) const;
  std::size_t queues_before(const Circle& circle) const;
  KeptWorm told(std::uint32_t queue) const;
  const nic_firmware& firmware_of(const Queue& queue) const;
  const std::string& name_of(std::uint32_t host) const { return netlist_.endpoints[host].name; }

  const network::ElaboratedNetlist& netlist_;
  std::vector<Interface> interfaces_;        // whose firmware exports queues
  std::vector<std::uint32_t> interface_of_;  // by host: in interfaces_, or their number
  std::vector<Queue> queues_;
  WaitGraph graph_;
  std::map<Circle, Seen> circles_;
  Cycle now_;
};

}  // namespace slackline::monitors
