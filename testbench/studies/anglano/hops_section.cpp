// A path with one slow hop: claims (9) and (11).
#include <fmt/format.h>

#include "testbench/studies/anglano/study.hpp"

namespace slackline::anglano {

namespace {

using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::Simulated;

/// Share of worms that a member of the path refuses, of each draw.
std::vector<double> refused_by(const Measurements& measurements, unsigned slow, unsigned member) {
  return measurements.samples(path_with_slow_hop(slow).name(),
                              [member](const Measurement& m) { return m.refused_at.at(member); });
}

/// Of all members together.
std::vector<double> sent_again(const Measurements& measurements, unsigned slow) {
  return samples(measurements, path_with_slow_hop(slow), &Measurement::repeated);
}

/// That a share is larger in the first than in the second, draw by draw.
std::optional<Simulated> larger(const std::vector<double>& first, const std::vector<double>& second,
                                const std::string& note) {
  const auto more = reproduction::mean_difference(first, second);
  if (!more) return std::nullopt;
  return reproduction::decided(*more, reproduction::above(0), note + "; required: above 0");
}

/// Past what a path carries each host before a slow hop sends each copy twice, and the others once. The derived share has to lie within an
/// interval that holds for all slow hops together.
std::optional<Simulated> as_derived(const Measurements& measurements, unsigned slow) {
  const auto again = reproduction::mean_of(sent_again(measurements, slow));
  if (!again || !again->half_width) return std::nullopt;
  const reproduction::Mean together = widened(*again, path_members - 1);
  const double derived = static_cast<double>(slow) / (slow + path_members - 1);
  return reproduction::judged(together.value, sample_of(together), reproduction::within(derived, *together.half_width),
                              fmt::format("share of copies that are sent again, and {:.4f} as derived", derived));
}

reproduction::Table places_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "Share of worms that each member of a path of 8 refuses, in %, by the member to which the link is slow; member 0 "
      "sends",
      {"slow link to"},
      {}};
  for (unsigned member = 1; member < path_members; ++member) table.columns.push_back(fmt::format("member {}", member));
  table.columns.emplace_back("copies sent again, %");
  for (const unsigned slow : slow_members(effort)) {
    std::vector<std::string> row{slow == 0 ? "none" : fmt::format("member {}", slow)};
    const auto add = [&](std::vector<double> shares) {
      for (double& share : shares) share *= 100;
      row.push_back(reproduction::cell(reproduction::mean_of(shares), 1));
    };
    for (unsigned member = 1; member < path_members; ++member) add(refused_by(measurements, slow, member));
    add(sent_again(measurements, slow));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

reproduction::Section hops_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"A slow hop", {}};
  ClaimTable claims{"Claims (9) and (11)", "", {}, 3, {}};
  const auto add = [&](const char* name, const char* at, const char* where, const char* stated,
                       std::optional<Simulated> answer) {
    claims.claims.push_back(claim_of_answer(name, at, where, stated, std::move(answer)));
  };
  constexpr unsigned first = 1, middle = path_members / 2, last = path_members - 1;
  add("(9) NACKs spread upstream", "torus, path of 8", "section 3.2", "chain reaction",
      larger(
          refused_by(measurements, last, middle), refused_by(measurements, 0, middle),
          "share of worms that the interface in the middle of the path refuses more when the link to the last one is "
          "slow, three hops on"));
  const auto more_than = [&](unsigned slow, const char* note) {
    return larger(sent_again(measurements, middle), sent_again(measurements, slow), note);
  };
  const auto than_none =
      more_than(0, "share of copies that are sent again more than without a slow link, and than with a slow first hop");
  const auto than_first = more_than(first, "share of copies that are sent again more than with a slow first hop");
  add("(11) a slow hop in the middle of a path causes a large number of NACKs", "torus, path of 8", "section 3.2",
      "a large number, overwhelmed by the upstream hosts",
      than_none && than_first ? std::optional(reproduction::all_of({*than_none, *than_first})) : std::nullopt);
  add("(11) a slow hop in the middle causes more NACKs than a slow last hop", "torus, path of 8", "", "",
      more_than(last, "share of copies that are sent again more than with a slow last hop, with all hosts upstream"));
  for (const unsigned slow : slow_members(effort))
    if (slow != 0)
      add("(11) with d hosts before a slow hop d / (d + 7) of the copies are sent again",
          fmt::format("d = {}", slow).c_str(), "", "", as_derived(measurements, slow));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(places_table(measurements, effort));
  section.blocks.emplace_back(reproduction::Paragraph{
      "One source sends worms of 2 KiB along a path of 8 hosts, faster than it carries them; each interface has one "
      "buffer, "
      "and the plain scheme. A slow link takes four cycles for a flit. The interface before a slow hop keeps its worm "
      "until it has "
      "left, and refuses the next one meanwhile; so does the one before that, up to the source. Past what the path "
      "carries each host up to the slow hop sends each copy twice, and the others once: of d hosts before it and 7 in "
      "all, d / (d + 7) of the copies are sent again. So the later the slow hop, the more; the paper's words name only "
      "the one in the middle."});
  return section;
}

}  // namespace slackline::anglano
