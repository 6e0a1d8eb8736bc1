#include "testbench/features/faults/settings.hpp"

#include "testbench/features/run/settings.hpp"

namespace slackline::features {

using F = FaultSettings;

const KeyTable& fault_fields() {
  const std::vector<std::string_view> hits{"drop", "corrupt", "credit_lost"},
      passing{"drop", "corrupt", "stop_stuck", "credit_lost", "dead", "held"};
  static const KeyTable fields({
      Key("faults.kind",
          choice(
              {{"drop", "a flit is lost"},
               {"corrupt", "a flit's data is changed"},
               {"stop_stuck", "the STOP (or credit) wire stays at `level`"},
               {"credit_lost", "credits are lost"},
               {"dead", "nothing passes in either direction any more"},
               {"host_dead",
                "the host at one end of the link, with its network interface, does nothing any more, and nothing "
                "passes on the link"},
               {"held",
                "worms that no host has sent hold the channels of the switch's output, each from when it is free; they "
                "move with the probability `moving`, and barriers may cut them; ends at `to`"}},
              at<&F::kind>),
          "", "What fails.")
          .required(),
      Key("faults.link", Text{200, at<&F::link>}, "",
          "The channel, as reports name it: `link_switch0_p0_to_switch1_p1`, `link_host3_to_switch3_p4`.")
          .required(),
      {"faults.from", Integer{0, most_cycles, at<&F::from>}, "cycle", "The first cycle of the fault."},
      Key("faults.to", AutoInteger{1, most_cycles, at<&F::to>, "never"}, "cycle",
          "The first cycle without it, above `from`.")
          .only_for(passing),
      Key("faults.count", Integer{0, most_cycles, at<&F::count>}, "flits or credits",
          "Maximum number that it hits; 0: no limit.")
          .only_for(hits),
      Key("faults.probability", Real{0, 1, at<&F::probability>}, "",
          "Probability that a flit or credit in the interval is hit.")
          .only_for(hits),
      Key("faults.vc", AutoInteger{0, 15, at<&F::vc>, "all"}, "", "Only this virtual channel.")
          .only_for({"drop", "corrupt", "stop_stuck", "credit_lost", "held"}),
      Key("faults.level", Integer{0, 1, at<&F::level>}, "", "Where the wire is stuck: 1 is STOP, 0 is GO.")
          .only_for({"stop_stuck"}),
      Key("faults.moving", Real{0, 1, at<&F::moving>}, "",
          "Probability that the worm of a channel moves: `switch.barrier.architecture: III` cuts only those that do.")
          .only_for({"held"}),
  });
  return fields;
}

std::vector<Key> fault_keys() {
  return {
      {"faults", record_list<&FaultsSettings::all, fault_fields>(1000), "",
       "Faults to inject into links, each a map. Fields that its kind does not use may not be given."},
  };
}

std::string_view word_of(FaultKind kind) {
  return std::get<Choice>(fault_fields().front().type).words[static_cast<std::size_t>(kind)].word;
}

}  // namespace slackline::features
