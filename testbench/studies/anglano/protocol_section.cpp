// The flow control between interfaces: claims (5) to (8), (10) and (13).
#include <fmt/format.h>

#include <algorithm>

#include "testbench/studies/anglano/study.hpp"

namespace slackline::anglano {

namespace {

using reproduction::cell;
using reproduction::claim_of_answer;
using reproduction::ClaimTable;
using reproduction::Simulated;

/// FIFO with one buffer does what the plain scheme does, cycle by cycle.
std::optional<Simulated> equals_plain(const Measurements& measurements) {
  const auto fifo = samples(measurements, of_one_buffer(Scheme::fifo), &Measurement::to_last),
             plain = samples(measurements, of_one_buffer(Scheme::plain), &Measurement::to_last);
  const auto difference = reproduction::mean_difference(fifo, plain);
  if (!difference) return std::nullopt;
  Simulated found{difference->value,
                  {difference->samples},
                  {},
                  "cycles to the last member more, in each draw, with handlers that take the same time: none"};
  for (std::size_t i = 0; i < fifo.size(); ++i) found.checks.push_back({fifo[i], reproduction::equal_to(plain[i])});
  return found;
}

Setup with_one_class(Scheme scheme, unsigned buffers) { return circular(true, scheme, buffers); }
Setup with_two_classes(Scheme scheme, unsigned buffers) { return circular(false, scheme, buffers); }
Setup figure_4_with_one_class(Scheme scheme, unsigned buffers) { return of_figure_4(true, scheme, buffers); }
Setup figure_4_with_two_classes(Scheme scheme, unsigned buffers) { return of_figure_4(false, scheme, buffers); }

/// Not more than a twentieth, a limit of ours.
std::optional<Simulated> no_penalty(const std::optional<reproduction::Ratio>& of_times) {
  constexpr double most = 1.05;
  if (!of_times) return std::nullopt;
  return reproduction::decided(*of_times, reproduction::at_most(most),
                               fmt::format("99 % of the times to the last member, at a load past what trees carry with "
                                           "one buffer, over that of the plain "
                                           "scheme with as many buffers; required: at most {:.2f}, a limit of ours",
                                           most));
}

/// How many interfaces wait for one another.
reproduction::Table circles_table(const Measurements& measurements) {
  reproduction::Table table{"Worms that wait for one another, as in figure 4: a bus of four hosts, all of which send",
                            {"classes", "scheme", "K", "runs", "that deadlock", "interfaces in the circle"},
                            {}};
  for (const bool one_class : {true, false})
    for (const Scheme scheme : paper_schemes)
      for (const unsigned k : {1u, 2u}) {
        const Setup setup = of_figure_4(one_class, scheme, k);
        const auto went_on = samples(measurements, setup, &Measurement::went_on),
                   circles = samples(measurements, setup, &Measurement::circle);
        std::string interfaces;
        for (std::size_t i = 0; i < went_on.size() && i < circles.size(); ++i)
          if (went_on[i] == 0) interfaces += fmt::format("{}{:.0f}", interfaces.empty() ? "" : ", ", circles[i]);
        table.rows.push_back({one_class ? "one" : "two", name_of(scheme), std::to_string(k),
                              std::to_string(went_on.size()),
                              std::to_string(std::count(went_on.begin(), went_on.end(), 0.)), interfaces});
      }
  return table;
}

reproduction::Table schemes_table(const Measurements& measurements, Effort effort) {
  reproduction::Table table{
      "Groups of 16 on the torus, wrap-around trees",
      {"scheme", "K", "time to the last, cycles", "99 %", "refused, %", "sent again, %", "wait after a refusal, cycles",
       "buffers in use, of 2 K", "accepted at saturation, words/cycle/member"},
      {}};
  const auto add = [&](const std::string& name, const Setup& setup) {
    const auto value = [&](Value v, int decimals, double factor = 1) {
      std::vector<double> all = samples(measurements, setup, v);
      for (double& one : all) one *= factor;
      return cell(reproduction::mean_of(all), decimals);
    };
    table.rows.push_back(
        {name, std::to_string(setup.buffers), value(&Measurement::to_last, 0), value(&Measurement::p99, 0),
         value(&Measurement::refused, 2, 100), value(&Measurement::repeated, 2, 100), value(&Measurement::wait, 0),
         value(&Measurement::buffers, 2), cell(mean_of(measurements, saturated(setup), &Measurement::accepted), 4)});
  };
  for (const Scheme scheme : paper_schemes)
    for (const unsigned k : buffers(effort)) add(name_of(scheme), contended(scheme, k));
  add("FIFO, early ACK", early_ack());
  add("FIFO, early READY", early_ready());
  return table;
}

}  // namespace

reproduction::Section protocol_section(const Measurements& measurements, Effort effort) {
  reproduction::Section section{"ACK/NACK and FIFO ACK/NACK", {}};
  ClaimTable claims{"Claims (5) to (8), (10) and (13)", "", {}, 3, {}};
  const auto add = [&](const char* name, const char* at, const char* where, const char* stated,
                       std::optional<Simulated> answer) {
    claims.claims.push_back(claim_of_answer(name, at, where, stated, std::move(answer)));
  };
  const auto ratio = [&](const Setup& of, const Setup& to, Value value) {
    return ratio_of(measurements, of, to, value);
  };
  const Setup fifo = contended(Scheme::fifo, 4), plain = contended(Scheme::plain, 1),
              plain_with_k = contended(Scheme::plain, 4);
  add("(5) FIFO with one buffer is the plain scheme", "", "", "", equals_plain(measurements));
  for (const Setup& other : {plain, plain_with_k}) {
    // The paper's plain scheme has one buffer; with as many as FIFO what is left is the order of ACKs.
    const bool is_papers = other.buffers == 1;
    // At a load that both carry nearly no worm is refused with as many buffers.
    const auto loaded = [&](const Setup& setup) { return is_papers ? setup : saturated(setup); };
    const std::string at = fmt::format("K = 4, plain with {}{}", other.buffers, is_papers ? "" : ", past saturation");
    add("(5) FIFO refuses fewer worms than the plain scheme", at.c_str(), is_papers ? "section 3.2" : "",
        is_papers ? "reduce the probability" : "",
        below_one(ratio(loaded(fifo), loaded(other), &Measurement::refused),
                  "share of refused worms over that of the plain scheme"));
    add("(5) FIFO sends fewer copies again", at.c_str(), "", "",
        below_one(ratio(loaded(fifo), loaded(other), &Measurement::repeated),
                  "share of copies that are sent again over the plain scheme's"));
    add("(5) FIFO carries more", at.c_str(), is_papers ? "section 3.2" : "", is_papers ? "improving performance" : "",
        above_one(ratio(saturated(fifo), saturated(other), &Measurement::accepted),
                  "words accepted past saturation over the plain scheme's"));
  }
  add("(6) FIFO has no penalty under congestion", "K = 4 for both", "section 3.2", "without delay penalties",
      where_carried(measurements, {fifo, plain_with_k}, no_penalty(ratio(fifo, plain_with_k, &Measurement::p99))));
  add("(7) an early ACK floods receivers", "K = 4", "section 3.2", "may flood",
      above_one(ratio(saturated(early_ack()), saturated(fifo), &Measurement::refused),
                "share of refused worms past saturation over that with ACK at the head"));
  add("(8) an early READY fills queues", "K = 4", "section 3.2", "queue build-ups",
      above_one(ratio(saturated(early_ready()), saturated(fifo), &Measurement::buffers),
                "buffers in use past saturation over those with a late READY"));
  add("(10) more words are sent in vain over long links", "K = 1, worms of 2 KiB", "section 3.2", "the higher",
      above_one(ratio(over_links(100), over_links(1), &Measurement::flits_sent),
                "flits that hosts send for each word that a member gets, over links of 100 cycles, over those of 1 "
                "cycle; trees differ, since they count the time of a header, and so do buffers of switches, which hold "
                "what comes until a STOP has arrived"));
  add("(10) more copies are sent whole in vain over long links", "K = 1, worms of 2 KiB", "", "",
      above_one(
          ratio(over_links(100), over_links(1), &Measurement::whole),
          "share of refused copies that have left whole before NACK comes over links of 100 cycles, over that of 1 "
          "cycle: the others are ended by an abort"));
  add("(13) one class of buffers deadlocks", "torus, rings of 16", "section 3.2.1", "may deadlock",
      deadlocks(measurements, with_one_class, true, "runs that deadlock"));
  add("(13) one class of buffers deadlocks", "figure 4, a bus of four", "section 3.2.1", "may deadlock",
      deadlocks(measurements, figure_4_with_one_class, true, "runs that deadlock"));
  add("(13) two classes never do", "torus, rings of 16", "section 4.3", "cannot arise",
      deadlocks(measurements, with_two_classes, false, "runs that deadlock"));
  add("(13) two classes never do", "figure 4, a bus of four", "section 4.3", "cannot arise",
      deadlocks(measurements, figure_4_with_two_classes, false, "runs that deadlock"));
  section.blocks.emplace_back(std::move(claims));
  section.blocks.emplace_back(schemes_table(measurements, effort));
  section.blocks.emplace_back(circles_table(measurements));
  section.blocks.emplace_back(reproduction::Paragraph{
      "The plain scheme of the paper has one buffer of a class; with more it separates the effect of memory from that "
      "of the "
      "order of ACKs. With two classes tests also try all orders of events of small networks, and random networks "
      "(docs/multicast.md)."});
  return section;
}

}  // namespace slackline::anglano
