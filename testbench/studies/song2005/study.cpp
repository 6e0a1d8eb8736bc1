#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

/// The form of the study, and its command.
reproduction::Paragraph about_effort(Effort effort, const reproduction::Given& given) {
  const std::string command = "`slackline study song2005" + std::string(effort == Effort::quick ? " --quick" : "") +
                              (given.fabric ? " --fabric " + given.fabric_name : "") + " --out DIR`";
  if (effort == Effort::full)
    return {"All figures here are those of the full study, of as many draws as each value says, as " + command +
            " makes it. The tests run its quick form."};
  return {"This is the quick form of the study, small networks and three draws each, as " + command +
          " makes it: the full form, without `--quick`, takes 32 minutes of processor time."};
}

}  // namespace

reproduction::Page page(const Measurements& measurements, Effort effort, const reproduction::Given& given) {
  using reproduction::Paragraph;
  reproduction::Page page;
  page.title = "Song 2005: feedback-based synchronization";
  reproduction::Section about;
  about.blocks.emplace_back(Paragraph{
      "H. J. Song, \"Synchronization of Network Interfaces in System Area Networks\", 2005. Network interfaces keep "
      "their "
      "clocks together by packets that wait for one another: a fast interface's packet is stopped behind a slow one's, "
      "and "
      "the firmware pauses the clock meanwhile. A synchronizing schedule makes everyone wait for everyone else."});
  about.blocks.emplace_back(Paragraph{
      "Each claim is shown as it is published, as the paper's formulas give it here (analytic), and as the "
      "cycle-accurate model measures it (simulated). A published value is reproduced when ours, rounded or cut off "
      "at "
      "its last digit, is the same."});
  about.blocks.emplace_back(Paragraph{
      "The text gives kg = 17 as the occupancy at which GO is sent, but the skews that it prints follow from "
      "kg = 53, so "
      "both are shown. Equations (2) and (3) let a buffer drain a flit every sd, though the next link "
      "takes one every "
      "cp: the drain-corrected estimates put the slower of both in its place. No bound is proved for the model: "
      "neither "
      "a lead that nothing stops nor drift during a synchronization is in any of them, so that all are estimates. "
      "Simulations use kg = 17 and ks = 53; those "
      "next to printed skews use kg = 53 and ks = bl - 7, above which a buffer has room for the 7 flits that still "
      "come "
      "after STOP."});
  about.blocks.emplace_back(Paragraph{
      "One departure from the paper: packets of the last slot of a synchronization take half of it, or as much as the "
      "buffers on their way hold. Nothing waits behind them but the stream, whose first packets they would hold up by "
      "a "
      "skew."});
  about.blocks.emplace_back(about_effort(effort, given));
  page.sections = {std::move(about),
                   schedule_section(),
                   skew_section(measurements),
                   interval_section(measurements, effort),
                   figure_section(measurements),
                   comparison_section(measurements),
                   topology_section(measurements, given),
                   failure_section(measurements),
                   clock_section()};
  return page;
}

reproduction::Study study() {
  return {"song2005", "feedback-based synchronization", true, reproduction::carrying_out(runs, measure, page)};
}

}  // namespace slackline::song2005
