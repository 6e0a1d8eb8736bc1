#include "testbench/studies/reproduction/page.hpp"

namespace slackline::reproduction {

namespace {

template <class Kind>
std::vector<const Kind*> blocks_of(const Page& page) {
  std::vector<const Kind*> found;
  for (const Section& section : page.sections)
    for (const Block& block : section.blocks)
      if (const auto* kind = std::get_if<Kind>(&block)) found.push_back(kind);
  return found;
}

}  // namespace

std::vector<const Figure*> figures(const Page& page) { return blocks_of<Figure>(page); }

std::vector<const ClaimTable*> claim_tables(const Page& page) { return blocks_of<ClaimTable>(page); }

Tally tally(const Page& page) {
  Tally tally;
  for (const ClaimTable* table : claim_tables(page))
    for (const Claim& claim : table->claims) {
      switch (verdict(claim)) {
        case Verdict::no_print: break;
        case Verdict::reproduced: ++tally.reproduced; break;
        case Verdict::explained: ++tally.explained; break;
        case Verdict::differs: ++tally.differing; break;
      }
      if (!claim.is_simulated) continue;
      if (!claim.simulated)
        ++tally.to_simulate;
      else
        ++(claim.simulated->holds             ? tally.simulated
           : claim.simulated->because.empty() ? tally.refuted
                                              : tally.refuted_with_reason);
    }
  return tally;
}

std::string to_string(const Tally& tally) {
  return std::to_string(tally.reproduced) + " printed values reproduced, " + std::to_string(tally.explained) +
         " differ for a known reason, " + std::to_string(tally.differing) + " differ; " +
         std::to_string(tally.simulated) + " claims hold in simulation, " + std::to_string(tally.refuted) +
         " do not, " +
         (tally.refuted_with_reason == 0 ? ""
                                         : std::to_string(tally.refuted_with_reason) + " do not for a known reason, ") +
         std::to_string(tally.to_simulate) + " not simulated";
}

}  // namespace slackline::reproduction
