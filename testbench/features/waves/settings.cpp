#include "testbench/features/waves/settings.hpp"

#include "testbench/features/run/settings.hpp"

namespace slackline::features {

using T = TriggerSettings;

const KeyTable& trigger_fields() {
  static const KeyTable fields({
      Key("waves.trigger.kind",
          choice({{"packet", "a packet reaches a place"},
                  {"stall", "a flit of a chosen switch is held up by others for longer than `cycles`"},
                  {"stop", "STOP begins to hold back the sender of a link, or its credits are used up"},
                  {"error", "something is counted that must not happen, a fault of `faults` hits, or firmware fails"},
                  {"deadlock", "the last worm of a deadlock begins to wait"}},
                 at<&T::kind>),
          "", "What fires it.")
          .required()
          .manner(),
      Key("waves.trigger.packet", Text{200, at<&T::packet>}, "",
          "The packet: its host and its number there, from 0 on, as `slackline explain` names it: `host3:17`.")
          .manner()
          .only_for({"packet"}),
      Key("waves.trigger.at", Text{200, at<&T::at>}, "",
          "The place that the packet reaches: `created`, `sent` (its head leaves the host), a switch's name (its head "
          "is in a buffer there), or `arrived` (its tail has been taken in).")
          .manner()
          .only_for({"packet"}),
      Key("waves.trigger.cycles", Integer{1, most_cycles, at<&T::cycles>}, "cycles",
          "How long a flit may be held up before the trigger fires.")
          .manner()
          .only_for({"stall"}),
      Key("waves.trigger.link", Text{200, at<&T::link>}, "",
          "The channel whose sender is stopped, as reports name it: `link_switch0_p0_to_switch1_p1`.")
          .manner()
          .only_for({"stop"}),
      Key("waves.trigger.vc", AutoInteger{0, 15, at<&T::vc>, "any"}, "", "Only this virtual channel.")
          .manner()
          .only_for({"stop"}),

  });
  return fields;
}

std::vector<Key> waves_keys() {
  return {
      Key("waves.file", FileName{at<&WavesSettings::file>, false}, "",
          "Waveforms to write: docs/waves.md. In the VCD format; in the smaller FST, through vcd2fst of the Debian "
          "package gtkwave, when the name ends in .fst. Without it, or --waves, none are.")
          .manner(),
      Key("waves.scope", TextList{1000, 100, at<&WavesSettings::scope>}, "",
          "Parts to write: globs over scopes such as switch3, host7, nic7 (its network interface), "
          "link_switch0_p0_to_switch1_p1 and switch3.port2.vc0, each with all that is inside. * stands for any "
          "characters, ? for one. Without it, all.")
          .manner(),
      Key("waves.from", Integer{0, most_cycles, at<&WavesSettings::from>}, "cycles",
          "The first cycle to write. Below run.max_cycles.")
          .manner(),
      Key("waves.to", AutoInteger{1, most_cycles, at<&WavesSettings::to>, "end"}, "cycles",
          "The first cycle not to write any more. end: the end of the run.")
          .manner(),
      Key("waves.before", Integer{0, 1'000'000, at<&WavesSettings::before>}, "cycles",
          "With waves.trigger: cycles to write before the one in which it fires. They are kept in at most 256 MB.")
          .manner(),
      Key("waves.after", Integer{0, most_cycles, at<&WavesSettings::after>}, "cycles",
          "With waves.trigger: cycles to write after the one in which it fires.")
          .manner(),
      Key("waves.every",
          choice({{"false", "the first time that a trigger fires"}, {"true", "each time, in one file"}},
                 at<&WavesSettings::every>),
          "", "Which firings of waves.trigger to write.")
          .manner(),
      Key("waves.trigger", record_list<&WavesSettings::triggers, trigger_fields>(100), "",
          "What to write waves around, instead of all of waves.from .. waves.to, in which it must happen: when any of "
          "them fires. Each a map.")
          .manner(),
  };
}

bool waves_play_part(const Key& key, const Values& experiment) {
  const bool is_of_triggers = key.path == "waves.before" || key.path == "waves.after" || key.path == "waves.every";
  return !is_of_triggers || !experiment.get<WavesSettings>().triggers.empty();
}

}  // namespace slackline::features
