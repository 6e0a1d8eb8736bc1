// Networks that lock up, from a seed: rings and tori whose tables know no dateline, and random tables.
#pragma once

#include <cstdint>

#include "rtl_models/network/netlist.hpp"

namespace slackline::test {

/// A ring without dateline classes, always upwards. Host i sends packets of `flits` flits to host i + `up`, the first
/// at cycle 0, and as many as it can.
network::Netlist ring_that_locks_up(unsigned switches, unsigned up, std::uint16_t flits, unsigned vcs = 1);

/// A torus of k x k switches with one virtual channel, saturated; packets choose among all ports on a shortest way.
network::Netlist torus_with_any_shortest_way(std::uint16_t k, std::uint16_t flits, std::uint64_t seed);

/// A ring of an even number of switches with credits, an adaptive channel and an escape channel that knows no dateline:
/// the proof refuses it. Host i sends packets of `flits` flits upwards to the host before the one opposite, as many as
/// it can.
network::Netlist adaptive_ring_that_locks_up(std::uint16_t switches, std::uint16_t flits);

/// Rings and tori by dimension order without dateline classes, by random tables, or by any shortest way.
/// Saturated; most of them lock up sooner or later.
network::Netlist network_with_cycles(std::uint64_t seed);

/// Takes the shortest way to every host, by any of the ports that lie on one, drawn from `seed`.
void random_shortest_tables(network::Netlist& netlist, std::uint64_t seed);

}  // namespace slackline::test
