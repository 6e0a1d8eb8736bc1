#include "testbench/workloads/traffic/settings.hpp"

#include "testbench/features/topology/settings.hpp"

namespace slackline::features {

std::vector<Key> traffic_keys() {
  return {
      {"traffic.pattern",
       choice({{"uniform", "every other host with the same probability"},
               {"permutation", "each host sends to one other, given by traffic.permutation"},
               {"transpose", "the halves of the host number's bits change places; 4, 16, 64, ... hosts"},
               {"bit_complement", "every bit of the host number is inverted; 2, 4, 8, ... hosts"},
               {"bit_reverse", "the bits of the host number in reverse order; 2, 4, 8, ... hosts"},
               {"shuffle", "the bits of the host number rotated up by one; 2, 4, 8, ... hosts"},
               {"tornado", "ceil(k/2) - 1 switches further along every dimension of k, around its end"},
               {"neighbour", "the next switch along every dimension, around its end"},
               {"hot_spot", "a share of the packets to a few hosts, the others uniform"},
               {"uniform_all", "every host with the same probability, the sender included"}},
              at<&TrafficSettings::pattern>),
       "", "Where packets go (Dally and Towles, section 3.2). A host whose only destination is itself is silent."},
      Key("traffic.permutation", IntegerList{2, most_hosts, 0, most_hosts - 1, at<&TrafficSettings::permutation>},
          "hosts",
          "Destination of host 0, 1, ...: every host once. A host that is its own destination is silent. Needed for, "
          "and only for, the pattern permutation.")
          .displaces({"traffic.permutation_file"}),
      Key("traffic.permutation_file", FileName{at<&TrafficSettings::permutation_file>}, "",
          "The same from a file, one destination a line; # begins a comment.")
          .displaces({"traffic.permutation"})
          .manner(),
      {"traffic.load", Real{0, 1, at<&TrafficSettings::load>}, "flits per cycle and host",
       "Load that hosts offer to the network, on average: load / mean length packets are created in a cycle."},
      {"traffic.hot_spot.hosts",
       IntegerList{1, generator::most_hot_hosts, 0, most_hosts - 1, at<&TrafficSettings::hot_hosts>}, "hosts",
       "The hot hosts, each once. Needed for, and only for, the pattern hot_spot."},
      {"traffic.hot_spot.share", Real{0, 1, at<&TrafficSettings::hot_share>}, "",
       "Share of the packets that go to a hot host because it is hot; the others go to any host. No host sends to "
       "itself."},
      {"traffic.arrivals.kind",
       choice({{"bernoulli", "in every cycle with the same probability"},
               {"periodic", "at equal distances, exact to a fraction of a cycle; each host begins at a random point"},
               {"on_off", "bursts of 1 flit per cycle on average, and idle times between them (Markov-modulated)"}},
              at<&TrafficSettings::arrivals>),
       "", "When packets are created."},
      {"traffic.arrivals.burst", Integer{1, 1'000'000'000, at<&TrafficSettings::burst>}, "cycles",
       "Mean length of a burst, for on_off. Idle times last burst * (1 / load - 1) cycles on average, at least 1: "
       "beyond a load of burst / (burst + 1), bursts offer more than 1 flit per cycle. Both lengths are geometric."},
      {"traffic.packet.format",
       choice({{"compact", "32 bits of data a flit: the destination, then payload"},
               {"myrinet",
                "8 bits a flit: type, length, source, payload and a CRC-8 that covers the route flits, too, as long as "
                "they are there; for routing.switch: source_stripped"},
               {"servernet",
                "8 bits a flit: the head with the whole destination, type, length, payload and a CRC-32; for switches "
                "that route by the destination"}},
              at<&PacketSettings::format>),
       "", "Contents of a packet's flits. A packet of the format myrinet has at least 6 flits, of servernet 8."},
      Key("traffic.packet.flits", Integer{1, 65535, at<&PacketSettings::flits>}, "flits",
          "Length of a packet, head and tail included; flits of a route from the source come on top.")
          .displaces({"traffic.packet.lengths", "traffic.packet.weights"}),
      Key("traffic.packet.lengths", IntegerList{1, generator::most_lengths, 1, 65535, at<&TrafficSettings::lengths>},
          "flits",
          "Lengths that packets are drawn from, instead of traffic.packet.flits: two of them make bimodal traffic.")
          .displaces({"traffic.packet.flits", "traffic.packet.weights"}),
      {"traffic.packet.weights", IntegerList{1, generator::most_lengths, 1, 1u << 20, at<&TrafficSettings::weights>},
       "",
       "How often each length is drawn, relative to the sum: [9, 1] is 90 % of the first. Without it, all are equal."},
      {"traffic.response.flits", Integer{0, 65535, at<&TrafficSettings::response_flits>}, "flits",
       "If not 0, packets are requests, and each is answered by its destination with a response of this length, sent "
       "before any request of its own. Responses come on top of traffic.load."},
      {"traffic.response.max_outstanding", Integer{1, 65535, at<&TrafficSettings::max_outstanding>}, "requests",
       "Maximum number of a host's requests under way or not answered; it holds further ones back."},
  };
}

std::vector<ModelParameter> traffic_parameters() {
  constexpr const char* of_format = "the header and CRC of myrinet are 6, of servernet 8";
  return {
      {"format", "traffic.packet.format", {"routing.switch"}},
      {"pattern", "traffic.pattern", {"topology."}},
      {"burst",
       "traffic.arrivals.burst",
       {"traffic.load", "traffic.packet.flits", "traffic.packet.lengths", "traffic.packet.weights"}},
      {"packet_flits", "traffic.packet.flits", {"traffic.packet.format"}, of_format},
      {"lengths", "traffic.packet.lengths", {"traffic.packet.format"}, of_format},
      {"response_flits", "traffic.response.flits", {"traffic.packet.format"}, of_format},
      {"packets_per_cycle", "traffic.load", {"traffic.packet.flits"}},
  };
}

}  // namespace slackline::features
