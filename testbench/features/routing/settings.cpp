#include "testbench/features/routing/settings.hpp"

namespace slackline::features {

std::vector<Key> routing_keys() {
  return {
      {"routing.kind",
       choice({{"auto",
                "dimension_order on meshes, hypercubes and single switches, dateline on rings and tori, minimal on "
                "dragonflies, up_down otherwise, and where links are down"},
               {"dimension_order",
                "dimension 0 first, then 1, ...: free of deadlock on a mesh or hypercube, not on a ring or torus"},
               {"dateline",
                "on rings and tori: the same, the shorter way round, with one half of the virtual channels up to the "
                "dateline and the other half after it"},
               {"up_down",
                "anywhere: up towards a root over any number of links, then down, by the shortest of such ways"},
               {"shortest_path", "anywhere: one shortest way from each switch to each host"},
               {"minimal",
                "anywhere: all shortest ways, of which a packet takes one that is free; on a dragonfly within the two "
                "groups, with one half of the virtual channels up to the last group and the other half in it"},
               {"valiant",
                "anywhere: to a host drawn at random, and from there on, each as with auto, with one half of the "
                "virtual channels for each"},
               {"adaptive",
                "anywhere: all shortest ways on any virtual channels but the lowest, which are escape channels for a "
                "way free of deadlock (Duato)"},
               {"table", "as in routing.table_file"}},
              at<&RoutingSettings::kind>),
       "", "Which way packets go: docs/routing.md."},
      {"routing.switch",
       choice(
           {{"auto",
             "algorithm for dimension_order and dateline in up to 4 dimensions with all their links, otherwise table"},
            {"algorithm", "it computes it from the destination in the header: dimension_order and dateline"},
            {"table", "it looks the destination up in a table of its own"},
            {"source_stripped",
             "the source puts a route flit for each switch before the packet, and each takes its own off; not for "
             "adaptive"},
            {"source_shifted",
             "the header holds the output ports, lowest bits first, and each switch shifts its own out, for routes "
             "that fit 32 bits; not for adaptive"}},
           at<&RoutingSettings::at_switch>),
       "", "How a switch learns a packet's output. The way is that of routing.kind in any case."},
      {"routing.root", Text{100, at<&RoutingSettings::root>}, "",
       "Of up_down, also below valiant and adaptive: the name of the switch at the top. auto: trees have levels; "
       "elsewhere the switch from which hosts are nearest on average."},
      {"routing.seed", Integer{0, ~std::uint64_t{0}, at<&RoutingSettings::seed>}, "",
       "Of up_down, shortest_path, and valiant on a dragonfly: chooses, for each switch and host, among equally short "
       "ways. run.seed does not affect it."},
      Key("routing.table_file", FileName{at<&RoutingSettings::table_file>}, "",
          "Of table: a CSV file with a line for each switch and host, switch,host,port and maybe class, named so in "
          "the first line: docs/routing.md.")
          .manner(),
      Key("routing.allow_cycles",
          choice(
              {{"false", "it is refused, and the cycle named"}, {"true", "it runs; run.watchdog finds what locks up"}},
              at<&RoutingSettings::allow_cycles>),
          "",
          "Whether a network runs that is not proved to be free of deadlock. With more than 2 billion pairs of switch "
          "and host nothing is proved.")
          .manner(),
  };
}

std::vector<ModelParameter> routing_parameters() {
  return {
      {"kind", "routing.switch", {"topology."}},
      {"classes", "routing.kind", {"topology."}},
      {"nodes", "routing.kind", {"topology."}},
  };
}

}  // namespace slackline::features
