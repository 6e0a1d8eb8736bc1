// runs: the exchanges of the study.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/studies/tam2000/measurement.hpp"

namespace slackline::tam2000 {

using reproduction::Effort;

/// Of a point with pauses; in a full study of one with few packets, in which there may be none, twice as many.
unsigned draws(Effort effort, unsigned packets);

/// The parts that the paper leaves open, as they are in figures and tables: outputs that hold nothing, hosts that pause. Rate and length
/// of the pauses are ours: losses begin near the numbers of packets that the paper prints.
inline constexpr Reading usual{};
/// Those in which claims are tried, the usual one first.
std::vector<Reading> readings(const Shape& shape, Effort effort);
/// One of them in which sync loses nothing although hosts pause.
Reading without_losses(const Shape& shape);
/// Those of claim (7), which are tried on both.
std::vector<Reading> pairwise_readings(Effort effort);
/// On 8x2 the uplinks' limit is open as well.
struct UplinkReading {
  Reading reading;
  Streams streams;

  std::string name() const;
};
std::vector<UplinkReading> uplink_readings(Effort effort);

/// Values of k, fewer in readings that are not the usual one.
std::vector<unsigned> packets(const Shape& shape, Scheme scheme, Effort effort, const Reading& reading = usual);
/// Of (7): hardly any packets are lost.
std::vector<unsigned> packets_of_pairwise(const Reading& reading, Effort effort);
/// Of a claim that bandwidth falls, or does not, beyond a number of packets.
struct Beyond {
  unsigned from, to;
};
Beyond beyond_on_one_switch(Effort effort);                              ///< (4)
Beyond to_the_end_on_one_switch(const Reading& reading, Effort effort);  ///< (5): to 2,000, in two readings
Beyond beyond_on_four(Effort effort);                                    ///< (6) and (8)
Beyond extended_on_four(Effort effort);                                  ///< (9): with the window alone, up to there
Beyond beyond_on_four_with_window(Effort effort);                        ///< (9): and from there
unsigned most_on_two(Effort effort);                                     ///< (11) and (12)

inline constexpr Scheme shuffles[] = {Scheme::sync, Scheme::sync_gw, Scheme::sync_rs, Scheme::sync_gwrs};

Setup exchange_of(const Shape& shape, Scheme scheme, unsigned packets, const Reading& reading = usual);
/// 8x2: uplinks whose modules move 500 Mb/s.
Setup on_two(Scheme scheme, unsigned packets);
Setup on_two(Scheme scheme, unsigned packets, const UplinkReading& reading);
Setup with(Setup setup, Streams streams);
Setup with(Setup setup, Buffers buffers);
Setup selective(Setup setup);
Setup lossless(Setup setup);
inline constexpr Scheme schemes_of_causes[] = {Scheme::sync, Scheme::sync_gwrs};
unsigned packets_of_causes(Effort effort);
/// Variants of the 4x4 exchange, each without one possible cause of losses.
std::vector<std::pair<std::string, Setup>> without_causes(Scheme scheme, Effort effort);
/// The choices that the paper does not print, each another one.
std::vector<std::pair<std::string, Setup>> other_choices(Scheme scheme, Effort effort);
/// Claim (13).
Setup six_by_two_on_schedule(Streams streams);
inline constexpr unsigned streams_tried[] = {5, 6}, held_of_streams[] = {0, 1, 2, 4};
std::vector<unsigned> packets_on_schedule(Effort effort);  ///< of (17)
/// Occupancies of uplinks.
Setup over_time(Scheme scheme, Effort effort);
unsigned packets_of_buffers(Effort effort);  ///< k of (19)
std::vector<Reading> readings_of_buffers(Effort effort);

inline constexpr unsigned steps_of_round = 15;
inline constexpr unsigned outside_of_buffer[] = {0, 2, 4};  ///< frames that are held besides B_L
/// Figure 3: the stall at each step, and the one of the figure.
Stall stall_at(unsigned step, bool is_reordered, bool has_window);
Stall stall_of_figure_3(unsigned outside, unsigned steps);
inline constexpr unsigned lengths_of_stall[] = {7, 8, 9, 10};  ///< steps

/// Switches past saturation: with transfers at the speed of links, during which an input has no other one, or in no time.
Saturated saturated(unsigned ports, bool takes_no_time);
inline constexpr unsigned saturated_ports[] = {64, 128};

// Beyond the paper.

/// 16 hosts at each of 8 switches, without pauses. Flits have 64 bytes.
inline constexpr Speeds speeds_of_large[] = {{100, 1000}, {100, 10000}};
inline constexpr unsigned packets_of_large[] = {1, 4};
Setup large(const Speeds& speeds, Scheme scheme, unsigned packets);
inline constexpr double fast_overheads_us[] = {5, 0.2};
/// Links of hosts have 10 Gb/s, and uplinks 100.
Setup fast(const Shape& shape, double overhead_us, Effort effort);
inline constexpr Shape shapes_of_pause[] = {four_by_four, eight_by_two};
unsigned packets_over_pause(Effort effort);
/// On 8x2 modules of uplinks move 500 Mb/s.
Setup over_pause(const Shape& shape, Scheme scheme, Buffers buffers, Effort effort);
/// The link to one host stops for a while.
Setup stopped_host(Buffers buffers, Effort effort);

std::vector<Run> runs(Effort effort, const reproduction::Given& given = {});

}  // namespace slackline::tam2000
