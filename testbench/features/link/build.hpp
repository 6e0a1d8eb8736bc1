// Links that differ from the others: what an experiment's `links` do to its network.
#pragma once

#include "rtl_models/network/netlist.hpp"
#include "testbench/features/link/settings.hpp"

namespace slackline::features {

/// Gives the channels that `links` names the delays and widths of their own. Names without a channel are left out:
/// check_link_settings reports them. Delays must be in range.
void apply_link_settings(const Values& experiment, network::Netlist& netlist);

/// Bits of a flit: as given, otherwise as wide as the packet format's.
std::uint64_t flit_bits_of(const Values& experiment);
/// Bits of a word of a message, where hosts have network interfaces: those of the flits that it takes.
std::uint64_t word_bits_of(const Values& experiment);

/// The rate of a link of one flit in `cycles` cycles, in Gb/s.
double gigabits_per_second(CyclesPerFlit cycles, const Values& experiment);
/// How much longer a flit takes than at the data rate that link.cycles_per_flit was given as, in per cent; below 0: less. Only where it was.
double rate_error_percent(const Values& experiment);

}  // namespace slackline::features
