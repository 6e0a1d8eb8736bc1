// The tables of what records of `faults` and of `links` hold.
#include "testbench/config/choice.hpp"
#include "testbench/config/key.hpp"

namespace slackline::config {

namespace {

using F = FaultSettings;
using L = LinkSettings;

/// Finds a field of the record that was added last; in an experiment without any, of one with defaults.
template <auto List, auto Field>
auto& last_of(Experiment& experiment) {
  if ((experiment.*List).empty()) (experiment.*List).emplace_back();
  return (experiment.*List).back().*Field;
}
template <auto Field>
auto& of_last(Experiment& experiment) {
  return last_of<&Experiment::faults, Field>(experiment);
}
template <auto Field>
auto& of_last_link(Experiment& experiment) {
  return last_of<&Experiment::links, Field>(experiment);
}

constexpr std::uint64_t most_cycle = 1'000'000'000'000'000;

std::vector<Key> make_fault_fields() {
  const std::vector<std::string_view> hits{"drop", "corrupt", "credit_lost"};
  return {
      {"faults.kind",
       choice({{"drop", "a flit is lost"},
               {"corrupt", "a flit's data is changed"},
               {"stop_stuck", "the STOP (or credit) wire stays at `level`"},
               {"credit_lost", "credits are lost"},
               {"dead", "nothing passes in either direction any more"}},
              of_last<&F::kind>),
       "", "What goes wrong.", Presence::required},
      {"faults.link", Text{200, of_last<&F::link>}, "",
       "The channel, as reports name it: `link_switch0_p0_to_switch1_p1`, `link_host3_to_switch3_p4`.",
       Presence::required},
      {"faults.from", Integer{0, most_cycle, of_last<&F::from>}, "cycle", "The first cycle of the fault."},
      {"faults.to", AutoInteger{1, most_cycle, of_last<&F::to>, "never"}, "cycle",
       "The first cycle without it, above `from`."},
      {"faults.count", Integer{0, most_cycle, of_last<&F::count>}, "flits or credits",
       "How many it hits at most; 0: no limit.", Presence::optional, Bearing::result, hits},
      {"faults.probability", Real{0, 1, of_last<&F::probability>}, "",
       "With which each flit or credit in the interval is hit.", Presence::optional, Bearing::result, hits},
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
       "", "What of the cable the record is about."},
      {"links.delay", AutoCycleDelay{1, 1000, of_last_link<&L::delay>, "auto"}, "cycles",
       "auto: that of link.delay. STOP and credits on their way back take the delay of the opposite direction."},
      {"links.cycles_per_flit", AutoInteger{1, 1000, of_last_link<&L::cycles_per_flit>, "auto"}, "cycles",
       "auto: that of link.cycles_per_flit."},
  };
}

}  // namespace

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
