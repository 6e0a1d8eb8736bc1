// runs: the exchanges of the study.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbench/studies/tam2000/measurement.hpp"

namespace slackline::tam2000 {

using reproduction::Effort;

/// Of a point with pauses. In a full study one with few packets, in which there may be none, has twice as many as others, and one with
/// a thousand packets or more, which averages over many pauses, three.
unsigned draws(Effort effort, unsigned packets);

/// The assumption set of figures and tables. On one switch outputs hold nothing, as nothing is lost otherwise. On two levels uplink modules
/// move 500 Mb/s and outputs hold a frame: with none such a module loses packets of five streams, which the paper's carries. Rate and length of
/// the pauses are ours: with them losses begin near the numbers of packets that the paper prints.
Assumptions base(const Shape& shape);
/// The same on one switch, which has no uplinks.
Assumptions on_one_switch(Assumptions assumptions);
/// Those in which claims are tried, that of figures and tables first.
std::vector<Assumptions> assumption_sets(const Shape& shape, Effort effort);
/// Those in which pairwise exchange runs on 4x4: claim (7), and that the paper's scheme beats it. With on_one_switch() it runs on 16x1 as well.
std::vector<Assumptions> pairwise_sets(Effort effort);
/// Without pauses, with uplink modules of 500 Mb/s.
Assumptions without_pauses(unsigned held);

/// Values of k, fewer in sets that are not that of figures and tables.
std::vector<unsigned> packets(const Shape& shape, Scheme scheme, Effort effort, const Assumptions& assumptions);
inline std::vector<unsigned> packets(const Shape& shape, Scheme scheme, Effort effort) {
  return packets(shape, scheme, effort, base(shape));
}
/// Of a claim that bandwidth falls, or does not, beyond a number of packets.
struct Beyond {
  unsigned from, to;
};
Beyond beyond_on_one_switch(Effort effort);        ///< (4) and (5)
Beyond beyond_on_four(Effort effort);              ///< (6) and (8)
Beyond beyond_on_four_with_window(Effort effort);  ///< (9)
unsigned most_on_two(Effort effort);               ///< (11) and (12)

inline constexpr Scheme shuffles[] = {Scheme::sync, Scheme::sync_gw, Scheme::sync_rs, Scheme::sync_gwrs};
inline constexpr Scheme all_schemes[] = {Scheme::pairwise, Scheme::sync, Scheme::sync_gw, Scheme::sync_rs,
                                         Scheme::sync_gwrs};
/// Reordering needs several switches.
inline constexpr Scheme schemes_of_one_switch[] = {Scheme::pairwise, Scheme::sync, Scheme::sync_gw};

Setup exchange_of(const Shape& shape, Scheme scheme, unsigned packets, const Assumptions& assumptions);
inline Setup exchange_of(const Shape& shape, Scheme scheme, unsigned packets) {
  return exchange_of(shape, scheme, packets, base(shape));
}
Setup with(Setup setup, Streams streams);
Setup with(Setup setup, Buffers buffers);
Setup selective(Setup setup);
Setup lossless(Setup setup);
Setup with_timeout(Setup setup, double factor);
/// The same by another scheme; a window stays where that has one.
Setup with_scheme(Setup setup, Scheme scheme);
/// W_g for all hosts that share a buffer, not for their mean number as in equation (4).
Setup with_shared_window(Setup setup);
/// Of such an exchange, as the cause of a fall.
std::string text_of_shared_window(const Setup& setup);
/// The exchange of a claim that bandwidth does not fall, without each possible cause of a fall. Losses are none of them: it is compared with what it
/// has without.
std::vector<std::pair<std::string, Setup>> without_causes_of_fall(const Setup& setup);

/// Bandwidth over k on two switches, without pauses: figure 8, 6x2 and 4x2.
struct Sweep {
  Shape shape;
  unsigned held;  ///< Q
};
inline constexpr Sweep sweeps_of_two[] = {{eight_by_two, 1}, {eight_by_two, 2}, {six_by_two, 1}, {four_by_two, 1}};

inline constexpr Scheme schemes_of_causes[] = {Scheme::sync, Scheme::sync_gwrs};
unsigned packets_of_causes(Effort effort);
/// Variants of the 4x4 exchange, each with one cause of losses, or of their cost, removed.
std::vector<std::pair<std::string, Setup>> without_causes(Scheme scheme, Effort effort);
/// Variants with other Go-Back-N windows, and all with one parameter changed that the paper does not print.
std::vector<std::pair<std::string, Setup>> other_windows(Scheme scheme, Effort effort);
std::vector<std::pair<std::string, Setup>> other_choices(Scheme scheme, Effort effort);
/// Claim (13), without pauses and with uplink modules of 500 Mb/s.
Setup exchange_of_streams(const Shape& shape, unsigned held);
inline constexpr unsigned streams_tried[] = {4, 5, 6}, held_of_streams[] = {1, 2, 4, 0};
std::vector<unsigned> packets_on_schedule(Effort effort);  ///< of (17), and of pairwise_sets()
/// Occupancies of uplinks.
Setup over_time(Scheme scheme, Effort effort);
unsigned packets_of_buffers(Effort effort);  ///< k of (19)
std::vector<Assumptions> sets_of_buffers(Effort effort);

inline constexpr unsigned steps_of_round = 15;
inline constexpr unsigned outside_of_buffer[] = {0, 2, 4};  ///< frames that are held besides B_L
/// Figure 3: the stall at each step, and the one of the figure.
Stall stall_at(unsigned step, bool is_reordered, bool has_window);
Stall stall_of_figure_3(unsigned outside, unsigned steps);
inline constexpr unsigned lengths_of_stall[] = {7, 8, 9, 10};  ///< steps

/// Switches past saturation: with transfers at the speed of links, during which an input has no other one, or in no time.
Saturated saturated(unsigned ports, bool takes_no_time);
inline constexpr unsigned saturated_ports[] = {64, 128, 256};

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
Setup over_pause(const Shape& shape, Scheme scheme, Buffers buffers, Effort effort);
/// The link to one host stops for a while. The time-out is longer than packets then wait, so that none is sent again that was only late.
Setup stopped_host(Buffers buffers, Effort effort);

std::vector<Run> runs(Effort effort, const reproduction::Given& given = {});

}  // namespace slackline::tam2000
