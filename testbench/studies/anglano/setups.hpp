// setups: what the simulations of the study are of, and what each claim asks for.
#pragma once

#include <string>
#include <vector>

#include "testbench/studies/anglano/measurement.hpp"

namespace slackline::anglano {

inline bool is_quick(Effort effort) { return effort == Effort::quick; }

/// Those on which paths and trees are compared: in a quick study the star alone.
std::vector<Network> networks(Effort effort);
/// Groups of 4 to 64 members; those of 64 on the torus alone.
std::vector<unsigned> sizes(Network network, Effort effort);
/// Those of groups that do not have all hosts of a network, whose members may be far apart or neighbours.
std::vector<unsigned> sizes_apart(Network network, Effort effort);
/// Worms of 64 B and 2 KiB.
std::vector<unsigned> lengths(Effort effort);
unsigned draws(Effort effort);
unsigned many_draws(Effort effort);  ///< of what is judged at single points, or differs little

/// Simple ways to send to a group, and trees.
inline constexpr Algorithm simple_algorithms[] = {Algorithm::unicasts, Algorithm::ring, Algorithm::bus};
inline constexpr Algorithm path_algorithms[] = {Algorithm::ring, Algorithm::bus};
inline constexpr Algorithm tree_algorithms[] = {Algorithm::up_down, Algorithm::wrap_around};

enum class Load : std::uint8_t { light, eighth, quarter, heavy };  ///< share_of()
/// Share of what an interface forwards.
double share_of(Load load);
/// A point of claims (1), (16) and (17): the time to the last member by each algorithm.
struct Point {
  Network network;
  unsigned members, words;
  Load load;
  bool cut_through;
  unsigned groups = Setup().groups;
  bool paper_copies = false;
  bool has_one_switch = false;  ///< all hosts are at one switch
  unsigned buffers = Setup().buffers;
  bool early_ack = false;
  Setup with(Algorithm algorithm) const;
};
std::vector<Point> points(Effort effort);  ///< at light and at heavy load
inline constexpr Load loads_above_light[] = {Load::heavy, Load::quarter, Load::eighth};
Point light(Network network, unsigned members, unsigned words);  ///< with cut-through
using Change = Point (*)(Point);
/// One group with all hosts of the star at one switch: its copies share no links.
Point at_one_switch(unsigned members, unsigned words);
/// The point with trees that are built with the paper's CT, the time of a worm on its link, which is less than processors take.
Point with_paper_copies(Point point);
/// The point with all hosts at one switch. On the star the hosts of a switch share one link to all others.
Point without_links_between_switches(Point point);
inline constexpr unsigned large_memory = 8;  ///< buffers of a class
/// Possible causes where a tree loses at heavy load, and the point without them, at the same load. First single ones, then those that
/// are only shown together; each but the first is planned for long worms alone.
struct WithoutCause {
  std::string cause;
  Point point;
  bool needs_draws = false;  ///< twice as many, for times that differ much
};
/// - Memory for few worms of a class: several hosts of trees send to one, whose worms are refused, and sent again; along a path a single
///   one does.
/// - Links between switches, which the copies of a tree share.
/// - The ACK that FIFO withholds until a worm is the first of its class: with a window of one worm, a host sends nothing more to one
///   where its worm waits for another one.
/// - Cut-through: that heavy load requires hosts to store worms "at almost every host" is what the paper concludes claim (17) from.
std::vector<WithoutCause> causes_at_heavy_load(const Point& at);
/// Worms of so many words take a link for longer than a processor takes to send a header on.
bool is_long(unsigned words);

/// One source sends to a group of members at equal distances, or of neighbours: claims (2) to (4).
Setup one_source(Network network, unsigned members, Algorithm algorithm, unsigned words = Setup().words);
Setup of_neighbours(Setup setup);
/// As far from one another as can be: on the star, members with numbers at equal distances are.
Setup far_apart(Setup setup);
/// Those between which the time for each member more is measured: with unicasts of 2 KiB to more, one message would come before the last is
/// there.
std::vector<unsigned> sizes_of_slope(Network network, unsigned words, Effort effort);

/// The paper's own.
inline constexpr Scheme paper_schemes[] = {Scheme::plain, Scheme::fifo};
/// Groups of 16 on the torus, past what trees carry by the plain scheme: claims (5) to (8) and (10).
Setup contended(Scheme scheme, unsigned buffers);
// FIFO with K = 4 and an ablation.
Setup early_ack();
Setup early_ready();
/// Long worms, FIFO with K = 1, over links of so many cycles.
Setup over_links(unsigned cycles);
std::vector<unsigned> buffers(Effort effort);
/// With one buffer, and handlers that take the same time in both schemes.
Setup of_one_buffer(Scheme scheme);
/// At a rate past saturation.
Setup saturated(Setup setup);
/// Buffers that may wait for one another in a circle: rings of 16 whose members all send.
Setup circular(bool one_class, Scheme scheme, unsigned buffers);

/// Figure 4, claim (13): a bus of four hosts. Worms go both ways, and the two in the middle send on what comes from either side, the one
/// to the other.
Setup of_figure_4(bool one_class, Scheme scheme, unsigned buffers);

/// Figure 2, claim (12): a message of worms_on_mesh worms meets a unicast worm, and interfaces have so many buffers.
Setup on_mesh(Scheme scheme, bool holds_links, unsigned buffers, bool has_unicasts = true);
/// Buffers: one, and as many as with ACK/NACK and K = 1.
inline constexpr unsigned little_on_mesh[] = {1, 2};
inline constexpr unsigned enough_on_mesh = 4 * worms_on_mesh;  ///< buffers

/// A long path of one source, the plain scheme with one buffer, at more than the path carries; `slow`: the member to which the
/// link is slow, 0: none. Claims (9) and (11).
Setup path_with_slow_hop(unsigned slow);
inline constexpr unsigned path_members = 8;  ///< the source is member 0
std::vector<unsigned> slow_members(Effort effort);

/// A tree whose hosts send two copies of a message at most: claim (18).
Setup of_two_copies(Point point, Algorithm algorithm);

/// Groups of 16 on the torus at light load, whose messages interfaces or hosts send on: claim (22).
Setup forwarding(unsigned words, bool by_hosts);

// Curves without a claim: groups of 16 on the torus.
inline constexpr Algorithm swept_algorithms[] = {Algorithm::unicasts, Algorithm::ring, Algorithm::bus,
                                                 Algorithm::up_down, Algorithm::wrap_around};
Setup at_rate(Algorithm algorithm, double rate);
Setup of_groups(Algorithm algorithm, unsigned groups);
Setup at_link_cycles(Algorithm algorithm, unsigned cycles);  ///< with long worms
std::vector<double> swept_rates(Effort effort);              ///< messages of a group per 1000 cycles
std::vector<unsigned> swept_groups(Effort effort);
std::vector<unsigned> swept_link_cycles(Effort effort);

/// Claims (14) and (15), (19) to (21).
Setup ring(HostOrder order);
/// One group, with IDs for all hosts or for its members alone.
Setup one_ring(HostOrder order);
/// Rings of 16 whose groups have IDs of their own, and share the buffers of two classes.
Setup own_orders(Scheme scheme, unsigned buffers);
Setup ordered(Algorithm algorithm);
/// At heavy load: worms wait at the lowest ID, to which all members send.
Setup ordered_at_heavy_load(Algorithm algorithm);
/// With a single group: no member forwards for another group.
Setup one_ordered(Algorithm algorithm);
Setup one_ordered_at_heavy_load(Algorithm algorithm);
Setup returning(Algorithm algorithm);
Setup over(bool up_down_routing, double background);
/// Claims (23) and (24): a group of all hosts of a single switch, or several drawn ones, with the same memory in all schemes.
/// A binomial tree for all; `rate`: messages per 1000 cycles of all hosts together.
Setup concurrent(Scheme scheme, unsigned hosts, double rate);
inline constexpr double few_multicasts = 0.05, many_multicasts = 0.5;
inline constexpr unsigned least_hosts = 8;
unsigned most_hosts(Effort effort);
/// All members of all groups send, as fast as they can or a quarter of what an interface forwards, with one credit of each pair.
Setup all_to_all(Algorithm algorithm, unsigned members, bool recovers, bool is_saturated = true);
inline constexpr Algorithm credit_trees[] = {Algorithm::wrap_around, Algorithm::up_down, Algorithm::binomial};
/// Rings of all 16 hosts of a switch, which all send as fast as they can, with the buffers of so many credits of each pair; FIFO
/// has no more in both classes together. Worms with one credit wait for one another in circles.
Setup rings_of_all(Scheme scheme, unsigned credits, unsigned detection = Setup().detection);
inline constexpr unsigned detection_times[] = {2, 5, 20, 50};  ///< us until a circle is looked for
inline constexpr unsigned many_credits = 4;                    ///< with which hardly a circle occurs
std::vector<unsigned> all_to_all_sizes(Effort effort);
/// Next to one another: with sixteen buffers an interface.
Setup compared(Scheme scheme);

inline constexpr double judged_background = 0.1, most_background = 0.2;  ///< of claim (21)
std::vector<double> backgrounds(Effort effort);                          ///< unicast words per cycle and host

}  // namespace slackline::anglano
