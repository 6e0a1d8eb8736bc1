#include "testbench/studies/tam2000/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

std::optional<reproduction::Ratio> kept(const Measurements& measurements, const Setup& setup) {
  return ratio(measurements, setup, lossless(exchange_of(setup.shape, setup.scheme, setup.packets, setup.assumptions)));
}

std::optional<Simulated> at_level(const Measurements& measurements, const Setup& setup, bool is_kept) {
  const auto of = kept(measurements, setup);
  if (!of) return std::nullopt;
  return judged_by(*of, setup.assumptions.is_drawn(),
                   is_kept ? reproduction::at_least(level) : reproduction::below(level),
                   fmt::format("bandwidth of {} at k = {} over that without losses; required: {} {}",
                               to_string(setup.scheme), setup.packets, is_kept ? "at least" : "below", level));
}

std::optional<Onset> onset_of(const Measurements& measurements, const Setup& setup, Effort effort) {
  Onset onset;
  bool is_kept = true;
  for (const unsigned k : packets(setup.shape, setup.scheme, effort, setup.assumptions)) {
    const auto of = kept(measurements, exchange_of(setup.shape, setup.scheme, k, setup.assumptions));
    if (!of) return std::nullopt;
    is_kept = is_kept && of->low() >= level;
    if (is_kept) onset.kept = k;
    if (onset.fallen == 0 && of->high() < level) onset.fallen = k;
  }
  return onset;
}

void add_levels(const Measurements& measurements, TriedClaims& tried, const Setup& setup,
                const std::vector<Level>& levels, Effort effort, const char* name, const char* where,
                const char* stated) {
  const auto answer_of = [&](Setup here) -> std::optional<Simulated> {
    std::vector<Simulated> parts;
    for (const auto& [packets, is_kept] : levels) {
      here.packets = packets;
      auto part = at_level(measurements, here, is_kept);
      if (!part) return std::nullopt;
      parts.push_back(std::move(*part));
    }
    return of_losses(reproduction::all_of(parts), effort);
  };
  std::vector<reproduction::ReadingAnswer> answers;
  for (const Assumptions& set : assumption_sets(setup.shape, effort)) {
    Setup here = setup;
    here.assumptions = set;
    reproduction::ReadingAnswer answer{set.name(), answer_of(here)};
    const Setup sync = exchange_of(setup.shape, Scheme::sync, levels.back().packets, set);
    answers.push_back(setup.scheme == Scheme::sync ? std::move(answer)
                                                   : where_it_loses(measurements, sync, std::move(answer)));
  }
  reproduction::Claim& claim = tried.add(name, setup.shape.name(), where, stated, answers);
  for (const auto& [without, variant] : without_causes_of_fall(setup))
    claim.reruns.push_back({without, {}, answer_of(variant)});
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
  reproduction::Claim claim = claim_of_answer("(17) on schedule each frame takes g, as in equation (2)", at,
                                              "equation (2)", "(k - 1) (p - 1) g more", std::move(answer));
  claim.analytic = {frame_us};
  return claim;
}

reproduction::Claim without_loss(const Measurements& measurements, const std::string& at, const ExchangeOf& of,
                                 const std::vector<unsigned>& packets) {
  std::vector<Simulated> parts;
  for (const unsigned k : packets)
    if (const auto kept = mean_of(measurements, of(k), &Measurement::kept))
      parts.push_back(reproduction::judged(
          lost_of_1000(kept->value), {1}, reproduction::equal_to(0),
          fmt::format("packets of 1000 that switches drop, up to k = {}; required: none", packets.back())));
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
  // The value of a claim is that of the first set; without it the text names the set of each value.
  const reproduction::ReadingAnswer& first = answers.front();
  if (auto& shown = table_.claims.back().simulated; shown && !(first.is_of_paper && shows_anything(*first.answer)))
    shown->sample = {0};
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

namespace {

std::string text_of(const Onset& onset, unsigned most) {
  if (onset.fallen != 0) return fmt::format("{} to {}", onset.kept, onset.fallen);
  return onset.kept == most ? "none" : fmt::format("{} or none", onset.kept);
}

}  // namespace

reproduction::Table onsets_table(const Measurements& measurements, const char* title, const Shape& shape,
                                 const std::vector<Scheme>& schemes, Effort effort) {
  reproduction::Table table{title, {"assumption set"}, {}};
  for (const Scheme scheme : schemes) table.columns.emplace_back(to_string(scheme));
  for (const Assumptions& set : assumption_sets(shape, effort)) {
    std::vector<std::string> row{set.name()};
    for (const Scheme scheme : schemes) {
      const auto onset = onset_of(measurements, exchange_of(shape, scheme, 1, set), effort);
      row.push_back(onset ? text_of(*onset, packets(shape, scheme, effort, set).back()) : "not simulated");
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

namespace {

constexpr double line_width = 0.05;  // MB/s, of a curve as it is drawn

/// Curves on which a later one lies.
std::string hidden_curves(const reproduction::Figure& figure) {
  const auto hides = [](const reproduction::FigureSeries& top, const reproduction::FigureSeries& below) {
    return std::equal(top.points.begin(), top.points.end(), below.points.begin(), below.points.end(),
                      [](const auto& a, const auto& b) { return a.x == b.x && std::abs(a.y - b.y) < line_width; });
  };
  std::string text;
  for (auto below = figure.series.begin(); below != figure.series.end(); ++below)
    for (auto top = std::prev(figure.series.end()); top != below; --top)
      if (hides(*top, *below)) {
        text += fmt::format(" The curve of {} lies below that of {}.", below->label, top->label);
        break;
      }
  return text;
}

}  // namespace

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
  figure.caption += hidden_curves(figure);
  return figure;
}

namespace {

/// The tables in words, of a full study.
reproduction::Section findings_section(const Measurements& measurements, Effort effort,
                                       const reproduction::Page& results) {
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
  unsigned sets = 0, keeping = 0, refuting = 0, undecided = 0;
  for (const Assumptions& set : assumption_sets(four_by_four, effort)) {
    const auto of = [&](Scheme scheme) { return exchange_of(four_by_four, scheme, most_on_four, set); };
    const auto dropped = mean_of(measurements, of(Scheme::sync), &Measurement::dropped);
    const auto kept_by_both = at_level(measurements, of(Scheme::sync_gwrs), true);
    if (!dropped || dropped->value == 0 || !kept_by_both) continue;
    ++sets;
    ++(!shows_anything(*kept_by_both) ? undecided : kept_by_both->holds() ? keeping : refuting);
  }
  std::string contradicted;
  for (const reproduction::ClaimTable* claims : claim_tables(results))
    for (const reproduction::Claim& claim : claims->claims)
      if (verdict(claim) == reproduction::Verdict::not_reproduced)
        contradicted += (contradicted.empty() ? "" : "; ") + claim.name + ", " + claim.at;
  section.blocks.emplace_back(Paragraph{fmt::format(
      "Of {} assumption sets in which sync loses packets on 4x4, window and reordering together keep 95 % of the "
      "bandwidth without losses at k = {} in {}, and in {} they do not; {} undecided. Contradicted, in all sets that "
      "count, {}.",
      sets, most_on_four, keeping, refuting, undecided == 1 ? "1 is" : fmt::format("{} are", undecided),
      contradicted.empty() ? "is no claim" : "are: " + contradicted)});
  const auto windowed = [&](const Shape& shape, unsigned k, unsigned window) {
    Setup setup = exchange_of(shape, Scheme::sync_gwrs, k);
    setup.window = window;
    return share(setup);
  };
  const unsigned of_four = window_of(four_by_four), of_8x2 = window_of(eight_by_two),
                 shared_of_four = shared_window_of(four_by_four), shared_of_8x2 = shared_window_of(eight_by_two),
                 k_of_causes = packets_of_causes(effort);
  section.blocks.emplace_back(Paragraph{fmt::format(
      "W_g. Equation (4) divides B_L by the mean number of senders, while all hosts of a switch share its buffer of {} "
      "packets: {} * {} = {} on 4x4 and {} * {} = {} on 8x2 are more. On 4x4, at k = {}, sync+GWRS has {} % with W_g = "
      "{}, {} % with {}, the largest that cannot overflow the buffer of one switch, {} % with {}, {} % with {}, and {} "
      "% without losses. On 8x2, at k = {}, it has {} % with {} and {} % with {}.",
      buffer_frames, sharing(four_by_four), of_four, sharing(four_by_four) * of_four, sharing(eight_by_two), of_8x2,
      sharing(eight_by_two) * of_8x2, k_of_causes, windowed(four_by_four, k_of_causes, 0), of_four,
      windowed(four_by_four, k_of_causes, shared_of_four), shared_of_four,
      windowed(four_by_four, k_of_causes, of_four / 2), of_four / 2, windowed(four_by_four, k_of_causes, 2 * of_four),
      2 * of_four, share(lossless(exchange_of(four_by_four, Scheme::sync_gwrs, k_of_causes))), most_on_two(effort),
      windowed(eight_by_two, most_on_two(effort), 0), of_8x2,
      windowed(eight_by_two, most_on_two(effort), shared_of_8x2), shared_of_8x2)});
  const auto drops = [&](Scheme scheme) {
    const Setup setup = exchange_of(four_by_four, scheme, most_on_four);
    return fmt::format("{} of {} by {}", cell(mean_of(measurements, setup, &Measurement::dropped_below), 0),
                       cell(mean_of(measurements, setup, &Measurement::dropped), 0), to_string(scheme));
  };
  section.blocks.emplace_back(Paragraph{fmt::format(
      "Where packets are lost on 4x4: in the FIFO of an edge switch for what comes from the backbone, {}, {}, {} and "
      "{}, at k = {}.",
      drops(Scheme::sync), drops(Scheme::sync_gw), drops(Scheme::sync_rs), drops(Scheme::sync_gwrs), most_on_four)});
  section.blocks.emplace_back(Paragraph{fmt::format(
      "One switch. Without pauses of hosts an exchange takes the time of equation (2), with its own L, and nothing is "
      "lost. With Q = 0 and pauses sync has {} % of 12.5 MB/s at k = {}, and {} % with the window, which saves most of "
      "the loss but not all. With Q = 1 nothing is lost: {} and {} %. Pairwise has {} % at k = {} with Q = 0: more "
      "than sync, because it loses hardly any packets; what pairwise has depends on the Go-Back-N window.",
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

/// How claims were reproduced, and why others cannot be tested.
struct Counts {
  unsigned calculated = 0, on_schedule = 0, simulated = 0, refuted = 0, open = 0, untestable = 0;

  void add(const reproduction::Claim& claim) {
    const reproduction::Verdict found = verdict(claim);
    if (found == reproduction::Verdict::reproduced)
      ++(!claim.is_simulated ? calculated : claim.name.rfind("(17)", 0) == 0 ? on_schedule : simulated);
    refuted += found == reproduction::Verdict::not_reproduced;
    if (found == reproduction::Verdict::not_testable)
      ++(claim.untestable.reason == reproduction::Untestable::Reason::readings ? open : untestable);
  }
  std::vector<std::string> row(const std::string& name) const {
    std::vector<std::string> cells{name};
    for (const unsigned count : {calculated, on_schedule, simulated, refuted, open, untestable})
      cells.push_back(std::to_string(count));
    return cells;
  }
};

/// The paper's claims by their numbers, however many lines and places each has.
reproduction::Table numbers_table(const reproduction::Page& page) {
  reproduction::Table table{"The claims by number: lines of the tables below by their verdict",
                            {"claim", "reproduced by calculation", "on schedule", "simulated otherwise",
                             "not reproduced", "depends on what is not printed", "not testable otherwise"},
                            {}};
  constexpr unsigned numbers = 19;
  Counts all;
  for (unsigned number = 1; number <= numbers; ++number) {
    Counts counts;
    for (const reproduction::ClaimTable* claims : claim_tables(page))
      for (const reproduction::Claim& claim : claims->claims) {
        if (claim.is_ours || claim.name.rfind(fmt::format("({})", number), 0) != 0) continue;
        counts.add(claim);
        all.add(claim);
      }
    table.rows.push_back(counts.row(fmt::format("({})", number)));
  }
  table.rows.push_back(all.row("all"));
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
      "have {} packets in its interface that have not left. Interfaces resend by Go-Back-N, with a Go-Back-N window of "
      "8 "
      "packets for each pair of hosts. Acknowledgements wait for a little more than a round, and take 8 flits, 256 "
      "bytes, "
      "where 84 would do: a header and the gap have that many. A time-out is the wait of an acknowledgement and a "
      "round trip through full buffers. O_s, O_r and U_r are {} us each, which the paper does not print.",
      frame_us, Setup().flit_bytes, ahead_of_link, usual_overhead_us)});
  about.blocks.emplace_back(Paragraph{fmt::format(
      "Inputs. Table 1 of the paper gives B_L in packets: PowerRail 2200 820 and Intel 510T 1990, shared; IBM 8275-326 "
      "{} at each input; the gigabit module of the Intel switch 634 more, and that of the IBM switch {} at its input. "
      "W_g, "
      "the global window, is {} on 16x1, the buffer of a port, and by equation (4) {} on 4x4, {} on 8x2, {} on 6x2 and "
      "{} on 4x2. The Go-Back-N window is another one: of the packets of a pair of hosts that wait for an "
      "acknowledgement. Packets that are dropped are counted with acknowledgements.",
      buffer_frames, buffer_frames, window_of(one_switch), window_of(four_by_four), window_of(eight_by_two),
      window_of(six_by_two), window_of(four_by_two))});
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
                "and length were chosen so that losses begin near the numbers of packets that the paper prints: where "
                "(4) or (8) holds, both halves in one set, that is a fit, no evidence. The tables by assumption set "
                "say where. A pause of 1 ms has no effect, since an "
                "interface has packets for longer. With few packets many draws have no pause at all."});
  about.blocks.emplace_back(
      Paragraph{"Claims are tried in several assumption sets: they are reproduced where all agree, refuted where all "
                "refute them, and otherwise not testable: those that come out both ways depend on what is not printed. "
                "The column \"simulated\" has the first set, that of figures and tables. Where a claim is that "
                "something keeps sync from losing "
                "packets, a set in which sync loses none is not the paper's, and does not count. The numbers of "
                "packets at which losses begin are outcomes here, not criteria. Pauses alone cost bandwidth, so an "
                "exchange is compared with one of the same scheme, with as many packets and the same pauses, over "
                "switches that lose nothing. One limit, which is ours, serves for \"similar\", \"continues to operate "
                "efficiently\" and \"degrades significantly\": bandwidth keeps its level where it has 95 % of that, it "
                "has fallen where it has less, and two are similar within 5 %. Below 90 % a scheme performs poorly. A "
                "claim that bandwidth keeps its level up to some number of packets and degrades beyond holds in a set "
                "where both halves do. It is run again with selective repeat, with half of the time-out, and with "
                "smaller W_g; where it does not hold with any of these either, its cause is not shown."});
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
    const reproduction::Page of_results{"", results};
    page.sections.push_back(findings_section(measurements, effort, of_results));
    page.sections.back().blocks.emplace_back(numbers_table(of_results));
  }
  std::move(results.begin(), results.end(), std::back_inserter(page.sections));
  return page;
}

reproduction::Study study() {
  return {"tam2000", "complete exchange over packet switches", false, reproduction::carrying_out(runs, measure, page)};
}

}  // namespace slackline::tam2000
