// The schemes that the paper compares with: claims (23) and (24).
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "testbench/studies/anglano/study.hpp"

namespace slackline::anglano {

namespace {

using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::Mean;
using reproduction::Simulated;

/// How many times as long a multicast takes in the second setup as in the first one, draw by draw.
std::vector<double> growth(const Measurements& measurements, const Setup& first, const Setup& second) {
  const auto before = samples(measurements, first, &Measurement::to_last),
             after = samples(measurements, second, &Measurement::to_last);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < before.size() && i < after.size(); ++i) ratios.push_back(after[i] / before[i]);
  return ratios;
}

/// The growth with a manager over that with FIFO ACK/NACK.
std::optional<Simulated> grows_faster(const std::vector<double>& with_manager, const std::vector<double>& with_fifo,
                                      std::string what) {
  const auto ratio = reproduction::ratio(with_manager, with_fifo);
  if (!ratio) return std::nullopt;
  return above_one(ratio, fmt::format("growth of the time to the last member {}, {:.2f} times with the manager, over "
                                      "the {:.2f} times with FIFO ACK/NACK",
                                      what, ratio->larger, ratio->smaller));
}

std::optional<Mean> scaled(std::optional<Mean> mean, double factor) {
  if (!mean) return mean;
  mean->value *= factor;
  if (mean->half_width) *mean->half_width *= factor;
  return mean;
}

/// Runs of all-to-all along wrap-around trees that deadlock without recovery.
std::optional<Simulated> deadlocks_of(const Measurements& measurements, unsigned members, bool is_saturated,
                                      const reproduction::Criterion& criterion) {
  return lacking(measurements, {Named{{}, all_to_all(Algorithm::wrap_around, members, false, is_saturated)}},
                 &Measurement::went_on, criterion,
                 is_saturated ? std::string("runs that deadlock, where all send as fast as they can")
                              : fmt::format("runs that deadlock, where all send {:g} of what an interface forwards",
                                            share_of(Load::quarter)));
}

/// With recovery, of runs that deadlock without it. Many circles are opened before a worm is moved to host memory: an interface that has
/// been asked about a worm sends its own worms last.
std::optional<Simulated> go_on(const Measurements& measurements, unsigned members) {
  const Setup with = all_to_all(Algorithm::wrap_around, members, true);
  const auto spilled = mean_of(measurements, with, &Measurement::spilled);
  const auto without = mean_of(measurements, all_to_all(Algorithm::wrap_around, members, false), &Measurement::went_on);
  if (!spilled || !without) return std::nullopt;
  if (without->value == 1) return reproduction::shows_nothing("no run deadlocks without recovery");
  return lacking(
      measurements, {Named{{}, with}}, &Measurement::went_on, reproduction::equal_to(0),
      fmt::format("runs that deadlock, with {} % of worms in host memory meanwhile; without recovery {:.0f} % "
                  "of the runs do",
                  cell(scaled(spilled, 100), 2), 100 * (1 - without->value)));
}

reproduction::Table circles_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{"All-to-all with one credit of each pair among 16 hosts of a switch, four groups",
                            {"tree", "load", "members", "runs", "that deadlock without recovery", "with recovery",
                             "in host memory meanwhile, %"},
                            {}};
  for (const Algorithm algorithm : credit_trees)
    for (const unsigned members : all_to_all_sizes(effort)) {
      const auto stood = [&](bool recovers) {
        const auto all = samples(measurements, all_to_all(algorithm, members, recovers), &Measurement::went_on);
        return std::pair(all.size(), std::count(all.begin(), all.end(), 0.));
      };
      table.rows.push_back(
          {multicast::to_string(algorithm), "past saturation", std::to_string(members),
           std::to_string(stood(false).first), std::to_string(stood(false).second), std::to_string(stood(true).second),
           cell(scaled(mean_of(measurements, all_to_all(algorithm, members, true), &Measurement::spilled), 100), 2)});
    }
  for (const unsigned members : all_to_all_sizes(effort)) {
    const auto went_on =
        samples(measurements, all_to_all(Algorithm::wrap_around, members, false, false), &Measurement::went_on);
    table.rows.push_back({multicast::to_string(Algorithm::wrap_around), fmt::format("{:g}", share_of(Load::quarter)),
                          std::to_string(members), std::to_string(went_on.size()),
                          std::to_string(std::count(went_on.begin(), went_on.end(), 0.)), "", ""});
  }
  return table;
}

/// With one credit of each pair worms wait in circles until those are looked for: the words accepted when that is after the usual time
/// over those when it is soon. Where no worm is moved to host memory nothing is recovered.
std::optional<Simulated> recovery_costs(const Measurements& measurements) {
  constexpr unsigned soon = detection_times[0];
  const Setup usual = rings_of_all(Scheme::credits, 1), at_once = rings_of_all(Scheme::credits, 1, soon);
  const auto ratio = ratio_of(measurements, usual, at_once, &Measurement::accepted);
  const auto over_fifo = ratio_of(measurements, at_once, rings_of_all(Scheme::fifo, 1), &Measurement::accepted);
  const auto moved = mean_of(measurements, usual, &Measurement::spilled);
  if (!ratio || !over_fifo || !moved) return std::nullopt;
  if (moved->value == 0) return reproduction::shows_nothing("no worm was moved to host memory");
  return below_one(ratio,
                   fmt::format("words accepted past saturation when a circle is looked for after {} us, where {} "
                               "% of worms are moved to host memory, over those after {} us, which are {} of "
                               "those of FIFO ACK/NACK",
                               usual.detection, cell(scaled(moved, 100), 2), soon, cell(over_fifo, 2)));
}

reproduction::Table recovery_table(const Measurements& measurements) {
  reproduction::Table table{
      "Credits of pairs along rings of all 16 hosts of a switch, past saturation",
      {"buffers", "scheme", "circles looked for after, us", "accepted, words/cycle/member", "in host memory, %"},
      {}};
  for (const unsigned credits : {1u, many_credits}) {
    const auto add = [&](const char* scheme, const std::string& after, const Setup& setup, bool spills) {
      table.rows.push_back({std::to_string(has_two_classes(setup.scheme) ? 2 * setup.buffers : setup.buffers), scheme,
                            after, cell(mean_of(measurements, setup, &Measurement::accepted), 4),
                            spills ? cell(scaled(mean_of(measurements, setup, &Measurement::spilled), 100), 2) : ""});
    };
    add(name_of(Scheme::fifo), "", rings_of_all(Scheme::fifo, credits), false);
    for (const unsigned us : detection_times)
      add(name_of(Scheme::credits), std::to_string(us), rings_of_all(Scheme::credits, credits, us), true);
  }
  return table;
}

reproduction::Table compared_table(const Measurements& measurements) {
  reproduction::Table table{
      "Baselines next to ACK/NACK: groups of 8 among 16 hosts of a switch, 16 buffers an interface, wrap-around trees",
      {"scheme", "time to the last, cycles", "99 %", "accepted at saturation, words/cycle/member", "buffers in use",
       "wait for a grant or a credit, cycles", "in host memory at saturation, %"},
      {}};
  for (const Scheme scheme : {Scheme::fifo, Scheme::manager, Scheme::credits}) {
    const Setup setup = compared(scheme);
    const auto value = [&](Value v, int decimals) { return cell(mean_of(measurements, setup, v), decimals); };
    table.rows.push_back({name_of(scheme), value(&Measurement::to_last, 0), value(&Measurement::p99, 0),
                          cell(mean_of(measurements, saturated(setup), &Measurement::accepted), 4),
                          value(&Measurement::buffers, 2), value(&Measurement::permit_wait, 0),
                          cell(scaled(mean_of(measurements, saturated(setup), &Measurement::spilled), 100), 2)});
  }
  return table;
}

}  // namespace

reproduction::Section baselines_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"A central manager, and credits of pairs", {}};
  ClaimTable claims{"Claims (23) and (24)", "", {}, 3, {}};
  const auto add = [&](const char* name, const std::string& at, const char* where, const char* stated,
                       std::optional<Simulated> answer) {
    claims.claims.push_back(claim_of_answer(name, at, where, stated, std::move(answer)));
  };
  /// Growth with the manager over that with FIFO, from some hosts and a rate to others.
  const auto compared_growth = [&](unsigned hosts, unsigned to_hosts, double rate, double to_rate, std::string what) {
    const auto of = [&](Scheme scheme) {
      return growth(measurements, concurrent(scheme, hosts, rate), concurrent(scheme, to_hosts, to_rate));
    };
    std::vector<Setup> setups;
    for (const Scheme scheme : {Scheme::manager, Scheme::fifo})
      setups.insert(setups.end(), {concurrent(scheme, hosts, rate), concurrent(scheme, to_hosts, to_rate)});
    return where_carried(measurements, setups, grows_faster(of(Scheme::manager), of(Scheme::fifo), std::move(what)));
  };
  const unsigned most = most_hosts(effort);
  add("(23) a manager is slower with more multicasts of a group at once", "group of 16", "section 1",
      "tends to increase",
      compared_growth(16, 16, few_multicasts, many_multicasts,
                      fmt::format("from {} to {} messages in 1000 cycles", few_multicasts, many_multicasts)));
  add("(23) a manager scales worse with the number of hosts", fmt::format("{} to {} hosts", least_hosts, most),
      "section 1", "poorly scalable",
      compared_growth(least_hosts, most, few_multicasts, few_multicasts,
                      fmt::format("from {} to {} hosts", least_hosts, most)));
  add("(24) memory for credits grows with the hosts", "", "section 1", "more memory is needed", std::nullopt);
  claims.claims.back().untestable = {reproduction::Untestable::Reason::model,
                                     "it is the scheme's definition: one credit of each pair is a buffer for each "
                                     "other host, 7 of 8 hosts and 63 of 64, "
                                     "and an experiment with fewer is refused"};
  std::vector<unsigned> sizes = all_to_all_sizes(effort);
  const unsigned large = sizes.back();
  // Which of the trees the paper means is open; along the others credits wait in no circle, as the test before a run proves.
  const auto groups_of = [](unsigned members) { return fmt::format("groups of {}, wrap-around trees", members); };
  add("(24) credits may deadlock in medium-to-large groups", groups_of(large), "section 1", "may not be satisfied",
      deadlocks_of(measurements, large, true, reproduction::above(0)));
  add("(24) in small groups they do not", groups_of(sizes.front()), "section 1", "assumed to be rare",
      deadlocks_of(measurements, sizes.front(), true, reproduction::equal_to(0)));
  if (reproduction::Claim& small = claims.claims.back(); small.simulated && !holds(small))
    small.reruns.push_back(
        {"more load than is carried", {}, deadlocks_of(measurements, sizes.front(), false, reproduction::equal_to(0))});
  for (const unsigned members : sizes)
    add("(24) with recovery all go on", groups_of(members), "section 1", "detection and recovery",
        go_on(measurements, members));
  add("(24) recovery costs throughput", "rings of 16", "section 1", "may become prohibitive",
      recovery_costs(measurements));
  add("(24) one credit of each pair carries less than FIFO ACK/NACK", "rings of 16", "", "",
      below_one(ratio_of(measurements, rings_of_all(Scheme::credits, 1), rings_of_all(Scheme::fifo, 1),
                         &Measurement::accepted),
                "words accepted past saturation, along rings whose worms wait in circles, over those of FIFO ACK/NACK "
                "with one buffer less in both classes together"));
  add("(24) many credits of each pair carry less than FIFO ACK/NACK", "rings of 16", "", "",
      below_one(
          ratio_of(measurements, rings_of_all(Scheme::credits, many_credits), rings_of_all(Scheme::fifo, many_credits),
                   &Measurement::accepted),
          fmt::format("words accepted past saturation with {} credits of each pair over those of FIFO ACK/NACK with "
                      "as many buffers",
                      many_credits)));
  add("(24) credits accept less than FIFO ACK/NACK", "groups of 8", "", "",
      below_one(ratio_of(measurements, saturated(compared(Scheme::credits)), saturated(compared(Scheme::fifo)),
                         &Measurement::accepted),
                "words accepted past saturation over those of FIFO ACK/NACK with the same memory"));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(compared_table(measurements));
  section.blocks.emplace_back(circles_table(measurements, effort));
  section.blocks.emplace_back(recovery_table(measurements));
  section.blocks.emplace_back(reproduction::Paragraph{
      "Of Verstoep et al. and Bhoedjang et al. the paper describes the schemes and no numbers; here they are built "
      "from "
      "its description (docs/multicast.md). Both have one class of buffers: an interface has as many as with FIFO "
      "ACK/NACK in both classes together. All-to-all: four groups, whose members "
      "all send as fast as they can; which of the trees the paper means is open. An interface that has been asked "
      "about a worm sends its own worms last (docs/multicast.md): where no worm goes to host memory meanwhile, that "
      "rule and the search are what is tested, and not the move. At a quarter of what an interface forwards no group "
      "deadlocks, past saturation all of wrap-around trees do: these runs show no difference by size. With many "
      "credits of each pair hardly a worm is moved, and an early search costs throughput."});
  return section;
}

}  // namespace slackline::anglano
