#include "testbench/report/description_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <utility>

#include "testbench/present/rows.hpp"
#include "testbench/present/text_table.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::report {

using present::Align;
using present::formatted;
using present::text_table;

namespace {

using Rows = std::vector<std::vector<std::string>>;

using text::counted;
using text::noun_for;

std::string from(const DescribedKey& key) {
  switch (key.given_by) {
    case GivenBy::nobody: return "default";
    case GivenBy::option: return key.file;
    case GivenBy::preset: return key.file + ":" + std::to_string(key.line);
    case GivenBy::file: break;
  }
  return key.file.substr(key.file.rfind('/') + 1) + ":" + std::to_string(key.line);
}

std::string headline(const Description& d) {
  const bool is_preset = d.is_preset();
  std::string text = is_preset ? "Preset " + d.preset : d.name + " (" + d.file + ")";
  if (!d.preset.empty()) text += (is_preset ? ": " : "\npreset " + d.preset + ": ") + d.preset_summary;
  return text + "\n";
}

std::string error_percent(const DescribedKey& key) {
  return key.error && key.error->percent != 0 ? formatted(key.error->percent, "%+.1f %%") : "";
}

std::string delays(const Description& d) {
  Rows rows{{"key", "asked", "cycles", "is", "error", "", "from", "source"}};
  for (const DescribedKey& key : d.delays) {
    rows.push_back({key.key, key.asked,
                    key.cycles     ? std::to_string(*key.cycles)
                    : key.fraction ? settings::to_string(*key.fraction)
                                   : "",
                    key.duration, key.error ? key.error->ns : "", error_percent(key), from(key), key.source});
  }
  return "\nTimes, in cycles of " + to_string(d.clock_period) + " (" +
         formatted(settings::megahertz(d.clock_period), "%.6g MHz") + ")\n" +
         text_table({Align::left, Align::point, Align::right, Align::point, Align::point, Align::right, Align::left,
                     Align::left},
                    rows);
}

/// The unit of a single one: "flit" for "flits", "switch", "copy". That of a rate stays.
std::string unit_of_one(const std::string& unit) {
  constexpr std::pair<std::string_view, std::string_view> ends[] = {{"ies", "y"}, {"ches", "ch"}, {"s", ""}};
  for (const auto& [of_many, of_one] : ends)
    if (unit.size() > of_many.size() && unit.substr(unit.size() - of_many.size()) == of_many)
      return unit.substr(0, unit.size() - of_many.size()).append(of_one);
  return unit;
}

/// "1 flit", "[4, 4] switches", "64 B: 16 flits"
std::string value_text(const DescribedKey& key) {
  std::string value = key.asked;
  if (!key.unit.empty()) value += " " + (key.asked == "1" ? unit_of_one(key.unit) : key.unit);
  if (key.flits) value += ": " + counted(*key.flits, "flit");
  return value;
}

std::string settings(const Description& d) {
  constexpr std::size_t most_characters = 60;  // a permutation may have millions
  if (d.settings.empty()) return "";
  Rows rows{{"key", "value", "from", "source"}};
  for (const DescribedKey& key : d.settings) {
    std::string value = value_text(key);
    if (value.size() > most_characters) value = value.substr(0, most_characters) + "...";
    rows.push_back({key.key, std::move(value), from(key), key.source});
  }
  return "\nOther values\n" + text_table({Align::left, Align::left, Align::left, Align::left}, rows);
}

std::string own_links(const Description& d) {
  constexpr std::size_t most = 20;
  if (d.own_links.empty()) return "";
  Rows rows{{"link", "delay in cycles", "is", "error", "", "from"}};
  for (std::size_t i = 0; i < std::min(most, d.own_links.size()); ++i) {
    const DescribedKey& key = d.own_links[i];
    rows.push_back({key.asked, key.cycles ? std::to_string(*key.cycles) : "", key.duration,
                    key.error ? key.error->ns : "", error_percent(key), from(key)});
  }
  if (d.own_links.size() > most)
    rows.push_back({"and " + std::to_string(d.own_links.size() - most) + " more", "", "", "", "", ""});
  return "\nLinks of their own\n" +
         text_table({Align::left, Align::right, Align::point, Align::point, Align::right, Align::left}, rows);
}

std::string injected(const Description& d) {
  if (d.injected.empty()) return "";
  Rows rows;
  for (const DescribedKey& key : d.injected) rows.push_back({key.asked, from(key)});
  return "\nInjected faults\n" + text_table({Align::left, Align::left}, rows, false);
}

using Cells = std::vector<std::string>;

Cells flits_row(const char* what, std::uint64_t flits, const std::string& remark) {
  return {what, std::to_string(flits), noun_for(flits, "flit"), "", remark};
}

Rows watermarks(const DescribedKind& d) {
  const auto n = [](std::uint64_t count) { return std::to_string(count); };
  const std::string auto_go_at = d.go_at_rule.empty() ? "auto: no bubble, if the buffer allows it" : d.go_at_rule;
  const std::uint64_t longest = d.derived.longest_packet;
  return {flits_row("stop_at", d.derived.stop_at, d.stop_at_given ? "given" : "auto: the highest that loses nothing"),
          flits_row("go_at", d.derived.go_at, d.go_at_given ? "given" : auto_go_at),
          longest == 0 ? flits_row("slack needed", d.derived.slack, "may still arrive after STOP")
                       : flits_row("slack needed", d.derived.smallest_buffer - d.derived.stop_at,
                                   "= " + n(d.derived.slack) + " that may still arrive after STOP + " + n(longest - 1) +
                                       " of a packet"),
          flits_row("slack available", d.slack_available(),
                    "= buffer " + n(d.buffer_flits) + " - stop_at " + n(d.derived.stop_at))};
}

Rows credits(const DescribedKind& d) {
  const std::uint64_t full_speed = d.derived.full_speed_credits;
  return {
      flits_row("credits", d.buffer_flits, "= buffer, of each virtual channel"),
      flits_row("for full speed", full_speed,
                d.buffer_flits >= full_speed ? "with so many, a worm that nothing holds up never lacks a credit"
                                             : "the buffer has fewer: a worm that nothing holds up waits for credits")};
}

std::string kind_table(const std::string& title, const Rows& rows) {
  return "\n" + title + "\n" +
         text_table({Align::left, Align::right, Align::left, Align::point, Align::left}, rows, false);
}

/// Of packet switches.
Rows packets(const DescribedKind& d, const settings::Time& clock_period) {
  const auto n = [](std::uint64_t count) { return std::to_string(count); };
  const packet_switch::Params& p = *d.packet;
  const auto row = [&](const char* what, std::uint64_t cycles, const std::string& sum) {
    return Cells{what, n(cycles), noun_for(cycles, "cycle"), settings::duration(cycles, clock_period), sum};
  };
  const std::uint64_t longest = d.derived.longest_packet, wait = d.packet_wait_cycles();
  const std::string flit = n(d.flit_cycles.rounded_up()), link = " + link " + n(d.link_cycles);
  Rows rows;
  if (d.cuts_through())
    rows = {row("a packet waits", wait,
                "from its first flit in to its first out = " + counted(p.shortest - 1u, "flit") + " of " + flit +
                    " + lookup " + n(p.lookup) + " + 2"),
            row("a packet's hop, zero load", d.packet_hop_cycles(), "= wait " + n(wait) + link + ": it cuts through")};
  else
    rows = {row("a packet waits", wait,
                "from its last flit to its first = lookup " + n(p.lookup) + " + transfer " + n(wait - p.lookup - 2) +
                    " + 2"),
            row("a packet's hop, zero load", d.packet_hop_cycles(),
                "= wait " + n(wait) + " + " + counted(longest - 1, "flit") + " of " + flit + link)};
  rows.push_back(flits_row("longest packet", longest, ""));
  if (p.cut_through && !d.cuts_through())
    rows.push_back(
        {"cut-through", "none", "", "",
         p.transfer > d.flit_cycles.cycles
             ? "a flit takes " + n(p.transfer) + " cycles to its output, and " + flit + " on a link"
             : "a packet is there whole before lookup + 1 cycles after its flit " + n(p.shortest) + " are over"});
  if (p.pause_at == 0) return rows;
  const std::uint64_t come = d.packets_after_pause();
  rows.push_back({"come after PAUSE", n(come), noun_for(come, "packet"), "",
                  "at most: " + counted(d.derived.slack, "flit") + ", in packets of " + n(p.shortest)});
  const std::optional<std::uint64_t> room = d.room_after_pause();
  const char* verdict = !room           ? "inputs share buffers: packets may be dropped"
                        : p.flits != 0  ? "flits are limited, too: packets may be dropped"
                        : *room >= come ? "no packet is dropped for want of room"
                                        : "too few: packets may be dropped";
  rows.push_back({"room after PAUSE", room ? n(*room) : "", room ? noun_for(*room, "packet") : "", "", verdict});
  return rows;
}

std::string derived(const DescribedKind& d, const settings::Time& clock_period, const std::string& title) {
  if (d.packet) return kind_table(title, packets(d, clock_period));
  const auto n = [](std::uint64_t count) { return std::to_string(count); };
  const auto row = [&](const char* what, std::uint64_t cycles, const std::string& sum) {
    return Cells{what, n(cycles), noun_for(cycles, "cycle"), settings::duration(cycles, clock_period), sum};
  };
  const DelayParts& p = d.parts;
  Rows rows{
      row("data through a switch", p.data(), "= buffer read " + n(p.read) + " + crossbar " + n(p.crossbar)),
      row("header through a switch", p.header(),
          "= data " + n(p.data()) + " + routing " + n(p.routing) + " + arbitration " + n(p.arbitration)),
      row("header's hop, zero load", d.hop_cycles(),
          "= switch " + n(p.header()) + " + link " + n(d.link_cycles) +
              (d.strips_routes() ? " + route flit " + n(d.route_flit_cycles()) : "")),
  };
  for (Cells& flits : d.has_credits ? credits(d) : watermarks(d)) rows.push_back(std::move(flits));
  if (const std::uint64_t longest = d.derived.longest_packet; longest != 0)
    rows.push_back(flits_row("longest packet", longest,
                             d.route_flits == 0
                                 ? "for which there must be room downstream"
                                 : "= packet " + n(longest - d.route_flits) + " + route " + n(d.route_flits)));
  return kind_table(title, rows);
}

/// "3 switches, the first of them switch2"
std::string named(std::uint64_t count, const char* what, const std::string& first) {
  return counted(count, what) + (count == 1 ? ", " : ", the first of them ") + first;
}

std::string kind_title(std::uint64_t count, const char* what, const std::string& first) {
  return "Kind of " + named(count, what, first);
}

/// The values that records give for a kind.
std::string own_values(const std::vector<DescribedKey>& keys, const std::string& title) {
  Rows rows;
  for (const DescribedKey& key : keys) {
    std::string value = value_text(key);
    if (key.error) value += ": " + counted(*key.cycles, "cycle");
    rows.push_back({key.key, std::move(value), key.error ? key.error->ns : "", error_percent(key), from(key)});
  }
  return "\n" + title + "\n" +
         text_table({Align::left, Align::left, Align::point, Align::right, Align::left}, rows, false);
}

std::string host_kinds(const Description& d) {
  std::string text;
  for (const DescribedHosts& kind : d.host_kinds) {
    const std::string title = kind_title(kind.hosts, "host", kind.first);
    const char* const otherwise = kind.has_nics ? ": as `nic`\n" : ": generators, without network interfaces\n";
    text += kind.keys.empty() ? "\n" + title + otherwise : own_values(kind.keys, title);
  }
  return text;
}

/// The values that records give clocks, one a line.
std::string own_clocks(const Description& d) {
  if (d.own_clocks.empty()) return "";
  Rows rows;
  for (const DescribedHosts& record : d.own_clocks)
    for (const DescribedKey& key : record.keys)
      rows.push_back({&key == &record.keys.front() ? named(record.hosts, "host", record.first) : "", key.key,
                      value_text(key), from(key)});
  return "\nClocks of their own\n" + text_table({Align::left, Align::left, Align::left, Align::left}, rows, false);
}

/// The values of each kind, where there are several: those that differ from `switch`, and what follows from all.
std::string derived(const Description& d) {
  if (!d.has_own_kinds()) return derived(d.kinds.front(), d.clock_period, "Derived");
  std::string text;
  for (const DescribedKind& kind : d.kinds) {
    const std::string title = kind_title(kind.switches, "switch", kind.first);
    if (!kind.keys.empty()) text += own_values(kind.keys, title);
    text += derived(kind, d.clock_period, kind.keys.empty() ? title + ": as `switch`" : "  of which follow");
  }
  return text;
}

/// "12 links of 40 Gb/s: 4 flits in 5 cycles, 25.6 Gb/s"
std::string speed_text(const LinkClass& speed) {
  const CyclesPerFlit rate = speed.cycles_per_flit;
  const double off = speed.error_percent();
  return counted(speed.links, "link") + " of " + formatted(speed.asked_gigabits_per_second, "%.6g Gb/s: ") +
         (rate.is_whole() ? "a flit" : counted(rate.flits, "flit")) + " in " + counted(rate.cycles, "cycle") +
         (speed.gigabits_per_second ? formatted(*speed.gigabits_per_second, ", %.6g Gb/s") : "") +
         (std::abs(off) < 0.0005 ? "" : formatted(std::abs(off), off < 0 ? " (%.3f %% slower)" : " (%.3f %% faster)"));
}

/// "432 switches, c0_0c0s0a0 among them: p0..p3 are 00..03 of the file, p4 is 07"
std::string port_map_text(const topology::GivenNetwork::PortMap& map) {
  std::string text = counted(map.switches, "switch") + (map.switches == 1 ? ", " : ", one of them ") + map.first + ": ";
  for (const auto& run : map.runs) {
    if (&run != &map.runs.front()) text += ", ";
    text += "p" + std::to_string(run.port);
    if (run.ports > 1) text += " to p" + std::to_string(run.port + run.ports - 1);
    text += (run.ports == 1 ? " is " : " are ") + run.first + (run.ports == 1 ? "" : " to " + run.last);
  }
  return text;
}

/// A line for each of several workloads, or of a list, and a table for each of which there is more to show.
std::string workloads(const Description& d) {
  Rows rows;
  std::string tables;
  for (const DescribedWorkload& workload : d.workloads) {
    if (workload.is_named())
      rows.push_back({workload.name, workload.kind.word, "on " + counted(workload.hosts, "host"), workload.offer.text});
    if (workload.offer.rows.empty()) continue;
    std::string title = workload.kind.section.part == nullptr ? workload.kind.word : workload.kind.section.part;
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    Rows own;
    for (const auto& [label, text] : workload.offer.rows) own.push_back({label, text});
    tables += "\n" + title + (workload.is_named() ? " of " + workload.name : "") + "\n" +
              text_table({Align::left, Align::left}, own, false);
  }
  if (rows.empty()) return tables;
  return "\nWorkloads\n" + text_table({Align::left, Align::left, Align::left, Align::left}, rows, false) + tables;
}

std::string network(const Description& d) {
  if (d.is_preset() && !d.topology_given) return "";
  std::uint64_t fewest = d.kinds.front().virtual_channels, most = fewest;
  for (const DescribedKind& kind : d.kinds) {
    fewest = std::min(fewest, kind.virtual_channels);
    most = std::max(most, kind.virtual_channels);
  }
  const std::string channels = most == 1 ? ""
                                         : " with " + std::to_string(fewest) +
                                               (fewest == most ? "" : " to " + std::to_string(most)) +
                                               " virtual channels each";
  Rows facts;
  facts.push_back({"routing", d.routing});
  for (const LinkClass& speed : d.speeds) facts.push_back({speed.name, speed_text(speed)});
  for (const auto& map : d.port_maps) facts.push_back({"ports", port_map_text(map)});
  for (const std::string& note : d.notes) facts.push_back({"note", note});
  for (auto& row : rows(d.facts)) facts.push_back(std::move(row));
  return "\nNetwork\n  " + d.topology + ": " + counted(d.switches, "switch") + " of " + counted(d.ports, "port") +
         channels + ", " + counted(d.hosts, "host") + ", " + counted(d.links, "link") + "\n" +
         text_table({Align::left, Align::left}, facts, false);
}

}  // namespace

std::string description_table(const Description& d) {
  return headline(d) + delays(d) + settings(d) + own_links(d) + injected(d) + derived(d) + host_kinds(d) +
         own_clocks(d) + network(d) + workloads(d);
}

}  // namespace slackline::report
