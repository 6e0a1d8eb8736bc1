#include "testbench/studies/tam2000/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace slackline::tam2000 {

using reproduction::Paragraph;
using reproduction::Simulated;

std::optional<reproduction::Ratio> ratio(const Measurements& measurements, const Setup& larger, const Setup& smaller) {
  return reproduction::ratio(samples(measurements, larger, &Measurement::efficiency),
                             samples(measurements, smaller, &Measurement::efficiency));
}

std::vector<double> ratios(const Measurements& measurements, const Setup& larger, const Setup& smaller) {
  const std::vector<double> a = samples(measurements, larger, &Measurement::efficiency),
                            b = samples(measurements, smaller, &Measurement::efficiency);
  std::vector<double> all;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) all.push_back(a[i] / b[i]);
  return all;
}

Simulated judged_by(const reproduction::Mean& mean, bool is_drawn, const reproduction::Criterion& criterion,
                    std::string note) {
  if (is_drawn) return reproduction::decided(mean, criterion, std::move(note));
  return reproduction::judged(mean.value, {1}, criterion, std::move(note));
}

std::optional<Setup> best_up_to(const Measurements& measurements, const Setup& setup, unsigned most, Effort effort) {
  std::optional<Setup> best;
  double highest = 0;
  for (const unsigned k : packets(setup.shape, setup.scheme, effort, setup.assumptions)) {
    if (k > most) continue;
    Setup here = setup;
    here.packets = k;
    const auto efficiency = mean_of(measurements, here, &Measurement::efficiency);
    if (!efficiency) return std::nullopt;
    if (best && efficiency->value <= highest) continue;
    highest = efficiency->value;
    best = here;
  }
  return best;
}

std::optional<Onset> onset_of(const Measurements& measurements, const Setup& setup, Effort effort) {
  Onset onset;
  unsigned fewer = 0;
  for (const unsigned k : packets(setup.shape, setup.scheme, effort, setup.assumptions)) {
    Setup here = setup;
    here.packets = k;
    if (samples(measurements, here, &Measurement::efficiency).empty()) return std::nullopt;
    if (const auto best = best_up_to(measurements, setup, fewer, effort);
        best && ratio(measurements, here, *best)->high() < 1 - precision)
      return Onset{k, *best};
    fewer = k;
  }
  return onset;
}

namespace {

/// `many`: the exchange, or a variant of it, with `beyond.to` packets.
std::optional<Simulated> falls(const Measurements& measurements, const Setup& setup, const Setup& many,
                               const Beyond& beyond, bool it_does, Effort effort) {
  const auto best = best_up_to(measurements, setup, beyond.from, effort);
  if (!best) return std::nullopt;
  const auto kept = ratio(measurements, many, *best);
  if (!kept) return std::nullopt;
  constexpr double limit = 1 - precision;
  return of_losses(
      judged_by(*kept, setup.assumptions.is_drawn(),
                it_does ? reproduction::below(limit) : reproduction::at_least(limit),
                fmt::format("bandwidth at k = {} over the best up to k = {}, which is at k = {}; required: {} {:.4f}",
                            beyond.to, beyond.from, best->packets, it_does ? "below" : "at least", limit)),
      effort);
}

}  // namespace

void add_fall(const Measurements& measurements, TriedClaims& tried, const Setup& setup, const Beyond& beyond,
              bool it_does, Effort effort, const char* name, const char* where, const char* stated) {
  std::vector<reproduction::ReadingAnswer> answers;
  Setup many = setup;
  many.packets = beyond.to;
  for (const Assumptions& set : assumption_sets(setup.shape, effort)) {
    Setup tried_setup = setup, sync = many;
    tried_setup.assumptions = many.assumptions = sync.assumptions = set;
    sync.scheme = Scheme::sync;
    reproduction::ReadingAnswer answer{set.name(), falls(measurements, tried_setup, many, beyond, it_does, effort)};
    answers.push_back(it_does ? std::move(answer) : where_it_loses(measurements, sync, std::move(answer)));
  }
  reproduction::Claim& claim = tried.add(name, setup.shape.name(), where, stated, answers);
  if (it_does) return;
  many.assumptions = setup.assumptions;
  for (const auto& [without, variant] : without_causes_of_fall(many))
    claim.reruns.push_back({without, {}, falls(measurements, setup, variant, beyond, it_does, effort)});
}

void add_level(const Measurements& measurements, TriedClaims& tried, const Setup& setup, Effort effort,
               const char* name, const char* where, const char* stated) {
  std::vector<reproduction::ReadingAnswer> answers;
  for (const Assumptions& set : assumption_sets(setup.shape, effort)) {
    Setup here = setup;
    here.assumptions = set;
    const auto best = best_up_to(measurements, here, setup.packets - 1, effort);
    const auto kept = best ? ratio(measurements, here, *best) : std::nullopt;
    std::optional<Simulated> answer;
    if (kept)
      answer = of_losses(judged_by(*kept, set.is_drawn(), reproduction::at_least(level),
                                   fmt::format("bandwidth at k = {} over the best with fewer, which is at k = {}; "
                                               "required: at least {}, as level as a curve looks",
                                               setup.packets, best->packets, level)),
                         effort);
    answers.push_back({set.name(), std::move(answer)});
  }
  tried.add(name, setup.shape.name(), where, stated, answers);
}

reproduction::Claim on_equation(const Measurements& measurements, const std::string& at, const ExchangeOf& of,
                                const std::vector<unsigned>& packets) {
  std::vector<Simulated> parts;
  const auto time = [&](unsigned k) { return mean_of(measurements, of(k), &Measurement::time); };
  for (const unsigned k : packets) {
    const auto one = time(1), many = time(k);
    if (k == 1 || !one || !many) continue;
    const double frames = (k - 1.0) * (of(k).shape.hosts() - 1);
    parts.push_back(reproduction::judged(
        (many->value - one->value) / frames, {1}, reproduction::within(frame_us, 1e-6),
        fmt::format("us a frame, of those beyond k = 1, for each k up to {}; required: {} to the cycle", packets.back(),
                    frame_us)));
  }
  std::optional<Simulated> answer;
  if (parts.size() + 1 == packets.size()) answer = reproduction::all_of(parts);
  return claim_of_answer("(17) on schedule each frame takes g, as in equation (2)", at, "equation (2)",
                         "(k - 1) (p - 1) g more", std::move(answer));
}

reproduction::Claim without_loss(const Measurements& measurements, const std::string& at, const ExchangeOf& of,
                                 const std::vector<unsigned>& packets) {
  std::vector<Simulated> parts;
  for (const unsigned k : packets)
    if (const auto kept = mean_of(measurements, of(k), &Measurement::kept))
      parts.push_back(reproduction::judged(
          kept->value, {1}, reproduction::equal_to(1),
          fmt::format("share of packets that switches take in, up to k = {}; required: all", packets.back())));
  std::optional<Simulated> answer;
  if (parts.size() == packets.size()) answer = reproduction::all_of(parts);
  return claim_of_answer("(17) on schedule nothing is lost", at, "section 4", "contention-free", std::move(answer));
}

reproduction::ReadingAnswer where_it_loses(const Measurements& measurements, const Setup& without,
                                           reproduction::ReadingAnswer answer) {
  const auto dropped = mean_of(measurements, without, &Measurement::dropped);
  if (dropped && dropped->value == 0)
    return {answer.reading, reproduction::shows_nothing(fmt::format("{} loses nothing", to_string(without.scheme))),
            false};
  return answer;
}

reproduction::Claim& TriedClaims::add(const std::string& name, const std::string& at, const char* where,
                                      const char* stated, const std::vector<reproduction::ReadingAnswer>& answers) {
  rows_.push_back({name, {}});
  for (const auto& [set, answer, is_of_paper] : answers) {
    if (std::find(sets_.begin(), sets_.end(), set) == sets_.end()) sets_.push_back(set);
    rows_.back().second[set] = !answer        ? "not simulated"
                               : !is_of_paper ? "not the paper's"
                               : !shows_anything(*answer)
                                   ? "undecided"
                                   : fmt::format("{} ({:.2f})", answer->holds() ? "holds" : "does not", answer->value);
  }
  table_.claims.push_back(reproduction::claim_in_readings(name, at, where, stated, answers, "assumption set"));
  return table_.claims.back();
}

reproduction::Table TriedClaims::by_set(const std::string& title) const {
  reproduction::Table table{title, {"claim"}, {}};
  table.columns.insert(table.columns.end(), sets_.begin(), sets_.end());
  for (const auto& [name, of_set] : rows_) {
    std::vector<std::string> row{name};
    for (const std::string& set : sets_) {
      const auto found = of_set.find(set);
      row.push_back(found == of_set.end() ? "–" : found->second);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::optional<Simulated> of_losses(std::optional<Simulated> answer, Effort effort) {
  if (!answer || effort == Effort::full) return answer;
  return reproduction::shows_nothing("the quick form has too few packets for losses");
}

reproduction::Table onsets_table(const Measurements& measurements, const char* title, const Shape& shape,
                                 const std::vector<Scheme>& schemes, Effort effort) {
  reproduction::Table table{title, {"assumption set"}, {}};
  for (const Scheme scheme : schemes) table.columns.emplace_back(to_string(scheme));
  for (const Assumptions& set : assumption_sets(shape, effort)) {
    std::vector<std::string> row{set.name()};
    for (const Scheme scheme : schemes) {
      const auto onset = onset_of(measurements, exchange_of(shape, scheme, 1, set), effort);
      row.push_back(!onset ? "not simulated" : onset->packets == 0 ? "none" : std::to_string(onset->packets));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::optional<reproduction::Mean> percent(const Measurements& measurements, const Setup& setup) {
  std::vector<double> shares = samples(measurements, setup, &Measurement::efficiency);
  for (double& share : shares) share *= 100;
  return reproduction::mean_of(shares);
}

std::string percent_cell(const Measurements& measurements, const Setup& setup, int decimals) {
  return reproduction::cell(percent(measurements, setup), decimals);
}

reproduction::Figure bandwidth_figure(const Measurements& measurements, const char* name, const std::string& caption,
                                      const std::vector<std::vector<Setup>>& curves) {
  reproduction::Figure figure{name, caption, "packets of a host to each other one, k", "bandwidth (MB/s)", {}};
  figure.logarithmic = true;
  for (const std::vector<Setup>& curve : curves) {
    reproduction::FigureSeries series{to_string(curve.front().scheme), {}};
    for (const Setup& setup : curve) {
      std::vector<double> rates = samples(measurements, setup, &Measurement::efficiency);
      for (double& rate : rates) rate *= available;
      series.add(setup.packets, reproduction::mean_of(rates));
    }
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }
  return figure;
}

namespace {

/// The tables in words, of a full study.
reproduction::Section findings_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"Findings", {}};
  const auto share = [&](const Setup& setup) { return percent_cell(measurements, setup, 0); };
  const auto of_shuffles = [&](const Shape& shape, unsigned k, const Assumptions& set) {
    std::string shares;
    for (const Scheme scheme : shuffles)
      shares += fmt::format("{}{} %", shares.empty() ? "" : ", ", share(exchange_of(shape, scheme, k, set)));
    return shares;
  };
  const unsigned most_on_one = beyond_on_one_switch(effort).to, most_on_four = beyond_on_four(effort).to;
  const auto on_one = [&](Scheme scheme) { return share(exchange_of(one_switch, scheme, most_on_one)); };
  section.blocks.emplace_back(Paragraph{fmt::format(
      "One switch. Without pauses of hosts an exchange takes the time of equation (2), with its own L, and nothing is "
      "lost. With Q = 0 and pauses sync has {} % of 12.5 MB/s at k = {}, and {} % with the window, which saves most of "
      "the loss but not all. With Q = 1 nothing is lost: {} and {} %. Pairwise has {} % at k = {} with Q = 0: more "
      "than sync, because it loses hardly any packets.",
      on_one(Scheme::sync), most_on_one, on_one(Scheme::sync_gw),
      share(exchange_of(one_switch, Scheme::sync, most_on_one, {1})),
      share(exchange_of(one_switch, Scheme::sync_gw, most_on_one, {1})), on_one(Scheme::pairwise), most_on_one)});
  const auto on_four = [&](Scheme scheme, unsigned k) { return share(exchange_of(four_by_four, scheme, k)); };
  const auto timed = [&](double factor) {
    return share(with_timeout(exchange_of(four_by_four, Scheme::sync_gwrs, packets_of_causes(effort)), factor));
  };
  Assumptions more_held = base(four_by_four);
  more_held.held = 2;
  section.blocks.emplace_back(Paragraph{fmt::format(
      "4x4. With uplink modules of 500 Mb/s, Q = 1 and pauses sync, sync+GW, sync+RS and sync+GWRS have {} at k = {}; "
      "pairwise has {} %. At k = 2000 sync+GWRS has {} %, and pairwise {} %. Without the limit of the modules sync "
      "with Q = 1 loses nothing, and the four have {}: what they lack to sync the window and the reordering cost, by "
      "losses of their own. With the limit and Q = 2 they have {}. The time-out, which the paper does not print, "
      "matters as much as the mechanisms: at k = {} sync+GWRS has {} % with half of it, {} % with the usual one, and "
      "{} % with four times as much.",
      of_shuffles(four_by_four, most_on_four, base(four_by_four)), most_on_four,
      on_four(Scheme::pairwise, most_on_four), on_four(Scheme::sync_gwrs, 2000), on_four(Scheme::pairwise, 2000),
      of_shuffles(four_by_four, most_on_four, {1}), of_shuffles(four_by_four, most_on_four, more_held),
      packets_of_causes(effort), timed(0.5), timed(1), timed(4))});
  const unsigned most_on_8x2 = most_on_two(effort);
  const auto paused = [&](Buffers buffers) { return share(over_pause(eight_by_two, Scheme::sync, buffers, effort)); };
  section.blocks.emplace_back(Paragraph{fmt::format(
      "8x2. Where the limit of five streams is the rate of the uplink's module, sync, sync+GW, sync+RS and sync+GWRS "
      "have at k = {}, without pauses, {} with Q = 1; {} with Q = 2, where the reordering alone is as good as both; {} "
      "with Q = 4. With Q = 0 such a module loses packets of five continuous streams, so that is not the paper's "
      "switch. Where the limit drops packets of a sixth stream they have {}: the window and the reordering do not "
      "help. With PAUSE at the inputs sync has {} %, and where the same buffers drop packets {} %.",
      most_on_8x2, of_shuffles(eight_by_two, most_on_8x2, without_pauses(1)),
      of_shuffles(eight_by_two, most_on_8x2, without_pauses(2)),
      of_shuffles(eight_by_two, most_on_8x2, without_pauses(4)),
      of_shuffles(eight_by_two, most_on_8x2, {0, 0, 0, Streams::loss}), paused(Buffers::pause),
      paused(Buffers::input_everywhere))});
  return section;
}

/// The paper's claims by their numbers, however many lines and places each has.
reproduction::Table numbers_table(const reproduction::Page& page) {
  reproduction::Table table{"The claims by number: lines of the tables below by their verdict",
                            {"claim", "reproduced", "not reproduced", "not testable"},
                            {}};
  constexpr unsigned numbers = 19;
  for (unsigned number = 1; number <= numbers; ++number) {
    unsigned reproduced = 0, refuted = 0, untestable = 0;
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const reproduction::Claim& claim : claims->claims) {
        if (claim.is_ours || claim.name.rfind(fmt::format("({})", number), 0) != 0) continue;
        const reproduction::Verdict found = verdict(claim);
        reproduced += found == reproduction::Verdict::reproduced;
        refuted += found == reproduction::Verdict::not_reproduced;
        untestable += found == reproduction::Verdict::not_testable;
      }
    table.rows.push_back(
        {fmt::format("({})", number), std::to_string(reproduced), std::to_string(refuted), std::to_string(untestable)});
  }
  return table;
}

}  // namespace

reproduction::Page page(const Measurements& measurements, Effort effort, const reproduction::Given& /*given*/) {
  reproduction::Page page;
  page.title = "Tam, Wang 2000: contention-free complete exchange";
  reproduction::Section about;
  about.blocks.emplace_back(Paragraph{
      "A. T. C. Tam and C. L. Wang, \"Contention-free Complete Exchange Algorithm on Clusters\", 2000. Each of p hosts "
      "sends k packets of 1492 bytes to each other one over Ethernet switches: pairwise, or by the synchronous shuffle "
      "exchange (sync), which may have a global window (GW) and a reordering of hosts over switches (RS, with both "
      "GWRS). docs/exchange.md describes them, docs/packet-switches.md the switches."});
  about.blocks.emplace_back(Paragraph{fmt::format(
      "Buffers are those of table 1 of the paper: 16 hosts at one IBM 8275-326 (16x1); two IBM and two Intel 510T with "
      "four hosts each below a PowerRail 2200 (4x4); two IBM with eight (8x2), six or four. Links of hosts have 100 "
      "Mb/s, uplinks 1 Gb/s. A frame takes {} us with preamble and gap; flits have {} bytes, and a clock cycle is the "
      "time that one takes at 1 Gb/s. Backplanes of 5, 2.2 and 22 Gb/s are not modelled; none would limit. A host may "
      "have {} packets in its interface that have not left. Interfaces resend by Go-Back-N with a window of 8 packets "
      "for each pair of hosts. Acknowledgements wait for a little more than a round, and take 8 flits, 256 bytes, "
      "where 84 would do: a header and the gap have that many. A time-out is the wait of an acknowledgement and a "
      "round trip through full buffers. O_s, O_r and U_r are {} us each, which the paper does not print.",
      frame_us, Setup().flit_bytes, ahead_of_link, usual_overhead_us)});
  about.blocks.emplace_back(
      Paragraph{"The paper does not say how many frames an output holds besides the one that it sends (Q), what "
                "disturbs hosts, or how the module of an IBM uplink, which carries five streams in both directions "
                "without loss, limits more: by its rate, 500 Mb/s, or by dropping packets of a sixth stream. An "
                "assumption set is a choice of these. All decide where losses begin. On two levels figures and tables "
                "have Q = 1 and the rate; on 16x1, which has no uplink, Q = 0, since nothing is lost otherwise. Four "
                "hosts are fewer than five streams, so on 4x4 a limit that drops packets has no effect: these sets are "
                "listed without a limit. Q = 0 with the rate is not the paper's, because such a module loses packets "
                "of five continuous streams. A transfer inside a switch takes no time. One at 1 Gb/s is not tried: "
                "with Q = 0 an output waits for each transfer, so that a link of 100 Mb/s reaches 91 % of its rate at "
                "most and an uplink 50 %, and the paper prints 97 %."});
  about.blocks.emplace_back(
      Paragraph{"In sets with pauses each host pauses for 3 ms 0.3 times a second on average, or once a second. Rate "
                "and length were chosen so that losses begin near the numbers of packets that the paper prints: that "
                "(4) and (8) hold in some sets is a fit, no evidence. A pause of 1 ms has no effect, since an "
                "interface has packets for longer. With few packets many draws have no pause at all."});
  about.blocks.emplace_back(
      Paragraph{"Claims are tried in several assumption sets: they are reproduced where all agree, refuted where all "
                "refute them, and otherwise not testable. Where a claim is that something keeps sync from losing "
                "packets, a set in which sync loses none is not the paper's, and does not count. The numbers of "
                "packets at which losses begin are outcomes here, not criteria. Bandwidth falls where it is below the "
                "best with fewer packets by more than the precision of the paper's percentages; it keeps its level "
                "where it has 95 % of that, and is poor below 90 %: these two limits are ours. A claim that bandwidth "
                "does not fall is run again without losses, with selective repeat, and with half of the time-out; "
                "where it does not hold with any of these either, its cause is not shown."});
  about.blocks.emplace_back(Paragraph{fmt::format(
      "{} {} draws of each point with pauses, {} of those with 32 packets or fewer, {} of those with 1000 or more; "
      "without pauses nothing is drawn.",
      effort == Effort::full
          ? "All figures are those of the full study, as `slackline study tam2000 --out DIR` makes it."
          : "This is the quick form of the study, with few packets, as `slackline study tam2000 --quick --out DIR` "
            "makes it: hardly any are lost.",
      draws(effort, 100), draws(effort, 1), draws(effort, 1000))});
  about.blocks.emplace_back(Paragraph{
      "Not testable: absolute curves and the overhead of barriers, which are not printed; hundreds of hosts, and 10 "
      "Gb/s, which the paper expects and has not measured: the last section has runs of both."});
  page.sections = {std::move(about)};
  std::vector<reproduction::Section> results{
      patterns_section(), one_switch_section(measurements, effort), two_levels_section(measurements, effort),
      switches_section(measurements, effort), beyond_section(measurements, effort)};
  if (effort == Effort::full && !measurements.of.empty()) {
    page.sections.push_back(findings_section(measurements, effort));
    page.sections.back().blocks.emplace_back(numbers_table({"", results}));
  }
  std::move(results.begin(), results.end(), std::back_inserter(page.sections));
  return page;
}

reproduction::Study study() {
  return {"tam2000", "complete exchange over packet switches", false, reproduction::carrying_out(runs, measure, page)};
}

}  // namespace slackline::tam2000
