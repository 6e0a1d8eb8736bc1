#include "testbench/features/topology/settings.hpp"

namespace slackline::features {

namespace {

bool names_hosts(const Values& values) {
  const auto& given = values.get<TopologySettings>().given;
  return given != nullptr && given->names_hosts;
}

}  // namespace

std::vector<Key> topology_keys() {
  return {
      {"topology.kind",
       choice({{"single_switch", "one switch with hosts"},
               {"ring", "switches in a circle"},
               {"mesh", "switches in a grid, each joined to its neighbours along every dimension"},
               {"torus", "a mesh whose rows close to rings"},
               {"hypercube", "2^n switches, joined where their numbers differ in one bit"},
               {"fat_tree", "a k-ary n-tree: k^n hosts below n levels of k^(n-1) switches"},
               {"full_tree", "a tree of switches of k ports, all of them in use: k (k-1)^(m-2) hosts"},
               {"star_of_stars", "switches with hosts round a central one"},
               {"dragonfly", "groups of switches that are all joined, and all groups with one another"},
               {"random", "any connected network of switches with as many links each, drawn by a seed"},
               {"file", "a network that a file describes: topology.file"}},
              at<&TopologySettings::kind>),
       "", "How switches are joined: docs/topologies.md. Altogether 2 to 2^24 hosts."},
      Key("topology.size", IntegerList{1, 8, 1, 1024, at<&TopologySettings::size>}, "switches",
          "Switches along each dimension; of a ring, which has one, 2 at least.")
          .only_for({"mesh", "torus", "ring"}),
      Key("topology.dimensions", Integer{1, 16, at<&TopologySettings::dimensions>}, "", "n: there are 2^n switches.")
          .only_for({"hypercube"}),
      Key("topology.arity", Integer{2, 256, at<&TopologySettings::arity>}, "",
          "Of a fat tree k, links down, and up, of each switch, up to 128; of a full tree k, ports of each switch, 3 "
          "at "
          "least; of a star of stars the switches round the central one.")
          .only_for({"fat_tree", "full_tree", "star_of_stars"}),
      Key("topology.levels", Integer{1, 26, at<&TopologySettings::levels>}, "",
          "Of a fat tree n, those of switches, up to 24; of a full tree m, the hosts' among them: 2 is one switch.")
          .only_for({"fat_tree", "full_tree"}),
      Key("topology.group_switches", Integer{1, 255, at<&TopologySettings::group_switches>}, "switches",
          "a: switches of a group.")
          .only_for({"dragonfly"}),
      Key("topology.global_links", Integer{1, 255, at<&TopologySettings::global_links>}, "links",
          "h: links of each switch to other groups.")
          .only_for({"dragonfly"}),
      Key("topology.groups", AutoInteger{2, 16385, at<&TopologySettings::groups>}, "groups",
          "g, up to a h + 1. auto: as many, one link between any two.")
          .only_for({"dragonfly"}),
      Key("topology.switches", Integer{2, 65536, at<&TopologySettings::switches>}, "switches", "How many there are.")
          .only_for({"random"}),
      Key("topology.switch_links", Integer{1, 255, at<&TopologySettings::switch_links>}, "links",
          "Links of each switch to others, 2 at least if there are more than two switches. Where both are odd, one "
          "switch has a link less.")
          .only_for({"random"}),
      Key("topology.hosts_per_switch", Integer{1, 256, at<&TopologySettings::hosts_per_switch>}, "hosts",
          "Hosts at each switch, but for the centre of a star of stars. With its links to others a switch has 256 "
          "ports "
          "at most. With kind: file only where the file names no hosts, 4 by default for a Cray's.")
          .only_for(
              {"mesh", "torus", "ring", "single_switch", "hypercube", "star_of_stars", "dragonfly", "random", "file"}),
      Key("topology.seed", Integer{0, ~std::uint64_t{0}, at<&TopologySettings::seed>}, "",
          "Seed of the random network; run.seed has no effect on it.")
          .only_for({"random"}),
      Key("topology.file", FileName{at<&TopologySettings::file>}, "",
          "A network as ibnetdiscover dumps it, ibsim or BookSim (anynet) reads it, in GraphML, or as a Cray lists its "
          "ports: docs/real-input.md. The contents show the format.")
          .displaces({"topology.hosts_per_switch"}, names_hosts)
          .manner()
          .only_for({"file"}),
      Key("topology.aggregation_nodes",
          choice({{"leave_out", "they are no hosts; a note gives their number"}, {"keep", "they are hosts"}},
                 at<&TopologySettings::aggregation_nodes>),
          "",
          "Channel adapters within InfiniBand switches that compute on what passes (device 0xcf09, "
          "\"Mellanox Technologies Aggregation Node\").")
          .only_for({"file"}),
      {"topology.down", TextList{100'000, 100, at<&TopologySettings::down>}, "",
       "Switches (switch3) and links between switches (link_switch0_p0_to_switch1_p1, which means both directions) "
       "that are down from the start: routing leads round them. A switch with hosts must not be."},
  };
}

}  // namespace slackline::features
