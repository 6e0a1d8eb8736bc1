#include "testbench/workloads/synchronization/settings.hpp"

#include "testbench/features/nic/settings.hpp"

namespace slackline::features {

using S = SynchronizationSettings;

std::vector<Key> synchronization_keys() {
  constexpr std::uint64_t most_slots = 1'000'000'000;
  return {
      {"nic.synchronization.packets",
       choice({{"false", "no: the slots of the synchronization stay empty, and clocks drift apart"},
               {"true", "packets that hold one another up, by the schedule"}},
              at<&S::packets>),
       "", "Whether the clocks are synchronized. Their skew is measured in any case."},
      {"nic.synchronization.schedule",
       choice({{"auto", "sss on one switch, hss elsewhere"},
               {"sss", "the simple schedule: each pair of hosts directly, in as many slots as hosts"},
               {"hss", "the hierarchical one, along a spanning tree"},
               {"shift", "host i to host i + t in slot t, as FM-QoS does"},
               {"file", "that of nic.synchronization.schedule_file"}},
              at<&S::schedule>),
       "", "Who sends to whom in which slot. It must synchronize, and be free of conflicts: `slackline schedule`."},
      Key("nic.synchronization.schedule_file", FileName{at<&S::schedule_file>}, "",
          "A schedule as `slackline schedule --out` writes it, for schedule: file.")
          .manner(),
      {"nic.synchronization.root", Text{100, at<&S::root>}, "",
       "The switch at the root of the spanning tree. auto: that which gives the fewest levels, then the fewest slots."},
      {"nic.synchronization.routes",
       choice({{"network", "packets take the routes of routing.*"}, {"tree", "all packets keep to the spanning tree"}},
              at<&S::routes>),
       "", "Which way packets take."},
      {"nic.synchronization.pause",
       choice({{"hardware", "the interface, in the cycle in which its packet is stopped"},
               {"firmware",
                "the handler of event TX_STOPPED, at the costs of nic.cost.*: until it has ended, the clock goes on as "
                "before"}},
              at<&S::pause>),
       "", "Who holds the clock while a packet that synchronizes is stopped."},
      {"nic.synchronization.interval", AutoInteger{3, most_slots, at<&S::interval>}, "slots",
       "From one synchronization to the next. auto: as many as keep every skew below half a slot, by the drift of the "
       "clocks and the larger estimate of the skew (docs/fbs.md)."},
      {"nic.synchronization.rounds", Integer{1, 1'000'000, at<&S::rounds>}, "intervals",
       "Number of intervals; then the run is over."},
      {"nic.synchronization.stream",
       choice({{"none", "no packets between synchronizations"},
               {"shift", "host i to host i + n in slot n"},
               {"schedule", "the messages of the synchronizing schedule, over and over"},
               {"file", "the messages of nic.synchronization.stream_file, over and over"}},
              at<&S::stream>),
       "", "Packets of the application in the slots between."},
      Key("nic.synchronization.stream_file", FileName{at<&S::stream_file>}, "", "A schedule, for stream: file.")
          .manner(),
      {"nic.synchronization.stream_words", AutoInteger{1, most_payload_words, at<&S::stream_words>}, "words",
       "Payload of a packet of the stream. auto: so that the packet takes half a slot."},
      {"nic.synchronization.allow_conflicts",
       choice({{"false",
                "a schedule or stream that fails is refused, with an example, and so is an interval in which skews may "
                "pass half a slot"},
               {"true", "it runs all the same"}},
              at<&S::allow_conflicts>),
       "", "Whether to run what does not synchronize, or whose packets get in each other's way."},
  };
}

}  // namespace slackline::features
