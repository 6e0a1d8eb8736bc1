// nic as a SystemC module: the pins of a port on one side, those of a host on the other.
//
//   doorbell, command_* --> commands#   [nic]   flit_out# --> network
//   room#               <-- commands#           flit_in   <-- network
//   completion_valid#, completion_*# <--        stop_in, stop_out#
//
// Timing contract, besides that of nic.hpp
//   doorbell high in cycle N  -> the command on the pins is in the host queue in cycle N + 1, where room has one less
//   doorbell high, room 0     -> the command is refused, and counted
//   completion_valid high     -> for one cycle a completion
//   rst_n low at edge N       -> as after reset from cycle N + 1 on: start() of the firmware runs again
#pragma once

#include <vector>

#include "rtl_models/nic/nic.hpp"
#include "rtl_models/port/port_module.hpp"

namespace slackline::nic {

class Module : public port::PortModule {
 public:
  SC_HAS_PROCESS(Module);
  /// Hosts, virtual channels and packet format are those of `port`. All hosts of a network share one packet table, one
  /// tally of latencies and their memory, which must outlive them. Throws std::invalid_argument when parameters are
  /// illegal.
  Module(sc_core::sc_module_name name, const Params& params, const Place& place, const port::Params& port,
         const port::Place& port_place, PacketTable& packets, port::Latencies& latencies, HostMemory& host_memory);

  sc_core::sc_in<bool> doorbell{"doorbell"};                         ///< the host posts the command on the pins
  sc_core::sc_in<std::uint32_t> command_kind{"command_kind"};        ///< nic_command
  sc_core::sc_in<std::uint32_t> command_peer{"command_peer"};        ///< host that the message goes to
  sc_core::sc_in<std::uint32_t> command_message{"command_message"};  ///< the host's number for it
  sc_core::sc_in<std::uint32_t> command_words{"command_words"};      ///< its length
  sc_core::sc_out<std::uint32_t> room{"room"};                       ///< places in the host queue

  sc_core::sc_out<bool> completion_valid{"completion_valid"};
  sc_core::sc_out<std::uint32_t> completion_kind{"completion_kind"};  ///< nic_completion
  sc_core::sc_out<std::uint32_t> completion_peer{"completion_peer"};
  sc_core::sc_out<std::uint32_t> completion_message{"completion_message"};
  sc_core::sc_out<std::uint32_t> completion_words{"completion_words"};

  const Params& nic_params() const { return nic_params_; }
  const Place& nic_place() const { return nic_place_; }
  /// The state before the next edge.
  State nic_state() const {
    State state = nic_;
    catch_up(nic_params_, nic_place_, state, now());
    return state;
  }
  /// Commands that came when there was no room.
  std::uint64_t refused() const { return refused_; }

 private:
  void on_edge();
  void reset(Cycle first_edge);
  void drive();

  const Params nic_params_;
  const Place nic_place_;
  State nic_;
  HostMemory& host_memory_;
  std::uint64_t refused_ = 0;
  std::vector<std::uint64_t> storage_;
};

}  // namespace slackline::nic
