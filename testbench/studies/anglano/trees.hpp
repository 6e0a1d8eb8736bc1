// trees: the claims about multiple unicasts, paths and trees, which trees_section() puts together. An answer is nothing where the
// experiments were not simulated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/anglano/study.hpp"

namespace slackline::anglano {

// unicast_claims.cpp: claims (2) to (4).
std::optional<reproduction::Simulated> unicasts_suit_small_groups(const Measurements& measurements, Network network,
                                                                  unsigned words, Effort effort);
/// By the size up to which unicasts are as fast, with one source, so that no worm waits for another.
std::optional<reproduction::Simulated> unicasts_suit_scattered_groups(const Measurements& measurements, Network network,
                                                                      Effort effort);
/// How much longer unicasts take for each member more, over the time of a worm on the source's link and over the same of the best tree.
std::optional<reproduction::Simulated> unicasts_serialize(const Measurements& measurements, Network network,
                                                          unsigned words, Effort effort);
/// Of a message to the largest group, for each other algorithm.
std::optional<reproduction::Simulated> takes_less_of_source(const Measurements& measurements, Network network,
                                                            Effort effort);

// path_claims.cpp: claims (1) and (16) to (18). `change`: of each point.
/// The best tree has no branch, and is a path: there is nothing to compare.
bool is_path(const Measurements& measurements, const Point& point);
std::optional<reproduction::Simulated> simple_often_beat_trees(const Measurements& measurements, Network network,
                                                               Effort effort, Change change);
/// That one can is refuted where none does.
std::optional<reproduction::Simulated> path_beats_tree(const Measurements& measurements, Network network, Effort effort,
                                                       Change change);
/// The same of one group with all hosts at one switch. On the star the copies of a tree share the one link of each switch; here they share
/// none.
std::optional<reproduction::Simulated> path_beats_tree_at_one_switch(const Measurements& measurements, Effort effort);
/// At the point at which a path does best of those where a tree has more copies of a host than the limit, and takes longer.
std::optional<reproduction::Simulated> limit_helps(const Measurements& measurements, Network network, Effort effort,
                                                   Change change);
/// Over the sizes of one length whose trees are no paths.
std::optional<reproduction::Simulated> tree_wins(const Measurements& measurements, const Point& like,
                                                 const std::vector<unsigned>& all);
/// Each size by itself, at the highest load that a tree or a path carries; a tree that does not carry what a path does loses. Where one
/// loses, again without what may be the cause: causes_at_heavy_load().
void add_at_heavy_load(const Measurements& measurements, Point point, reproduction::ClaimTable& table);
/// The best tree and the best path of each point at each load.
reproduction::Table by_load(const Measurements& measurements, Effort effort);
/// For a note: that they hold together.
std::string together(std::size_t points);

}  // namespace slackline::anglano
