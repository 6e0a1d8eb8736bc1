#include "testbench/features/barrier/settings.hpp"

#include "testbench/features/packet_switch/settings.hpp"
#include "testbench/features/switch/settings.hpp"

namespace slackline::features {

using U = BarrierUnitSettings;

namespace {

constexpr const char* architecture_key = "switch.barrier.architecture";

/// The cycles of a key; its declaration has bounded them.
template <class To>
To cycles(const char* path, const Values& values) {
  return static_cast<To>(cycles_of(path, values));
}

/// A key of how barrier messages cut worms.
bool is_of_cuts(std::string_view key) {
  return key == "switch.barrier.hold" || key == "switch.barrier.preempt" || key == "switch.barrier.victim" ||
         key == "switch.barrier.padding_delay";
}

}  // namespace

std::vector<Key> barrier_unit_keys() {
  return {
      {"switch.barrier.architecture",
       choice(
           {{"none", "switches take no part in barriers"},
            {"I", "a barrier message cuts any virtual channel whose worm holds it: a crossbar of its own reaches all"},
            {"II", "it cuts the last virtual channel of the link, the only one that the small crossbar reaches"},
            {"III", "without that crossbar: it cuts a virtual channel only while the worm's flits can move"},
            {"waiting", "it cuts nothing, and waits until a virtual channel is free (Sivaram, Stunkel, Panda 1997)"}},
           at<&U::architecture>),
       "", "Barrier units in the switches, and how their messages pass the worms: docs/barriers.md."},
      {"switch.barrier.entries", Integer{1, 256, at<&U::entries>}, "groups",
       "Entries of the status table of each barrier unit. A group that finds one full falls back to software "
       "barriers."},
      {"switch.barrier.hold", CycleDelay{1, preemption_unit::longest_hold, at<&U::hold>}, "cycles",
       "Time without a barrier message after which a cut channel is given back to its worm."},
      {"switch.barrier.preempt", CycleDelay{4, 64, at<&U::preempt>}, "cycles",
       "From the cut of a worm to the first flit of the barrier message; the paper has 6 to 10."},
      {"switch.barrier.victim",
       choice({{"random", "any of them"}, {"lowest", "the one of the lowest number"}}, at<&U::victim>), "",
       "Which of several virtual channels is cut."},
      {"switch.barrier.delay", CycleDelay{1, 16, at<&U::delay>}, "cycles",
       "Delay of a message in the barrier unit, from its input buffer to its output queue."},
      {"switch.barrier.reliability", CycleDelay{0, 64, at<&U::reliability>}, "cycles",
       "Additional delay of each message, to handle it reliably (Sivaram, Stunkel, Panda 1997: 4)."},
      {"switch.barrier.padding_delay", CycleDelay{1, 16, at<&U::padding_delay>}, "cycles",
       "From a padding request, and from a padding end, to the reaction of the padding generator."},
      {"switch.barrier.buffer", AutoInteger{1, 64, at<&U::buffer>}, "messages",
       "Buffer of each input of a barrier unit. auto: the smallest that loses nothing with stop_at; with credits 4."},
      {"switch.barrier.stop_at", Integer{1, 64, at<&U::stop_at>}, "messages",
       "Occupancy of such a buffer at which its STOP is sent. Not for credit."},
      {"switch.barrier.queue", Integer{1, 64, at<&U::queue>}, "messages", "Queue of each output of a barrier unit."},
      Key("switch.barrier.ways",
          choice({{"up_down", "up towards a switch at the top, and down"},
                  {"x_y", "by dimension order, on a mesh without links or switches down"}},
                 at<&U::ways>),
          "", "Ways of the messages between hosts and switches, where `barriers.tree` has none of its own.")
          .of_all(),
      Key("switch.barrier.adaptive",
          choice({{"false", "on the ways of the tree"},
                  {"true",
                   "by any port of a way up and down that is legal, the tree's first, whose output has a free virtual "
                   "channel, and not by a link that has failed"}},
                 at<&U::adaptive>),
          "", "Routes of messages between the nodes of a tree that has been built.")
          .of_all(),
      Key("switch.barrier.notice", CycleDelay{0, 1'000'000'000, at<&U::notice>}, "cycles",
          "From the failure or return of a link to the edge from which on all barrier units use the remaining ways: "
          "the "
          "time in which the network's manager notifies them. Only with adaptive: true.")
          .of_all(),
      Key("switch.barrier.root", Text{100, at<&U::root>}, "",
          "The switch at the top: barrier messages go up and down. auto: levels on trees, otherwise the switch with "
          "the "
          "shortest ways to all others.")
          .of_all(),
  };
}

bool has_barrier_unit(const Values& of_switch) {
  return !is_packet_switch(of_switch) &&
         of_switch.get<BarrierUnitSettings>().architecture != preemption_unit::Architecture::none;
}

std::optional<NoEffect> barrier_key_without_effect(std::string_view key, const Values& of_switch) {
  if (!is_within(key, "switch.barrier") || key == architecture_key) return std::nullopt;
  if (!has_barrier_unit(of_switch))
    return NoEffect{"has no effect without a barrier unit", "use it only with another switch.barrier.architecture",
                    architecture_key};
  if (is_of_cuts(key) && of_switch.get<BarrierUnitSettings>().architecture == preemption_unit::Architecture::waiting)
    return NoEffect{"has no effect with architecture: waiting", "use it only with architecture: I, II or III",
                    architecture_key};
  if (key == "switch.barrier.stop_at" && has_credits(of_switch))
    return NoEffect{
        "has no effect with credits",
        "use it only with switch.buffer.flow_control: " + flow_controller::words_of(flow_controller::has_watermarks),
        "switch.buffer.flow_control"};
  return std::nullopt;
}

bool check_barrier_unit(Reading& of_switch) {
  const SwitchSettings& s = of_switch.values().get<SwitchSettings>();
  const std::size_t before = of_switch.errors.size();
  if (s.switching == wormhole_switch::Switching::virtual_cut_through)
    add_error(of_switch, architecture_key, {"switch.switching"},
              problem("whole packets leave no virtual channel that can be preempted"),
              advice("use none, or switch.switching: wormhole"));
  if (s.virtual_channels >= wormhole_switch::most_virtual_channels)
    add_error(of_switch, architecture_key, {"switch.virtual_channels"},
              problem("no virtual channel is left for barrier messages"),
              advice("use none, or up to " + std::to_string(wormhole_switch::most_virtual_channels - 1) +
                     " virtual channels"));
  return of_switch.errors.size() == before;
}

barrier::SwitchParams barrier_params(const Values& e) {
  const BarrierUnitSettings& s = e.get<BarrierUnitSettings>();
  barrier::SwitchParams p;
  p.preemption.architecture = s.architecture;
  p.preemption.victim = s.victim;
  p.preemption.preempt = cycles<std::uint8_t>("switch.barrier.preempt", e);
  p.hold = cycles<std::uint16_t>("switch.barrier.hold", e);
  p.unit.entries = static_cast<std::uint16_t>(s.entries);
  p.unit.queue = static_cast<std::uint8_t>(s.queue);
  p.unit.delay = cycles<std::uint8_t>("switch.barrier.delay", e);
  p.unit.reliability = cycles<std::uint8_t>("switch.barrier.reliability", e);
  p.stop_at = static_cast<std::uint8_t>(s.stop_at);
  p.padding_delay = cycles<std::uint8_t>("switch.barrier.padding_delay", e);
  return p;
}

}  // namespace slackline::features
