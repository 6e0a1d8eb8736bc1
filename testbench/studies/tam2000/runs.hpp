// runs: the exchanges of the study.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/studies/tam2000/measurement.hpp"

namespace slackline::tam2000 {

using reproduction::Effort;

unsigned draws(Effort effort);

/// The parts that the paper leaves open, as they are in figures and tables: outputs that hold nothing, hosts that pause.
inline constexpr Reading usual{};
/// Those in which claims about losses are tried, the usual one first. On one switch fewer: what it drops does not depend on the others.
std::vector<Reading> readings(const Shape& shape, Effort effort);

std::vector<unsigned> packets(const Shape& shape, Scheme scheme, Effort effort);  ///< values of k
/// Of a claim that bandwidth falls, or does not, beyond a number of packets.
struct Beyond {
  unsigned from, to;
};
Beyond beyond_on_one_switch(Effort effort);        ///< (4) and (5)
Beyond beyond_on_four(Effort effort);              ///< (6) and (8)
Beyond extended_on_four(Effort effort);            ///< (9): with the window alone, up to there
Beyond beyond_on_four_with_window(Effort effort);  ///< (9): and from there
unsigned most_on_two(Effort effort);               ///< (11) and (12)

inline constexpr Scheme shuffles[] = {Scheme::sync, Scheme::sync_gw, Scheme::sync_rs, Scheme::sync_gwrs};

Setup exchange_of(const Shape& shape, Scheme scheme, unsigned packets, const Reading& reading = usual);
/// 8x2: uplinks that carry 500 Mb/s.
Setup on_two(Scheme scheme, unsigned packets);
Setup with(Setup setup, Streams streams);
Setup with(Setup setup, Buffers buffers);
Setup selective(Setup setup);
/// Variants of the 4x4 exchange, each without one possible cause of losses.
std::vector<std::pair<std::string, Setup>> without_causes(Scheme scheme, Effort effort);
/// Claims (13): as many streams as hosts, of an exchange between two switches.
Setup of_streams(const Shape& shape, Streams streams);
std::vector<unsigned> packets_on_schedule(Effort effort);  ///< of (17)
/// Occupancies of uplinks.
Setup over_time(Scheme scheme, Effort effort);
unsigned packets_of_buffers(Effort effort);  ///< k of (19)

inline constexpr unsigned steps_of_round = 15;
inline constexpr unsigned outside_of_buffer[] = {0, 2, 4};  ///< frames that are held besides B_L
/// Figure 3: the stall at each step, and the one of the figure.
Stall stall_at(unsigned step, bool is_reordered, bool has_window);
Stall stall_of_figure_3(unsigned outside, unsigned steps);
inline constexpr unsigned lengths_of_stall[] = {7, 8, 9, 10};  ///< steps

/// Switches past saturation: with transfers at the speed of links, during which an input has no other one, or in no time.
Saturated saturated(unsigned ports, bool takes_no_time);
inline constexpr unsigned saturated_ports[] = {64, 128};

std::vector<Run> runs(Effort effort, const reproduction::Given& given = {});

}  // namespace slackline::tam2000
