#include "testbench/workloads/synchronization/section.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/text/counted.hpp"

namespace slackline::synchronization {

using present::fixed;
using present::Row;
using present::RunFacts;

namespace {

using Json = nlohmann::ordered_json;

class SynchronizationReport {
 public:
  SynchronizationReport(const Section& section, const RunFacts& run) : of_(section), a_(section.answers), run_(run) {}

  Json json() const {
    Json json{{"slots", a_.slots},           {"interval", a_.interval},
              {"slot_ticks", a_.slot_ticks}, {"synchronizes", a_.synchronizes},
              {"overhead", overhead()},      {"partial", a_.partial},
              {"counted_hosts", a_.counted}, {"clock_held_ticks", counter(FBS_HELD)}};
    if (of_.estimates)
      json["estimates"] = {{"paper_ns", of_.estimates->paper_ns},
                           {"paper", skew(of_.estimates->paper_cycles)},
                           {"drained_as_links", skew(of_.estimates->drained_cycles)},
                           {"pause_cycles", of_.estimates->pause_cycles},
                           {"passed",
                            {{"paper_ns", passed(of_.estimates->paper_ns / period_ns())},
                             {"paper", passed(of_.estimates->paper_cycles)},
                             {"drained_as_links", passed(of_.estimates->drained_cycles)}}}};
    if (const Round* worst = a_.worst()) json["worst"] = json_of(worst->behind);
    json["most_before"] = skew(static_cast<double>(a_.worst_grown()));
    json["beyond_half_slot"] = a_.beyond_half_slot();
    json["rounds"] = Json::array();
    for (const Round& round : a_.rounds)
      json["rounds"].push_back({{"number", round.number},
                                {"hosts", round.hosts},
                                {"before", json_of(round.before)},
                                {"behind", json_of(round.behind)}});
    if (a_.at_end) json["at_end"] = json_of(*a_.at_end);
    json["stream"] = stream();
    json["missing"] = json_of(a_.missing);
    json["late"] = json_of(a_.late);
    json["silent"] = Json::array();
    for (const std::uint32_t host : a_.silent) json["silent"].push_back(name(host));
    return json;
  }

  std::vector<Row> rows() const {
    if (a_.slots == 0) return of_tokens();
    std::vector<Row> rows{{"synchronizations", std::to_string(a_.rounds.size()),
                           std::string(a_.synchronizes ? "" : "without packets, ") + "of " +
                               text::counted(a_.slots, "slot") + " in every " + std::to_string(a_.interval) + ", " +
                               fixed(100 * overhead(), 2) + " % of the time"}};
    if (const Round* worst = a_.worst())
      rows.push_back({"worst skew after", std::to_string(worst->behind.cycles),
                      "cycles, " + ns_text(worst->behind.cycles) + ", in synchronization " +
                          std::to_string(worst->number) + ": " + pair(worst->behind)});
    if (of_.estimates) {
      const Estimates& b = *of_.estimates;
      rows.push_back({"  estimate of the paper", fixed(b.paper_ns / period_ns(), 1),
                      "cycles, " + fixed(b.paper_ns, 2) +
                          " ns, of the delays as asked: " + passed_text(b.paper_ns / period_ns())});
      rows.push_back({"    as simulated", fixed(b.paper_cycles, 1),
                      "cycles, " + ns_text(b.paper_cycles) + ": " + passed_text(b.paper_cycles)});
      rows.push_back({"  estimate, drained as links", fixed(b.drained_cycles, 1),
                      "cycles, " + ns_text(b.drained_cycles) + ", as simulated: " + passed_text(b.drained_cycles)});
      if (b.pause_cycles > 0)
        rows.push_back({"  pause by firmware", fixed(b.pause_cycles, 0),
                        "cycles, about, until the clock is held, or goes on; in the two as simulated"});
    }
    rows.push_back({"worst skew before", std::to_string(a_.worst_grown()),
                    "cycles, at the end of an interval; half a slot is " + fixed(a_.slot_ticks / 2.0, 1)});
    if (const std::uint32_t intervals = a_.beyond_half_slot(); intervals != 0)
      rows.push_back({"  beyond half a slot", std::to_string(intervals),
                      "of " + text::counted(a_.asked_rounds, "interval") + ": packets of neighbouring slots may meet"});
    add_partial(rows);
    if (a_.streams) add_stream(rows);
    return rows;
  }

 private:
  /// For the firmware isotach: a round is a token.
  std::vector<Row> of_tokens() const {
    std::vector<Row> rows{{"tokens", std::to_string(a_.rounds.size()), "handed out by " + name(0)}};
    if (const Round* worst = a_.worst())
      rows.push_back({"worst skew", std::to_string(worst->behind.cycles),
                      "cycles, " + ns_text(worst->behind.cycles) + ", of token " + std::to_string(worst->number) +
                          ": " + pair(worst->behind)});
    add_partial(rows);
    add_stream(rows);
    return rows;
  }

  void add_partial(std::vector<Row>& rows) const {
    if (a_.partial)
      rows.push_back({"partial", std::to_string(a_.silent.size()),
                      "hosts had not reached the end of their last interval at run.max_cycles"});
  }

  double period_ns() const {
    const settings::Time& period = run_.experiment.clock_period;
    return static_cast<double>(period.numerator) / static_cast<double>(period.denominator);
  }
  std::string ns_text(double cycles) const { return fixed(cycles * period_ns(), 2) + " ns"; }
  std::string ns_text(std::uint64_t cycles) const { return ns_text(static_cast<double>(cycles)); }
  const std::string& name(std::uint32_t host) const { return of_.hosts.at(host); }
  std::string pair(const Skew& skew) const { return name(skew.early) + " before " + name(skew.late); }

  /// Synchronizations after which some skew is more than that.
  std::size_t passed(double cycles) const {
    return static_cast<std::size_t>(std::count_if(a_.rounds.begin(), a_.rounds.end(), [&](const Round& round) {
      return static_cast<double>(round.behind.cycles) > cycles;
    }));
  }
  std::string passed_text(double cycles) const {
    if (a_.rounds.empty()) return "not measured";
    const std::size_t times = passed(cycles);
    return times == 0 ? "kept" : "passed in " + std::to_string(times) + " of " + std::to_string(a_.rounds.size());
  }

  Json skew(double cycles) const { return {{"cycles", cycles}, {"ns", cycles * period_ns()}}; }
  Json json_of(const Skew& s) const {
    return {{"cycles", s.cycles},
            {"ns", static_cast<double>(s.cycles) * period_ns()},
            {"early", name(s.early)},
            {"late", name(s.late)}};
  }

  Json json_of(const std::vector<MissingPacket>& packets) const {
    Json json = Json::array();
    for (const MissingPacket& m : packets)
      json.push_back({{"round", m.round}, {"slot", m.slot}, {"host", name(m.host)}, {"source", name(m.source)}});
    return json;
  }

  /// Share of the slots that synchronizations take.
  double overhead() const { return a_.synchronizes ? static_cast<double>(a_.slots) / a_.interval : 0; }

  /// null: no host has reported it.
  Json counter(fbs_counter which) const { return a_.counted == 0 ? Json() : Json(a_.counters[which]); }
  /// The hosts that the counters cover, unless all.
  std::string counted_text() const {
    const std::size_t hosts = of_.hosts.size();
    if (a_.counted == hosts) return "";
    if (a_.counted == 0) return "not measured: no host has reported its counters";
    return "of " + std::to_string(a_.counted) + " of " + text::counted(hosts, "host") +
           ", the others have reported no counters; ";
  }

  Json stream() const {
    Json json{{"sent", counter(FBS_SENT)},       {"received", counter(FBS_RECEIVED)},
              {"blocked", counter(FBS_BLOCKED)}, {"stopped_cycles", counter(FBS_STOPPED)},
              {"lost", counter(FBS_LOST)},       {"astray", counter(FBS_ASTRAY)},
              {"late", counter(FBS_LATE)},       {"damaged", counter(FBS_DAMAGED)},
              {"first_blocked", Json()}};
    if (const auto& first = a_.first_blocked)
      json["first_blocked"] = {{"slot", first->slot},
                               {"host", name(first->host)},
                               {"destination", name(first->destination)},
                               {"stopped_cycles", first->cycles},
                               {"left_in_cycle", first->told}};
    json["held_up"] = held_up();
    return json;
  }

  /// The waits seen in the network; null where nobody looked.
  Json held_up() const {
    if (!a_.waits) return {};
    Json json{{"packets", a_.waits->packets}, {"waited_cycles", a_.waits->cycles}, {"first", Json()}};
    if (const auto& first = a_.waits->first)
      json["first"] = {{"slot", first->slot},
                       {"host", name(first->host)},
                       {"destination", name(first->destination)},
                       {"waited_cycles", first->cycles},
                       {"link", first->link}};
    return json;
  }

  void add_held_up(std::vector<Row>& rows) const {
    const Waits& waits = *a_.waits;
    std::string what = "none got in another's way";
    if (const auto& first = waits.first)
      what = "waited for the output of a switch, " + text::counted(waits.cycles, "cycle") + "; the first in slot " +
             std::to_string(first->slot) + ", of " + name(first->host) + " to " + name(first->destination) + ", " +
             text::counted(first->cycles, "cycle") + " for " + first->link;
    rows.push_back({"stream packets held up", std::to_string(waits.packets), what});
  }

  void add_stream(std::vector<Row>& rows) const {
    if (a_.waits) add_held_up(rows);
    if (a_.counted == 0) {
      rows.push_back({"stream packets sent", "-", counted_text()});
      return;
    }
    rows.push_back({"stream packets sent", std::to_string(a_.counters[FBS_SENT]),
                    counted_text() + std::to_string(a_.counters[FBS_RECEIVED]) + " received, " +
                        std::to_string(a_.counters[FBS_ASTRAY]) + " in another slot than their own or the next"});
    const auto& first = a_.first_blocked;
    rows.push_back({"stream packets stopped", std::to_string(a_.counters[FBS_BLOCKED]),
                    !first ? "at their sources, by STOP"
                           : "at their sources, by STOP, for " + text::counted(a_.counters[FBS_STOPPED], "cycle") +
                                 "; the first in slot " + std::to_string(first->slot) + ", of " + name(first->host) +
                                 " to " + name(first->destination) + ", for " + text::counted(first->cycles, "cycle")});
  }

  const Section& of_;
  const Answers& a_;
  const RunFacts& run_;
};

}  // namespace

Json Section::json(const RunFacts& run) const { return SynchronizationReport(*this, run).json(); }

std::vector<Row> Section::rows(const RunFacts& run) const { return SynchronizationReport(*this, run).rows(); }

std::string Section::cut_off_after(std::uint64_t cycles) const {
  return "the run is partial: " + text::counted(answers.silent.size(), "host") +
         " had not reached the end of the last interval in " + std::to_string(cycles) + " cycles, run.max_cycles";
}

present::Files Section::files(const RunFacts&) const {
  std::string text = "slot,host,cycle\n";
  for (const Stamp& stamp : answers.stamps)
    text += std::to_string(stamp.slot) + ',' + hosts.at(stamp.host) + ',' + std::to_string(stamp.cycle) + '\n';
  return {{"synchronization.csv", std::move(text)}};
}

}  // namespace slackline::synchronization
