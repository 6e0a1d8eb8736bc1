// Synchronization with faults.
#include <fmt/format.h>

#include "testbench/studies/song2005/equations.hpp"
#include "testbench/studies/song2005/runs.hpp"
#include "testbench/studies/song2005/skew_claim.hpp"
#include "testbench/studies/song2005/study.hpp"

namespace slackline::song2005 {

namespace {

std::vector<reproduction::Check> expected(const Failure& failure, const Ending& ending) {
  using reproduction::equal_to;
  const double bound = sss_bound(as_simulated({}, Drain::at_link));
  const auto some = [](std::uint64_t packets, bool expected) {
    return reproduction::Check{static_cast<double>(packets), expected ? reproduction::above(0) : equal_to(0)};
  };
  return {{static_cast<double>(ending.rounds), equal_to(static_cast<double>(failure.rounds))},
          {static_cast<double>(ending.last_hosts), equal_to(static_cast<double>(failure.hosts))},
          some(ending.missing, failure.missing),
          some(ending.late, failure.late),
          {ending.stuck.empty() ? 0. : 1., equal_to(failure.stuck ? 1 : 0)},
          {ending.last_skew, failure.kept ? reproduction::at_most(bound) : reproduction::above(bound)}};
}

std::string note_of(const Ending& ending) {
  std::string note = fmt::format("{} of 3 synchronizations, the last of {} hosts with a skew of {:.2f} ns",
                                 ending.rounds, ending.last_hosts, ending.last_skew);
  if (ending.late != 0) note += fmt::format("; {} packets came late", ending.late);
  if (ending.silent != 0) note += fmt::format("; {} of 8 hosts do not come to the end", ending.silent);
  if (!ending.stuck.empty()) note += fmt::format("; ended after {:.0f} slots: {}", ending.ended, ending.stuck);
  return note;
}

}  // namespace

reproduction::Section failure_section(const Measurements& measurements) {
  reproduction::Section section{"When something fails", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Section 4 leaves this open. Three synchronizations of 8 hosts on one switch, 20 slots apart. A host reports the "
      "packets that the schedule names and that have not come. A host that dies between two packets holds nobody up: "
      "the "
      "others go on without it. A host that dies within a packet leaves a worm without a tail, which keeps its output. "
      "Packets that need this output wait for ever, the clocks of their hosts stop, and in the end all do. The run "
      "then "
      "ends with exit status 3 and the names of what waits for what (`docs/deadlock.md`), before a missing packet is "
      "reported. With `switch.worm_timeout` the switch closes the worm, and the others go on. A link that is stopped "
      "for "
      "less than a slot is made up for by the next synchronization. FBS needs skews below a slot: clocks that are "
      "whole "
      "slots apart stay so, and packets of one slot then wait for those of another. Packets that arrive after they "
      "were "
      "reported missing are reported as late, and a skew of more than a slot is a fault of the run."});
  reproduction::ClaimTable table{"Packets of synchronizations that are reported missing", "packets", {}, 0, {}};
  for (const Failure& failure : failures()) {
    std::optional<reproduction::Simulated> simulated;
    if (const Measurement* run = measurements.first_of(failure.experiment); run != nullptr && run->ending)
      simulated = reproduction::Simulated{
          static_cast<double>(run->ending->missing), {}, expected(failure, *run->ending), note_of(*run->ending)};
    table.claims.push_back(
        reproduction::claim_of_model("it ends as described: " + failure.what, "", "", "", std::move(simulated)));
  }
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace slackline::song2005
