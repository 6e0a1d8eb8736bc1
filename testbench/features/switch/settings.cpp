#include "testbench/features/switch/settings.hpp"

#include <string>

namespace slackline::features {

namespace {

/// The words of a list of the hardware, in the order of the enumerators.
template <class Named, std::size_t Size>
std::vector<ChoiceWord> words_of(const Named (&list)[Size]) {
  std::vector<ChoiceWord> words;
  for (const Named& one : list) words.push_back({one.word, one.summary});
  return words;
}

bool has_one_watermark(const Values& values) {
  return !flow_controller::named(values.get<SwitchSettings>().flow_control).go_at_rule.empty();
}

bool marks_nothing(const Values& values) { return !values.get<SwitchSettings>().ecn; }

}  // namespace

std::vector<Key> switch_keys() {
  return {
      Key("switch.preset",
          preset_choice({"none", "every value that is not given is the default"}, "presets",
                        at<&SwitchSettings::preset>),
          "",
          "A preset of values for any keys: values in the file override it, and it overrides the defaults. `slackline "
          "describe NAME` shows a preset and where each of its values comes from.")
          .names_preset("presets"),
      {"switch.virtual_channels",
       Integer{1, wormhole_switch::most_virtual_channels, at<&SwitchSettings::virtual_channels>}, "",
       "Virtual channels of each link; they share it flit by flit, and each has a buffer of its own."},
      Key("switch.vc_assignment",
          choice(
              {{"any", "a header takes any free one that routing allows"},
               {"keep",
                "a packet stays on the one it came on, on a torus within each of the two halves: packets of one source "
                "and destination arrive in order on each"}},
              at<&SwitchSettings::vc_assignment>),
          "", "Which virtual channel of its output a packet takes.")
          .of_all(),
      {"switch.switching",
       choice(
           {{"wormhole", "flits are held back one by one"},
            {"virtual_cut_through",
             "a header leaves only when the buffer downstream has room for its packet, which then is not held back"}},
           at<&SwitchSettings::switching>),
       "", "What is held back: flits, or whole packets. The longest packet with its route flits counts."},
      {"switch.buffer.flits", Integer{1, 32768, at<&SwitchSettings::buffer_flits>}, "flits",
       "Capacity of the slack buffer of each virtual channel at each input port."},
      Key("switch.buffer.flow_control", choice(words_of(flow_controller::all_kinds), at<&SwitchSettings::flow_control>),
          "", "How a full buffer holds its sender back.")
          .displaces({"switch.buffer.stop_at", "switch.buffer.go_at"}, has_credits)
          .displaces({"switch.buffer.go_at"}, has_one_watermark),
      {"switch.buffer.stop_at", AutoInteger{1, 32768, at<&SwitchSettings::stop_at>}, "flits",
       "Occupancy at which STOP or BUSY is sent. Flits under way still arrive: flits - stop_at must hold them, and "
       "with virtual_cut_through the rest of a packet. auto: the highest that loses nothing. Not with credits."},
      {"switch.buffer.go_at", AutoInteger{0, 32767, at<&SwitchSettings::go_at>}, "flits",
       "Occupancy at which GO is sent, below stop_at. auto: as many flits as leave the buffer until the next one can "
       "arrive, or stop_at - 1 if that is less. Only where flow control has two watermarks."},
      {"switch.arbiter", choice(words_of(router_arbiter::all_policies), at<&SwitchSettings::arbiter>), "",
       "Which of several headers gets a free output."},
      {"switch.delay.header", CycleDelay{1, 1000, at<&SwitchSettings::header_delay>}, "cycles",
       "From a header's write into the buffer to the output register, without contention: data + routing + "
       "arbitration."},
      {"switch.delay.data", CycleDelay{1, 1000, at<&SwitchSettings::data_delay>}, "cycles",
       "The same for every other flit, one flit a cycle: buffer read + crossbar."},
      {"switch.delay.arbitration", CycleDelay{0, 1000, at<&SwitchSettings::arbitration>}, "cycles",
       "The part of the header's delay that begins only when the output is released."},
      {"switch.delay.crossbar", CycleDelay{1, 64, at<&SwitchSettings::crossbar>}, "cycles",
       "The part of both delays between leaving the buffer and the output register."},
      {"switch.delay.flow_control", CycleDelay{0, 63, at<&SwitchSettings::fc_delay>}, "cycles",
       "Registers that STOP and GO, or credits, pass at each end of a link. A host has those of its switch."},
      {"switch.worm_timeout", Integer{0, 1'000'000'000, at<&SwitchSettings::worm_timeout>}, "cycles",
       "A worm of which nothing has come for so many cycles, in which it could have gone on, is closed with an abort "
       "flit, and counted as an error: its sender has died within it. Cycles in which STOP, a lack of credits or a "
       "barrier holds the worm back do not count. 0: none is closed."},
      Key("switch.ecn",
          choice({{"false", "no head is marked"}, {"true", "heads are marked"}}, at<&SwitchSettings::ecn>), "",
          "Explicit congestion notification: a head that leaves a buffer filled to switch.ecn_watermark gets a mark, "
          "which "
          "network interfaces read in RX_DONE_STATUS. docs/flow-control.md.")
          .displaces({"switch.ecn_watermark"}, marks_nothing),
      {"switch.ecn_watermark", Integer{0, 32768, at<&SwitchSettings::ecn_watermark>}, "flits",
       "Occupancy of a buffer, the head included, from which on heads that leave it are marked. Only with switch.ecn, "
       "which needs it."},
  };
}

std::vector<ModelParameter> switch_parameters() {
  return {
      {"flits", "switch.buffer.flits", {}},
      {"stop_at", "switch.buffer.stop_at", {"switch.buffer.flits"}},
      {"go_at", "switch.buffer.go_at", {"switch.buffer.stop_at", "switch.buffer.flits"}, "below stop_at"},
      {"fc_cycles", "switch.delay.flow_control", {}},
      {"header_delay",
       "switch.delay.header",
       {"switch.delay.data", "switch.delay.arbitration"},
       "at least switch.delay.data + switch.delay.arbitration"},
      {"data_delay", "switch.delay.data", {"switch.delay.crossbar"}, "at least switch.delay.crossbar"},
      {"arbitration", "switch.delay.arbitration", {}},
      {"crossbar", "switch.delay.crossbar", {}},
      {"virtual_channels", "switch.virtual_channels", {"routing.table_file", "topology.kind", "routing.kind"}},
      {"vc_assignment", "switch.vc_assignment", {"routing.kind"}},
      {"mark_at", "switch.ecn_watermark", {"switch.buffer.flits"}},
  };
}

bool has_credits(const Values& values) {
  return flow_controller::returns_credits(values.get<SwitchSettings>().flow_control);
}

std::optional<NoEffect> wormhole_key_without_effect(std::string_view key, const Values& of_switch) {
  const SwitchSettings& s = of_switch.get<SwitchSettings>();
  const auto useless_watermark = [&](const std::string& why, bool (*has_use)(flow_controller::Kind)) {
    return NoEffect{why,
                    "use auto, or a number only with switch.buffer.flow_control: " + flow_controller::words_of(has_use),
                    "switch.buffer.flow_control"};
  };
  if (key == "switch.ecn_watermark" && !s.ecn && s.ecn_watermark != 0)
    return NoEffect{"has no effect without switch.ecn", "use it only with switch.ecn: true", "switch.ecn"};
  if (key == "switch.buffer.stop_at" && s.stop_at && has_credits(of_switch))
    return useless_watermark("has no effect with credits", flow_controller::has_watermarks);
  if (key == "switch.buffer.go_at" && s.go_at && has_credits(of_switch))
    return useless_watermark("has no effect with credits", flow_controller::has_free_go_at);
  if (key == "switch.buffer.go_at" && s.go_at && has_one_watermark(of_switch))
    return useless_watermark(std::string(flow_controller::named(s.flow_control).word) + " has one watermark, stop_at",
                             flow_controller::has_free_go_at);
  return std::nullopt;
}

void check_switch(Reading& of_switch) {
  const SwitchSettings& s = of_switch.values().get<SwitchSettings>();
  if (s.ecn && (s.ecn_watermark == 0 || s.ecn_watermark > s.buffer_flits))
    add_error(of_switch, "switch.ecn_watermark", {"switch.ecn", "switch.buffer.flits"},
              s.ecn_watermark == 0 ? remark("no watermark is given for switch.ecn") : Finding(),
              "1 to switch.buffer.flits (" + std::to_string(s.buffer_flits) + ")");
}

}  // namespace slackline::features
