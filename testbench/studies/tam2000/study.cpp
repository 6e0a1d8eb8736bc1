#include "testbench/studies/tam2000/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/text/counted.hpp"

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

std::optional<Simulated> falls(const Measurements& measurements, const Setup& setup, const Beyond& beyond,
                               bool it_does) {
  Setup few = setup, many = setup;
  few.packets = beyond.from;
  many.packets = beyond.to;
  const auto kept = ratio(measurements, many, few);
  if (!kept) return std::nullopt;
  constexpr double limit = 1 - precision;
  return judged_by(*kept, setup.reading.is_drawn(),
                   it_does ? reproduction::below(limit) : reproduction::at_least(limit),
                   fmt::format("bandwidth at k = {} over that at k = {}; required: {} {:.4f}", beyond.to, beyond.from,
                               it_does ? "below" : "at least", limit));
}

reproduction::ReadingAnswer where_it_loses(const Measurements& measurements, const Setup& without,
                                           reproduction::ReadingAnswer answer) {
  const auto dropped = mean_of(measurements, without, &Measurement::dropped);
  if (dropped && dropped->value == 0)
    return {answer.reading, reproduction::shows_nothing(fmt::format("{} loses nothing", to_string(without.scheme))),
            false};
  return answer;
}

reproduction::Claim falls_in_readings(const Measurements& measurements, const Setup& setup, const BeyondOf& beyond_of,
                                      bool it_does, Effort effort, const char* name, const char* where,
                                      const char* stated) {
  std::vector<reproduction::ReadingAnswer> answers;
  for (const Reading& reading : readings(setup.shape, effort)) {
    Setup read = setup;
    read.reading = reading;
    const Beyond beyond = beyond_of(reading);
    reproduction::ReadingAnswer answer{reading.name(), of_losses(falls(measurements, read, beyond, it_does), effort),
                                       reading.is_of_paper()};
    Setup sync = read;
    sync.scheme = Scheme::sync;
    sync.packets = beyond.to;
    answers.push_back(it_does ? std::move(answer) : where_it_loses(measurements, sync, std::move(answer)));
  }
  reproduction::Claim claim = reproduction::claim_in_readings(name, setup.shape.name(), where, stated, answers);
  if (it_does) return claim;
  const auto add_rerun = [&](std::string without, const Reading& reading) {
    Setup read = setup;
    read.reading = reading;
    claim.reruns.push_back(
        {std::move(without), {}, of_losses(falls(measurements, read, beyond_of(reading), it_does), effort)});
  };
  const Reading held = without_losses(setup.shape);
  add_rerun("losses: outputs hold " + text::counted(held.held, "packet"), held);
  add_rerun("pauses of hosts", on_schedule);
  return claim;
}

std::optional<Simulated> of_losses(std::optional<Simulated> answer, Effort effort) {
  if (!answer || effort == Effort::full) return answer;
  return reproduction::shows_nothing("the quick form has too few packets for losses");
}

namespace {

std::string onset_of(const Measurements& measurements, Setup setup, Effort effort) {
  std::optional<Setup> best;
  std::optional<reproduction::Mean> most;
  for (const unsigned k : packets(setup.shape, setup.scheme, effort, setup.reading)) {
    setup.packets = k;
    const auto here = mean_of(measurements, setup, &Measurement::efficiency);
    if (!here) return "not simulated";
    if (best && ratio(measurements, setup, *best)->high() < 1 - precision) return std::to_string(k);
    if (most && most->value >= here->value) continue;
    most = here;
    best = setup;
  }
  return "none";
}

}  // namespace

reproduction::Table onsets_table(const Measurements& measurements, const char* title, const Shape& shape,
                                 const std::vector<Scheme>& schemes, Effort effort) {
  reproduction::Table table{title, {"reading"}, {}};
  for (const Scheme scheme : schemes) table.columns.emplace_back(to_string(scheme));
  for (const Reading& reading : readings(shape, effort)) {
    std::vector<std::string> row{reading.name()};
    for (const Scheme scheme : schemes)
      row.push_back(onset_of(measurements, exchange_of(shape, scheme, 1, reading), effort));
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
  const unsigned most_on_one = to_the_end_on_one_switch(usual, effort).to, most_on_four = beyond_on_four(effort).to;
  const auto on_one = [&](Scheme scheme) { return share(exchange_of(one_switch, scheme, most_on_one)); };
  section.blocks.emplace_back(Paragraph{fmt::format(
      "One switch. Without pauses of hosts an exchange takes the time of equation (2) to the cycle, and nothing is "
      "lost. Losses need hosts that pause and outputs that hold nothing (Q = 0). Then sync falls to {} % of 12.5 MB/s "
      "at k = {}, with the window to {} %: the window saves most of the loss, and not all of it. With Q = 1 neither "
      "falls.",
      on_one(Scheme::sync), most_on_one, on_one(Scheme::sync_gw))});
  const auto on_four = [&](Scheme scheme) { return share(exchange_of(four_by_four, scheme, most_on_four)); };
  const Setup lossy = exchange_of(four_by_four, Scheme::sync, packets_of_causes(effort));
  section.blocks.emplace_back(Paragraph{fmt::format(
      "4x4. With Q = 0 and pauses sync has {} % at k = {}, with the window {} %, reordered {} %, with both {} %. The "
      "window saves packets that are sent again; the reordering changes nothing there. That both together keep the "
      "bandwidth comes out in no reading in which sync loses packets. Pauses cost bandwidth without losses, too: at k "
      "= {} sync has {} %, and {} % where buffers hold all.",
      on_four(Scheme::sync), most_on_four, on_four(Scheme::sync_gw), on_four(Scheme::sync_rs),
      on_four(Scheme::sync_gwrs), lossy.packets, share(lossy), share(lossless(lossy)))});
  const auto on_8x2 = [&](unsigned held, Scheme scheme) {
    return share(on_two(scheme, most_on_two(effort), {{held, 0, 0}, Streams::rate}));
  };
  std::string rates;
  for (const unsigned held : {1u, 2u})
    rates += fmt::format("{}{}, {}, {} and {} % with Q = {}", held == 1 ? "" : "; ", on_8x2(held, Scheme::sync),
                         on_8x2(held, Scheme::sync_gw), on_8x2(held, Scheme::sync_rs), on_8x2(held, Scheme::sync_gwrs),
                         held);
  section.blocks.emplace_back(Paragraph{fmt::format(
      "8x2. The paper's order comes out, without any pauses, where the limit of five streams is the rate of the "
      "uplink's module: sync, with the window, reordered and with both have {}. With Q = 0 such a module loses packets "
      "of five streams without an end, so that is not the paper's switch. Where the limit drops packets of a sixth "
      "stream the window and the reordering do not help.",
      rates)});
  return section;
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
      "The paper's switches stand as its table 1 has them: 16 hosts at one IBM 8275-326 (16x1); two IBM and two Intel "
      "510T with four hosts each below a PowerRail 2200 (4x4); two IBM with eight (8x2), six or four. Links of hosts "
      "have 100 Mb/s, uplinks 1 Gb/s. A frame takes {} us with preamble and gap; flits have {} bytes, "
      "and a clock cycle is the time that one takes at 1 Gb/s. Backplanes carry all ports. A host may have {} packets "
      "in "
      "its interface that have not left. Interfaces resend by Go-Back-N with a window of 8 packets for each pair of "
      "hosts; acknowledgements wait for a "
      "little more than a round, and a time-out takes as long as two full buffers. O_s, O_r and U_r are {} us each, "
      "which the paper does not print.",
      frame_us, Setup().flit_bytes, ahead_of_link, usual_overhead_us)});
  about.blocks.emplace_back(Paragraph{
      "The paper says neither how many frames an output holds besides the one that it sends (Q), nor what disturbs "
      "hosts. Both decide where losses begin. In figures and tables Q is 0, a transfer inside a switch takes no time, "
      "and each host pauses for 3 ms 0.3 times a second on average. Rate and length of the pauses are our choice: 1 ms "
      "is less than an interface has packets for and shows in nothing, and with 3 ms losses begin near the numbers of "
      "packets that the paper prints. With few packets many draws have no pause at all. "
      "Claims are tried in several readings: "
      "they are reproduced where all agree, refuted where all refute them, and otherwise not testable. Where a claim "
      "is that something keeps sync from losing packets, a reading in which sync loses none is not the paper's, and "
      "does not "
      "count. Nor does the one whose transfers take as long as at 1 Gb/s: there 4x4 has a third of the bandwidth at k "
      "= 64, where the paper's is full. The numbers of "
      "packets at which losses begin are outcomes here, not criteria. Bandwidth falls where it does by more than the "
      "precision of the paper's percentages."});
  about.blocks.emplace_back(Paragraph{fmt::format(
      "{} {} draws of each point with pauses, {} of those with 32 packets or fewer; without them nothing is drawn.",
      effort == Effort::full
          ? "All figures are those of the full study, as `slackline study tam2000 --out DIR` makes it."
          : "This is the quick form of the study, with few packets, as `slackline study tam2000 --quick --out DIR` "
            "makes it: hardly any are lost.",
      draws(effort, 1000), draws(effort, 1))});
  about.blocks.emplace_back(Paragraph{
      "Not testable: absolute curves and the overhead of barriers, which are not printed; hundreds of hosts, and "
      "10 Gb/s, which the paper expects and has not measured: the last section has runs of both."});
  page.sections = {std::move(about)};
  if (effort == Effort::full && !measurements.of.empty())
    page.sections.push_back(findings_section(measurements, effort));
  for (auto&& section :
       {patterns_section(), one_switch_section(measurements, effort), two_levels_section(measurements, effort),
        switches_section(measurements, effort), beyond_section(measurements, effort)})
    page.sections.push_back(section);
  return page;
}

reproduction::Study study() {
  return {"tam2000", "complete exchange over packet switches", false, reproduction::carrying_out(runs, measure, page)};
}

}  // namespace slackline::tam2000
