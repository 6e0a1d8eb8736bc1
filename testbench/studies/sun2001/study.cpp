#include "testbench/studies/sun2001/study.hpp"

#include <fmt/format.h>

#include "testbench/studies/sun2001/pictures.hpp"

namespace slackline::sun2001 {

using reproduction::Paragraph;
using reproduction::Picture;

reproduction::Page page(const Measurements& measurements, Effort effort) {
  reproduction::Page page;
  page.title = "Sun, Cheung, Lin 2001: barriers in switches that preempt channels";
  reproduction::Section about;
  about.blocks.emplace_back(
      Paragraph{"Y. Sun, P. Y. S. Cheung and X. Lin, \"Barrier Synchronization on Wormhole-Routed Networks\", 2001. "
                "Barrier units in "
                "the switches combine and distribute the messages of barriers on a tree that the first messages build; "
                "where worms "
                "hold all virtual channels of a link a message cuts one, and padding behind the worm keeps its path."});
  about.blocks.emplace_back(Paragraph{
      "The figures of the paper print no values, so its claims are held against the model: each has what the paper "
      "says "
      "of the curves, the number that was measured, and whether it holds. The switch is that of the preset `sun2001`, "
      "a cycle of 10 ns; latencies are in "
      "cycles, from the last member's entering to the last one's leaving, with the software's overhead Ts. Of every "
      "run it "
      "is checked that nobody leaves before all have entered, and that every packet of data arrives whole, unchanged "
      "and in "
      "order."});
  about.blocks.emplace_back(Paragraph{
      "The paper compares with a hardware scheme of Sivaram, Stunkel and Panda ([4]), with the switch-based ordering "
      "of "
      "Kesavan, Bondalapati and Panda ([11]), and describes neither. It is read here in two ways. `switch ordering`: "
      "members in the order of their switches form a binomial tree, and pass messages to one another, combined in "
      "hardware next to their ports, so that Ts is paid once, as in equation (4). `ordering`, ours in its details: a "
      "tree "
      "planned on one spanning tree of all switches, which combine everywhere; messages wait for a free channel, take "
      "4 "
      "cycles more a switch, and are acknowledged. Where a claim holds with the one and not with the other, it is not "
      "testable here. On meshes the comparison is with `x-y`, a tree planned on the X-Y ways (Yang, King). Further "
      "schemes: `switch ordering by software`, in which each message costs the members Ts; `number ordering`, that "
      "tree "
      "with the members in the order of their numbers, not switch by switch; `path`, worms with many "
      "destinations that pick up the members on their way to the centre, whose host counts them and sends one back on "
      "each path (Panda); `star`, in which the centre takes each member's message and answers it, one at a time; "
      "`dissemination`, by the firmware of network interfaces, without the switches: in step k each member sends to "
      "the "
      "one 2^k ranks on and waits for the one 2^k back, and each handler of an event takes Ts."});
  about.blocks.emplace_back(Paragraph{
      "Where the model departs from the paper: a barrier unit takes in a whole message of two flits before it passes "
      "it on, where the paper's may let it cut through; each output connects the unit on its own, so that several send "
      "flits of barriers at one edge, where the paper's crossbars connect one at a time. A hop of a message takes 6 "
      "cycles on a free channel, not Tb = 16: claim (a) is run with both. Of the ten cycles between them table 1 "
      "has four, two for routing and two for arbitration; the others are in none of its lines, and variants put all "
      "ten on the link or in the barrier unit. To cut a worm is to preempt its channel. "
      "Nothing is given in the paper for the "
      "number of virtual channels (4 here), the hold T (32 cycles) and the entries of a status table (16)."});
  about.blocks.emplace_back(Paragraph{
      effort == Effort::full
          ? fmt::format("All figures are those of the full study, as `slackline study sun2001 --out DIR` makes it: {} "
                        "random networks and groups a point, {} in congestions. The tests run its quick form.",
                        draws_of_sizes(effort), draws_of_congestion(effort))
          : "This is the quick form of the study, small networks and few draws a point, as `slackline study sun2001 "
            "--quick --out DIR` makes it."});
  about.blocks.emplace_back(Picture{
      "preemption",
      "A message cuts a worm, in the experiment `testbench/experiments/line3_barrier.yaml` that `--waves` dumps; "
      "docs/waves.md goes through the steps.",
      pictures().front().text});
  page.sections = {std::move(about),
                   analysis_section(),
                   size_section(measurements, effort),
                   congestion_section(measurements, effort),
                   load_section(measurements, effort),
                   bound_section(measurements, effort),
                   data_section(measurements, effort)};
  return page;
}

reproduction::Study study() {
  using reproduction::Given;
  return {"sun2001", "barriers in switches", false,
          reproduction::carrying_out(
              [](Effort effort, const Given&) { return runs(effort); }, measure,
              [](const Measurements& found, Effort effort, const Given&) { return page(found, effort); })};
}

}  // namespace slackline::sun2001
