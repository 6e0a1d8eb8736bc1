#include "testbench/features/packet_switch/settings.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "testbench/features/link/build.hpp"
#include "testbench/settings/narrow.hpp"

namespace slackline::features {

namespace {

using packet_switch::Buffers;
using packet_switch::Threshold;

constexpr const char* preset_key = "switch.packet.preset";
constexpr const char* buffers_key = "switch.packet.buffers";
constexpr const char* threshold_key = "switch.packet.threshold";
constexpr const char* most_key = "switch.packet.most";
constexpr const char* alpha_key = "switch.packet.alpha";
constexpr const char* cut_through_key = "switch.packet.cut_through";
constexpr const char* uplink_frames_key = "switch.packet.uplink.frames";
constexpr const char* transfer_key = "switch.packet.transfer";
constexpr const char* uplink_transfer_key = "switch.packet.uplink.transfer";

const char* share_of(Threshold threshold) {
  switch (threshold) {
    case Threshold::none: break;
    case Threshold::fixed: return "switch.packet.most packets";
    case Threshold::dynamic: return "switch.packet.alpha times what is free (Choudhury and Hahne 1998)";
  }
  return "all of it";
}

/// In the order of the enumerators.
std::vector<ChoiceWord> threshold_words() {
  std::vector<ChoiceWord> words;
  for (std::size_t t = 0; t < packet_switch::thresholds; ++t) {
    const auto threshold = static_cast<Threshold>(t);
    words.push_back({to_string(threshold), share_of(threshold)});
  }
  return words;
}

}  // namespace

std::vector<Key> packet_switch_keys() {
  using S = PacketSwitchSettings;
  return {
      {"switch.kind",
       choice({{"wormhole", "flits of a packet go on as they come, and are held back by flow control"},
               {"packet", "a packet goes on when it is there whole, and is dropped when there is no room for it"}},
              at<&S::type>),
       "", "What a switch is. Of a packet switch only the keys of switch.packet count. docs/packet-switches.md."},
      Key(preset_key,
          preset_choice({"none", "every value that is not given is the default"}, "packet_switches", at<&S::preset>),
          "",
          "A preset of these keys and of switch.kind, from testbench/presets/packet_switches. Records of `switches` "
          "may name one, too.")
          .names_preset_of_one("packet_switches"),
      {buffers_key,
       choice({{"input", "each input has one, first in first out: the others wait for its first packet"},
               {"output", "each output has one, which all inputs may write at once"},
               {"shared", "all outputs have one together"}},
              at<&S::buffers>),
       "", "Where packets wait."},
      {"switch.packet.frames", Integer{1, 16384, at<&S::frames>}, "packets",
       "Packets that a buffer holds: each of those of inputs or outputs, or the shared one."},
      {"switch.packet.flits", AutoInteger{1, 1u << 30, at<&S::flits>, "any"}, "flits", "Flits that it holds, besides."},
      {threshold_key, choice(threshold_words(), at<&S::threshold>), "",
       "How much of a shared buffer the packets of one output may have."},
      {most_key, Integer{1, 16384, at<&S::most>}, "packets", "Only with threshold: fixed."},
      {alpha_key, Real{0.125, 64, at<&S::alpha>}, "", "Only with threshold: dynamic. A multiple of 0.125."},
      {"switch.packet.held", Integer{0, 1024, at<&S::held>}, "packets",
       "With buffers at inputs: packets that an output holds besides the one that it sends."},
      {transfer_key, CycleDelay{0, 65536, at<&S::transfer>}, "cycles",
       "What the transfer of a flit from its input to its output takes; 0: a whole packet takes one cycle."},
      {"switch.packet.direct",
       choice({{"false", "a packet leaves when its transfer is over"},
               {"true", "it leaves while it is transferred, by an output whose link is no faster"}},
              at<&S::direct>),
       "", "When a packet that is there whole may leave."},
      {cut_through_key,
       choice({{"false", "it is stored first"},
               {"true",
                "it leaves as it comes in, by an output that has no other, whose link is no faster than that "
                "of its input and the transfer"}},
              at<&S::cut_through>),
       "",
       "Whether a packet that is not there whole may leave, from flit switch.packet.shortest and "
       "switch.packet.lookup on."},
      {"switch.packet.transfers", AutoInteger{1, 256, at<&S::transfers>, "any"}, "",
       "Transfers at once, which is the bandwidth of the backplane."},
      {"switch.packet.lookup", CycleDelay{0, 65535, at<&S::lookup>}, "cycles",
       "From a packet's last flit until its transfer may begin."},
      {"switch.packet.gap", Integer{0, 65535, at<&S::gap>}, "flit times",
       "Between two packets of an output, and of a host at the switch: preamble and gap of Ethernet are 20 bytes, 5 "
       "flits of 4."},
      {"switch.packet.shortest", Integer{1, packet_switch::most_flits, at<&S::shortest>}, "flits",
       "Shorter packets are dropped."},
      {"switch.packet.longest", AutoInteger{1, packet_switch::most_flits, at<&S::longest>}, "flits",
       "Longer packets are dropped. auto: those of the longest packet of the network."},
      {"switch.packet.pause_at", AutoInteger{1, 16384, at<&S::pause_at>, "never"}, "packets",
       "The sender of an input is paused (PAUSE of IEEE 802.3x, as a wire) when so many packets that have come by it "
       "are held, with buffers at inputs in that buffer. It finishes the packet that it has begun."},
      {"switch.packet.resume_at", AutoInteger{0, 16383, at<&S::resume_at>}, "packets",
       "The sender goes on when no more than so many are left. auto: pause_at - 1."},
      {uplink_frames_key, AutoInteger{0, 16384, at<&S::uplink_frames>}, "packets",
       "Of uplinks, ports with a link to another switch: packets that their buffer holds, 1 or more; auto: "
       "switch.packet.frames. With a shared buffer: packets that the module of an uplink holds itself in each "
       "direction; auto: 0."},
      {"switch.packet.uplink.held", AutoInteger{0, 1024, at<&S::uplink_held>}, "packets",
       "Of uplinks: as switch.packet.held, which auto means."},
      {uplink_transfer_key, AutoCycleDelay{0, 65536, at<&S::uplink_transfer>}, "cycles",
       "Of packets to an uplink or from it: as switch.packet.transfer, which auto means. It limits the rate of an "
       "uplink."},
      {"switch.packet.uplink.streams", AutoInteger{1, 255, at<&S::uplink_streams>, "any"}, "",
       "Streams that an uplink carries in each direction: packets from one port to another one, as long as the switch "
       "holds some. Packets of further ones are dropped."},
  };
}

bool is_packet_switch(const Values& of_switch) {
  return of_switch.get<PacketSwitchSettings>().type == SwitchType::packet;
}

packet_switch::Params packet_switch_params(const Values& of_switch, std::uint16_t ports, std::uint32_t longest_packet) {
  const PacketSwitchSettings& s = of_switch.get<PacketSwitchSettings>();
  packet_switch::Params p;
  p.ports = ports;
  p.buffers = s.buffers;
  p.frames = narrow<std::uint16_t>(s.frames);
  p.flits = narrow<std::uint32_t>(s.flits.value_or(0));
  p.threshold = s.buffers == Buffers::shared ? s.threshold : Threshold::none;  // or refused
  p.most = narrow<std::uint16_t>(s.most);
  p.alpha8 = static_cast<std::uint16_t>(s.alpha * 8);
  p.held = narrow<std::uint16_t>(s.held);
  p.transfer = narrow<std::uint32_t>(cycles_of(transfer_key, of_switch));
  p.direct = s.direct;
  p.cut_through = s.cut_through;
  p.transfers = narrow<std::uint16_t>(std::min<std::uint64_t>(s.transfers.value_or(0), ports));
  p.lookup = narrow<std::uint16_t>(cycles_of("switch.packet.lookup", of_switch));
  p.gap = narrow<std::uint16_t>(s.gap);
  p.shortest = narrow<std::uint16_t>(s.shortest);
  p.longest = narrow<std::uint16_t>(s.longest.value_or(std::min(longest_packet, packet_switch::most_flits)));
  p.pause_at = narrow<std::uint16_t>(s.pause_at.value_or(0));
  p.resume_at = narrow<std::uint16_t>(s.resume_at.value_or(p.pause_at == 0 ? 0 : p.pause_at - 1));
  if (s.has_uplinks())
    p.uplink = {narrow<std::uint16_t>(s.uplink_frames.value_or(s.buffers == Buffers::shared ? 0 : s.frames)),
                narrow<std::uint16_t>(s.uplink_held.value_or(s.held)),
                s.uplink_transfer ? narrow<std::uint32_t>(cycles_of(uplink_transfer_key, of_switch)) : p.transfer,
                narrow<std::uint16_t>(std::min<std::uint64_t>(s.uplink_streams.value_or(0), ports))};
  return p;
}

std::optional<NoEffect> packet_switch_key_without_effect(std::string_view key, const Values& of_switch, bool is_alone) {
  const PacketSwitchSettings& s = of_switch.get<PacketSwitchSettings>();
  if (!is_within(key, "switch") || key == "switch.kind" || key == "switch.preset") return std::nullopt;
  if (key == "switch.delay.flow_control") return std::nullopt;  // hosts obey it at any switch
  if (!is_within(key, "switch.packet")) {
    if (s.type != SwitchType::packet) return std::nullopt;
    return NoEffect{"has no effect at a packet switch", "use it only with switch.kind: wormhole", "switch.kind"};
  }
  if (s.type != SwitchType::packet)
    return NoEffect{"has no effect at a wormhole switch", "use it only with switch.kind: packet", "switch.kind"};
  if (is_alone && is_within(key, "switch.packet.uplink"))
    return NoEffect{"has no effect at the only switch, which has no uplinks", "use it only with several switches",
                    "topology.kind"};
  const bool is_shared = s.buffers == Buffers::shared;
  const std::string has_threshold = std::string("has no effect with threshold: ") + to_string(s.threshold);
  if ((key == threshold_key || key == most_key || key == alpha_key) && !is_shared)
    return NoEffect{"has no effect without a shared buffer", "use it only with switch.packet.buffers: shared",
                    buffers_key};
  if (key == most_key && !goes_by_most(s.threshold))
    return NoEffect{has_threshold, "use it only with threshold: fixed", threshold_key};
  if (key == alpha_key && !goes_by_alpha(s.threshold))
    return NoEffect{has_threshold, "use it only with threshold: dynamic", threshold_key};
  if ((key == "switch.packet.held" || key == "switch.packet.uplink.held") && s.buffers != Buffers::input)
    return NoEffect{"has no effect without buffers at inputs", "use it only with switch.packet.buffers: input",
                    buffers_key};
  if (key == "switch.packet.resume_at" && !s.pause_at)
    return NoEffect{"has no effect without PAUSE", "use it only with switch.packet.pause_at", "switch.packet.pause_at"};
  return std::nullopt;
}

bool check_packet_switch(Reading& reading, std::uint32_t longest_packet) {
  const PacketSwitchSettings& s = reading.values().get<PacketSwitchSettings>();
  const std::string least = "at least " + std::to_string(longest_packet) + " (the longest packet of the network)";
  bool good = true;
  if (s.buffers == Buffers::shared && goes_by_alpha(s.threshold) && std::trunc(s.alpha * 8) != s.alpha * 8) {
    add_error(reading, alpha_key, {threshold_key}, {}, "a multiple of 0.125");
    good = false;
  }
  const auto require_longest = [&](const char* key, const std::optional<std::uint64_t>& flits) {
    if (!flits || *flits >= longest_packet) return;
    add_error(reading, key, {"traffic.packet.flits", "nic.packet_words"}, {}, least);
    good = false;
  };
  require_longest("switch.packet.longest", s.longest);
  require_longest("switch.packet.flits", s.flits);
  if (s.cut_through && s.shortest >= longest_packet) {
    add_error(reading, cut_through_key, {"switch.packet.shortest", "traffic.packet.flits", "nic.packet_words"},
              problem("has no effect on packets of at most " + std::to_string(longest_packet) +
                      " flits, which wait for switch.packet.shortest: " + std::to_string(s.shortest)),
              advice("use false, or longer packets"));
    good = false;
  }
  return good;
}

}  // namespace slackline::features
