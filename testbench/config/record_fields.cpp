// The fields of records of `faults`, of `links`, of `nic.clocks` and of `waves.trigger`.
#include "testbench/config/choice.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/limits.hpp"

namespace slackline::config {

namespace {

using F = FaultSettings;
using L = LinkSettings;
using C = ClockSettings;
using T = TriggerSettings;

/// Finds a field of the record that was added last to a list; to an empty one, a record with defaults is added.
template <auto Field, class Record>
auto& last_of(std::vector<Record>& list) {
  if (list.empty()) list.emplace_back();
  return list.back().*Field;
}
template <auto Field>
auto& of_last(Experiment& experiment) {
  return last_of<Field>(experiment.faults);
}
template <auto Field>
auto& of_last_link(Experiment& experiment) {
  return last_of<Field>(experiment.links);
}
template <auto Field>
auto& of_last_clock(Experiment& experiment) {
  return last_of<Field>(experiment.nic.clocks);
}
template <auto Field>
auto& of_last_trigger(Experiment& experiment) {
  return last_of<Field>(experiment.waves.triggers);
}

std::vector<Key> make_fault_fields() {
  const std::vector<std::string_view> hits{"drop", "corrupt", "credit_lost"},
      passing{"drop", "corrupt", "stop_stuck", "credit_lost", "dead"};
  return {
      {"faults.kind",
       choice({{"drop", "a flit is lost"},
               {"corrupt", "a flit's data is changed"},
               {"stop_stuck", "the STOP (or credit) wire stays at `level`"},
               {"credit_lost", "credits are lost"},
               {"dead", "nothing passes in either direction any more"},
               {"host_dead",
                "the host at one end of the link, with its network interface, does nothing any more, and "
                "nothing passes on the link"}},
              of_last<&F::kind>),
       "", "What fails.", Presence::required},
      {"faults.link", Text{200, of_last<&F::link>}, "",
       "The channel, as reports name it: `link_switch0_p0_to_switch1_p1`, `link_host3_to_switch3_p4`.",
       Presence::required},
      {"faults.from", Integer{0, most_cycles, of_last<&F::from>}, "cycle", "The first cycle of the fault."},
      {"faults.to", AutoInteger{1, most_cycles, of_last<&F::to>, "never"}, "cycle",
       "The first cycle without it, above `from`.", Presence::optional, Bearing::result, passing},
      {"faults.count", Integer{0, most_cycles, of_last<&F::count>}, "flits or credits",
       "Maximum number that it hits; 0: no limit.", Presence::optional, Bearing::result, hits},
      {"faults.probability", Real{0, 1, of_last<&F::probability>}, "",
       "Probability that a flit or credit in the interval is hit.", Presence::optional, Bearing::result, hits},
      {"faults.vc",
       AutoInteger{0, 15, of_last<&F::vc>, "all"},
       "",
       "Only this virtual channel.",
       Presence::optional,
       Bearing::result,
       {"drop", "corrupt", "stop_stuck", "credit_lost"}},
      {"faults.level",
       Integer{0, 1, of_last<&F::level>},
       "",
       "Where the wire is stuck: 1 is STOP, 0 is GO.",
       Presence::optional,
       Bearing::result,
       {"stop_stuck"}},
  };
}

std::vector<Key> make_link_fields() {
  return {
      {"links.link", Text{200, of_last_link<&L::link>}, "",
       "The channel, as reports name it: `link_switch0_p0_to_switch1_p1`, `link_host3_to_switch3_p4`.",
       Presence::required},
      {"links.directions",
       choice({{"both", "the channel and the one of the opposite direction"}, {"one", "only the channel itself"}},
              of_last_link<&L::directions>),
       "", "The directions of the cable that the record is about."},
      {"links.delay", AutoCycleDelay{1, 1000, of_last_link<&L::delay>, "auto"}, "cycles",
       "auto: that of link.delay. STOP and credits on their way back take the delay of the opposite direction."},
      {"links.cycles_per_flit", AutoFlitTime{of_last_link<&L::cycles_per_flit>, "auto"}, "cycles",
       "auto: that of link.cycles_per_flit."},
  };
}

std::vector<Key> make_clock_fields() {
  return {
      {"nic.clocks.host", Text{100, of_last_clock<&C::host>}, "", "The host, by name or number.", Presence::required},
      {"nic.clocks.drift", Drift{-most_drift, most_drift, of_last_clock<&C::drift>}, "",
       "Deviation of its clock from nominal."},
      {"nic.clocks.offset", Integer{0, most_slot_ticks - 1, of_last_clock<&C::offset>}, "ticks",
       "Ticks of slot 0 that have passed when the run begins; below nic.slot_ticks."},
  };
}

std::vector<Key> make_trigger_fields() {
  return {
      {"waves.trigger.kind",
       choice({{"packet", "a packet reaches a place"},
               {"stall", "a flit of a chosen switch is held up by others for longer than `cycles`"},
               {"stop", "STOP begins to hold back the sender of a link, or its credits are used up"},
               {"fault", "something is counted that must not happen, a fault of `faults` hits, or firmware fails"},
               {"deadlock", "the last worm of a deadlock begins to wait"}},
              of_last_trigger<&T::kind>),
       "", "What fires it.", Presence::required, Bearing::manner},
      {"waves.trigger.packet",
       Text{200, of_last_trigger<&T::packet>},
       "",
       "The packet: its host and its number there, from 0 on, as `slackline explain` names it: `host3:17`.",
       Presence::optional,
       Bearing::manner,
       {"packet"}},
      {"waves.trigger.at",
       Text{200, of_last_trigger<&T::at>},
       "",
       "The place that the packet reaches: `created`, `sent` (its head leaves the host), a switch's name (its head is "
       "in a buffer there), or `arrived` (its tail has been taken in).",
       Presence::optional,
       Bearing::manner,
       {"packet"}},
      {"waves.trigger.cycles",
       Integer{1, most_cycles, of_last_trigger<&T::cycles>},
       "cycles",
       "How long a flit may be held up before the trigger fires.",
       Presence::optional,
       Bearing::manner,
       {"stall"}},
      {"waves.trigger.link",
       Text{200, of_last_trigger<&T::link>},
       "",
       "The channel whose sender is stopped, as reports name it: `link_switch0_p0_to_switch1_p1`.",
       Presence::optional,
       Bearing::manner,
       {"stop"}},
      {"waves.trigger.vc",
       AutoInteger{0, 15, of_last_trigger<&T::vc>, "any"},
       "",
       "Only this virtual channel.",
       Presence::optional,
       Bearing::manner,
       {"stop"}},
  };
}

}  // namespace

const std::vector<Key>& trigger_fields() {
  static const std::vector<Key> fields = make_trigger_fields();
  return fields;
}

const std::vector<Key>& clock_fields() {
  static const std::vector<Key> fields = make_clock_fields();
  return fields;
}

const std::vector<Key>& link_fields() {
  static const std::vector<Key> fields = make_link_fields();
  return fields;
}

const std::vector<Key>& fault_fields() {
  static const std::vector<Key> fields = make_fault_fields();
  return fields;
}

std::string_view word_of(FaultKind kind) {
  return std::get<Choice>(fault_fields().front().type).words[static_cast<std::size_t>(kind)].word;
}

}  // namespace slackline::config
