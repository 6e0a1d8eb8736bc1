#include "testbench/features/link/settings.hpp"

namespace slackline::features {

using L = OwnLinkSettings;

const KeyTable& link_fields() {
  static const KeyTable fields({
      Key("links.link", Text{200, at<&L::link>}, "",
          "The channel, as reports name it: `link_switch0_p0_to_switch1_p1`, `link_host3_to_switch3_p4`.")
          .required(),
      {"links.directions",
       choice({{"both", "the channel and the one of the opposite direction"}, {"one", "only the channel itself"}},
              at<&L::directions>),
       "", "The directions of the cable that the record is about."},
      {"links.delay", AutoCycleDelay{1, 1000, at<&L::delay>, "auto"}, "cycles",
       "auto: that of link.delay. STOP and credits on their way back take the delay of the opposite direction."},
      {"links.cycles_per_flit", AutoFlitTime{at<&L::cycles_per_flit>, "auto"}, "cycles",
       "auto: that of link.cycles_per_flit."},

  });
  return fields;
}

std::vector<Key> link_keys() {
  return {
      {"link.delay", CycleDelay{1, 1000, at<&LinkSettings::delay>}, "cycles",
       "From an output register to the write into the buffer downstream, and for STOP or credits on their way back."},
      {"link.cycles_per_flit", FlitTime{at<&LinkSettings::cycles_per_flit>}, "cycles",
       "Cycles in which a link takes one flit; a flit is written when all of it has arrived, cycles_per_flit - 1 "
       "later. Where this is a fraction, 5/4 for instance, flits go at whole cycles, 4 in 5. A data rate becomes the "
       "nearest fraction, of at most 1000, for link.flit_bits; with packet switches the nearest whole number of "
       "cycles. In a file with links of several speeds, those of the fastest link."},
      {"link.flit_bits", AutoInteger{1, 4096, at<&LinkSettings::flit_bits>}, "bits",
       "Width of a flit, for amounts of data and data rates. auto: 32 for traffic.packet.format: compact, 8 for "
       "myrinet and servernet."},
      {"links", record_list<&LinkSettings::own, link_fields>(1'000'000), "",
       "Links that differ from the others, each a map. Each channel at most once."},
  };
}

}  // namespace slackline::features
