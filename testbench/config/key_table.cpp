// The table of keys. Those of topology.*, routing.*, nic.*, of barriers and of traces have files of their own.
#include "testbench/config/key_sections.hpp"

#include <iterator>

#include "testbench/config/choice.hpp"
#include "testbench/config/limits.hpp"
#include "testbench/config/preset.hpp"

namespace slackline::config {

namespace {

using E = Experiment;

/// The words of switch.preset: the presets that were compiled in.
Choice preset_choice() {
  std::vector<ChoiceWord> words{{"none", "every value that is not given is the default"}};
  for (const Preset& preset : presets()) words.push_back({preset.name, preset.summary});
  const auto get = [words](const Experiment& e) {
    unsigned index = 0;
    while (index + 1 < words.size() && words[index].word != e.switches.preset) ++index;
    return index;
  };
  return {words, get, [words](Experiment& e, unsigned index) { e.switches.preset = words[index].word; }};
}

std::vector<Key> first_keys() {
  return {
      {"schema_version", Integer{1, 1, at<&E::schema_version>}, "",
       "Version of this format. A file names the one that it was written for.", Presence::required},
      {"name", Text{100, at<&E::name>}, "", "Name of the experiment in results."},
      {"endpoint",
       choice({{"generator", "a source and sink of packets, without delay"},
               {"nic",
                "a network interface with its firmware, docs/nic.md, and a host that posts messages to it: the packets "
                "of traffic.* are then messages, and flits their words"}},
              at<&E::endpoint>),
       "", "The device at a host's port to the network."},
      {"clock.period", Period{{1, 1000}, {1000, 1}, at<&E::clock_period>}, "",
       "Length of a cycle, exactly as written. Results count cycles; times such as `17 ns` are rounded to them."},
  };
}

std::vector<Key> keys_behind_routing() {
  return {
      {"link.delay", CycleDelay{1, 1000, at<&E::link_delay>}, "cycles",
       "From an output register to the write into the buffer downstream, and for STOP or credits on their way back."},
      {"link.cycles_per_flit", FlitTime{at<&E::cycles_per_flit>}, "cycles",
       "Cycles in which a link takes one flit; a flit is written when all of it has arrived, cycles_per_flit - 1 "
       "later. Where this is a fraction, 5/4 for instance, flits go at whole cycles, 4 in 5. A data rate becomes the "
       "nearest fraction, of at most 1000, for link.flit_bits. In a file with links of several speeds, those of the "
       "fastest link."},
      {"link.flit_bits", AutoInteger{1, 4096, at<&E::flit_bits>}, "bits",
       "Width of a flit, for amounts of data and data rates. auto: 32 for traffic.packet.format: compact, 8 for "
       "myrinet."},
      {"links", record_list<&E::links>(1'000'000, "links.", link_fields), "",
       "Links that differ from the others, each a map. Each channel at most once."},
      {"switch.preset", preset_choice(), "",
       "A preset of values for any keys: values in the file override it, and it overrides the defaults. "
       "`slackline describe NAME` shows a preset and where each of its values comes from."},
      {"switch.virtual_channels",
       Integer{1, wormhole_switch::most_virtual_channels, at<&E::switches, &SwitchSettings::virtual_channels>}, "",
       "Virtual channels of each link; they share it flit by flit, and each has a buffer of its own."},
      {"switch.vc_assignment",
       choice({{"any", "a header takes any free one that routing allows"},
               {"keep",
                "a packet stays on the one it came on, on a torus within each of the two halves: packets of one "
                "source and destination arrive in order on each"}},
              at<&E::switches, &SwitchSettings::vc_assignment>),
       "", "Which virtual channel of its output a packet takes."},
      {"switch.switching",
       choice(
           {{"wormhole", "flits are held back one by one"},
            {"virtual_cut_through",
             "a header leaves only when the buffer downstream has room for its packet, which then is not held back"}},
           at<&E::switches, &SwitchSettings::switching>),
       "", "What is held back: flits, or whole packets. The longest packet with its route flits counts."},
      {"switch.buffer.flits", Integer{1, 32768, at<&E::switches, &SwitchSettings::buffer_flits>}, "flits",
       "Capacity of the slack buffer of each virtual channel at each input port."},
      {"switch.buffer.flow_control",
       choice({{"stop_go", "a STOP level on wires of its own, between two watermarks"},
               {"busy_ready", "the same with one watermark: BUSY from stop_at on, READY below it"},
               {"credit", "the sender counts the free places, and a pulse comes back for each flit that leaves"}},
              at<&E::switches, &SwitchSettings::flow_control>),
       "", "How a full buffer holds its sender back."},
      {"switch.buffer.stop_at", AutoInteger{1, 32768, at<&E::switches, &SwitchSettings::stop_at>}, "flits",
       "Occupancy at which STOP or BUSY is sent. Flits under way still arrive: flits - stop_at must hold them, and "
       "with virtual_cut_through the rest of a packet. auto: the highest that loses nothing. Not for credit."},
      {"switch.buffer.go_at", AutoInteger{0, 32767, at<&E::switches, &SwitchSettings::go_at>}, "flits",
       "Occupancy at which GO is sent, below stop_at. auto: as many flits as leave the buffer until the next one can "
       "arrive, or stop_at - 1 if that is less. Only for stop_go."},
      {"switch.arbiter",
       choice({{"round_robin", "the first requester after the last winner"},
               {"matrix", "the requester that was granted least recently"},
               {"fixed_priority", "the requester of lowest port number: not fair"},
               {"oldest_first", "the header that has asked longest at this output"}},
              at<&E::switches, &SwitchSettings::arbiter>),
       "", "Which of several headers gets a free output."},
      {"switch.delay.header", CycleDelay{1, 1000, at<&E::switches, &SwitchSettings::header_delay>}, "cycles",
       "From a header's write into the buffer to the output register, without contention: data + routing + "
       "arbitration."},
      {"switch.delay.data", CycleDelay{1, 1000, at<&E::switches, &SwitchSettings::data_delay>}, "cycles",
       "The same for every other flit, one flit a cycle: buffer read + crossbar."},
      {"switch.delay.arbitration", CycleDelay{0, 1000, at<&E::switches, &SwitchSettings::arbitration>}, "cycles",
       "The part of the header's delay that begins only when the output is released."},
      {"switch.delay.crossbar", CycleDelay{1, 64, at<&E::switches, &SwitchSettings::crossbar>}, "cycles",
       "The part of both delays between leaving the buffer and the output register."},
      {"switch.delay.flow_control", CycleDelay{0, 63, at<&E::switches, &SwitchSettings::fc_delay>}, "cycles",
       "Registers that STOP and GO, or credits, pass at each end of a link."},
  };
}

std::vector<Key> keys_of_traffic() {
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
              at<&E::traffic, &TrafficSettings::pattern>),
       "", "Where packets go (Dally and Towles, section 3.2). A host whose only destination is itself is silent."},
      {"traffic.permutation",
       IntegerList{2, 1u << 24, 0, (1u << 24) - 1, at<&E::traffic, &TrafficSettings::permutation>}, "hosts",
       "Destination of host 0, 1, ...: every host once. A host that is its own destination is silent. Needed for, and "
       "only for, the pattern permutation."},
      {"traffic.permutation_file", FileName{at<&E::traffic, &TrafficSettings::permutation_file>}, "",
       "The same from a file, one destination a line; # begins a comment.", Presence::optional, Bearing::manner},
      {"traffic.load", Real{0, 1, at<&E::traffic, &TrafficSettings::load>}, "flits per cycle and host",
       "Load that hosts offer to the network, on average: load / mean length packets are created in a cycle."},
      {"traffic.hot_spot.hosts",
       IntegerList{1, endpoint::most_hot_hosts, 0, (1u << 24) - 1, at<&E::traffic, &TrafficSettings::hot_hosts>},
       "hosts", "The hot hosts, each once. Needed for the pattern hot_spot."},
      {"traffic.hot_spot.share", Real{0, 1, at<&E::traffic, &TrafficSettings::hot_share>}, "",
       "Share of the packets that go to a hot host because it is hot; the others go to any host. No host sends to "
       "itself."},
      {"traffic.arrivals.kind",
       choice({{"bernoulli", "in every cycle with the same probability"},
               {"periodic", "at equal distances, exact to a fraction of a cycle; each host begins at a random point"},
               {"on_off", "bursts of 1 flit per cycle on average, and idle times between them (Markov-modulated)"}},
              at<&E::traffic, &TrafficSettings::arrivals>),
       "", "When packets are created."},
      {"traffic.arrivals.burst", Integer{1, 1'000'000'000, at<&E::traffic, &TrafficSettings::burst>}, "cycles",
       "Mean length of a burst, for on_off. Idle times last burst * (1 / load - 1) cycles on average, at least 1: "
       "beyond "
       "a load of burst / (burst + 1), bursts offer more than 1 flit per cycle. Both lengths are geometric."},
      {"traffic.packet.format",
       choice({{"compact", "32 bits of data a flit: the destination, then payload"},
               {"myrinet",
                "8 bits a flit: type, length, source, payload and a CRC-8 that covers the route flits, too, as "
                "long as they are there; for routing.switch: source_stripped"}},
              at<&E::traffic, &TrafficSettings::format>),
       "", "Contents of a packet's flits. A packet of the format myrinet has at least 6 flits."},
      {"traffic.packet.flits", Integer{1, 65535, at<&E::traffic, &TrafficSettings::packet_flits>}, "flits",
       "Length of a packet, head and tail included; flits of a route from the source come on top."},
      {"traffic.packet.lengths",
       IntegerList{1, endpoint::most_lengths, 1, 65535, at<&E::traffic, &TrafficSettings::lengths>}, "flits",
       "Lengths that packets are drawn from, instead of traffic.packet.flits: two of them make bimodal traffic."},
      {"traffic.packet.weights",
       IntegerList{1, endpoint::most_lengths, 1, 1u << 20, at<&E::traffic, &TrafficSettings::weights>}, "",
       "How often each length is drawn, relative to the sum: [9, 1] is 90 % of the first. Without it, all are equal."},
      {"traffic.response.flits", Integer{0, 65535, at<&E::traffic, &TrafficSettings::response_flits>}, "flits",
       "If not 0, packets are requests, and each is answered by its destination with a response of this length, sent "
       "before "
       "any request of its own. Responses come on top of traffic.load."},
      {"traffic.response.max_outstanding", Integer{1, 65535, at<&E::traffic, &TrafficSettings::max_outstanding>},
       "requests", "Maximum number of a host's requests under way or not answered; it holds further ones back."},
  };
}

std::vector<Key> keys_behind_traffic() {
  return {
      {"faults", record_list<&E::faults>(1000, "faults.", fault_fields), "",
       "Faults to inject into links, each a map. Fields that its kind does not use may not be given."},
      {"run.engine",
       choice({{"fabric", "flat arrays, idle parts cost nothing: for runs"},
               {"signal", "one SystemC module a switch and host, joined by signals: other SystemC attaches to it"}},
              at<&E::run, &RunSettings::engine>),
       "", "The engine that simulates. Both give the same cycles.", Presence::optional, Bearing::manner},
      {"run.seed", Integer{0, ~std::uint64_t{0}, at<&E::run, &RunSettings::seed>}, "", "Seed of all random streams."},
      {"run.warmup", AutoInteger{0, most_cycles, at<&E::run, &RunSettings::warmup>}, "cycles",
       "Measurement begins at this cycle. Below max_cycles. auto: once the means over time have settled, and at "
       "max_cycles / 2 at the latest."},
      {"run.max_cycles", Integer{1, most_cycles, at<&E::run, &RunSettings::max_cycles>}, "cycles",
       "Maximum number of cycles to run. 10^15 where it is not given and the run ends on its own: with a program, "
       "barriers or synchronizations."},
      {"run.relative_error", Real{0, 1, at<&E::run, &RunSettings::relative_error>}, "",
       "If not 0, the run ends as soon as mean latency and accepted load are known to this share of their values, with "
       "95 % confidence; exit status 4 when it ends without. 0: it takes max_cycles."},
      {"run.packet_log",
       choice({{"false", "no"}, {"true", "for every packet when it was created, sent, at each switch, and taken in"}},
              at<&E::run, &RunSettings::packet_log>),
       "", "Whether to write packets.csv to the results, for which --out is needed. Takes time and memory.",
       Presence::optional, Bearing::manner},
      {"run.watchdog", Integer{0, most_cycles, at<&E::run, &RunSettings::watchdog>}, "cycles",
       "How often to look for worms that will never move again: those that have not moved since the last look, and "
       "wait for nothing that has. They end the run with exit status 3: docs/deadlock.md. At least 10000; 0: never."},
      {"waves.file", FileName{at<&E::waves, &WavesSettings::file>, false}, "",
       "Waveforms to write: docs/waves.md. In the VCD format; in the smaller FST, through vcd2fst of the Debian "
       "package "
       "gtkwave, when the name ends in .fst. Without it, or --waves, none are.",
       Presence::optional, Bearing::manner},
      {"waves.scope", TextList{1000, 100, at<&E::waves, &WavesSettings::scope>}, "",
       "Parts to write: globs over scopes such as switch3, host7, nic7 (its network interface), "
       "link_switch0_p0_to_switch1_p1 and switch3.port2.vc0, each with all that is inside. * stands for any "
       "characters, ? for one. Without it, all.",
       Presence::optional, Bearing::manner},
      {"waves.from", Integer{0, most_cycles, at<&E::waves, &WavesSettings::from>}, "cycles",
       "The first cycle to write. Below run.max_cycles.", Presence::optional, Bearing::manner},
      {"waves.to", AutoInteger{1, most_cycles, at<&E::waves, &WavesSettings::to>, "end"}, "cycles",
       "The first cycle not to write any more. end: the end of the run.", Presence::optional, Bearing::manner},
      {"waves.before", Integer{0, 1'000'000, at<&E::waves, &WavesSettings::before>}, "cycles",
       "With waves.trigger: cycles to write before the one in which it fires. They are kept in at most 256 MB.",
       Presence::optional, Bearing::manner},
      {"waves.after", Integer{0, most_cycles, at<&E::waves, &WavesSettings::after>}, "cycles",
       "With waves.trigger: cycles to write after the one in which it fires.", Presence::optional, Bearing::manner},
      {"waves.every",
       choice({{"false", "the first time that a trigger fires"}, {"true", "each time, in one file"}},
              at<&E::waves, &WavesSettings::every>),
       "", "Which firings of waves.trigger to write.", Presence::optional, Bearing::manner},
      {"waves.trigger", record_list<&E::waves, &WavesSettings::triggers>(100, "waves.trigger.", trigger_fields), "",
       "What to write waves around, instead of all of waves.from .. waves.to, in which it must happen: when any of "
       "them "
       "fires. Each a map.",
       Presence::optional, Bearing::manner},
  };
}

std::vector<Key> make_table() {
  std::vector<Key> table = first_keys();
  for (std::vector<Key> section :
       {topology_keys(), routing_keys(), keys_behind_routing(), barrier_unit_keys(), keys_of_traffic(), replay_keys(),
        nic_keys(), synchronization_keys(), barrier_keys(), keys_behind_traffic()})
    table.insert(table.end(), std::make_move_iterator(section.begin()), std::make_move_iterator(section.end()));
  return table;
}

}  // namespace

const std::vector<Key>& key_table() {
  static const std::vector<Key> table = make_table();
  return table;
}

const Key* find_key(std::string_view path) {
  for (const Key& key : key_table())
    if (key.path == path) return &key;
  return nullptr;
}

}  // namespace slackline::config
