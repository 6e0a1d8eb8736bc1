#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "testbench/report/explanation.hpp"
#include "testbench/report/standstill_text.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::report {

namespace {

constexpr std::size_t most_waits_of_packet = 8, most_blockers = 50;

std::string heading(const monitors::Explanation& e) {
  std::string text =
      e.packet + " to " + e.destination + ", " + std::to_string(e.flits) + (e.flits == 1 ? " flit" : " flits");
  text += ": created in cycle " + std::to_string(e.created.value);
  text += e.injected == never ? ", not sent" : ", sent in " + std::to_string(e.injected.value);
  if (e.injected != never) {
    text += e.delivered == never ? ", not arrived" : ", arrived in " + std::to_string(e.delivered.value);
    if (e.delivered != never) text += ", " + text::counted(e.delivered - e.created, "cycle") + " after its creation";
  }
  if (e.delivered == never) text += " when the run ended in " + std::to_string(e.end.value);
  return text + "\n";
}

std::string waits_text(const std::vector<monitors::NamedWait>& waits, const std::string& indent) {
  std::string text;
  for (std::size_t i = 0; i < std::min(waits.size(), most_waits_of_packet); ++i)
    text += (i == 0 ? " " : ",\n" + indent + "or ") + wait_text(waits[i]);
  if (waits.size() > most_waits_of_packet)
    text += ",\n" + indent + "or " + std::to_string(waits.size() - most_waits_of_packet) + " more";
  return text;
}

std::string cycles_text(Cycle from, Cycle to) {
  return std::to_string(from.value) + (to == from ? "" : ".." + std::to_string(to.value));
}

bool is_cut(const std::string& doing) { return doing == "is cut by a barrier"; }

/// The waits of a head, or the channels at which its worm is cut.
std::string reasons_text(const std::string& doing, const std::vector<monitors::NamedWait>& waits,
                         const std::string& indent) {
  if (!is_cut(doing)) return waits_text(waits, indent);
  std::string text;
  for (const monitors::NamedWait& cut : waits) text += (text.empty() ? " at " : " and ") + channel_text(cut.channel);
  return text;
}

/// The activity of its head; in its host, where others are before it, that is what the first of them waits for.
std::string doing_text(const monitors::Stretch& s, const std::string& indent) {
  const bool is_its_own = s.doing == "waits" || is_cut(s.doing) || s.waits.empty();
  return s.doing + (is_its_own ? "" : ", the first of which waits") + reasons_text(s.doing, s.waits, indent);
}

std::string blockers_text(const monitors::Stretch& stretch, const std::string& indent) {
  std::string text;
  if (stretch.blocked_so != 0 && stretch.blocked_so != stretch.cycles() && !stretch.blockers.empty())
    text += indent + "in " + std::to_string(stretch.blocked_so) + " of these cycles:\n";
  for (std::size_t i = 0; i < std::min(stretch.blockers.size(), most_blockers); ++i) {
    const monitors::Blocker& blocker = stretch.blockers[i];
    text += indent + blocker.packet + ", in " + blocker.where + ", " + blocker.doing +
            reasons_text(blocker.doing, blocker.waits, indent + "  ") + '\n';
  }
  if (stretch.blockers.size() > most_blockers)
    text += indent + "and " + std::to_string(stretch.blockers.size() - most_blockers) + " more\n";
  if (stretch.in_a_cycle)
    text += indent + "all of them wait for one another" + (stretch.for_ever ? ": a deadlock\n" : ", for now\n");
  return text;
}

}  // namespace

std::string explanation_text(const monitors::Explanation& e) {
  std::size_t width = 0;
  for (const monitors::Stretch& s : e.stretches)
    width = std::max(width, std::to_string(s.from.value).size() + 2 + std::to_string(s.to.value).size());
  std::string text = heading(e);
  for (const monitors::Stretch& s : e.stretches) {
    const std::string cycles = cycles_text(s.from, s.to);
    const std::string indent(width + 6, ' ');
    text += "  " + cycles + std::string(width - cycles.size() + 2, ' ') + s.where + ": " + doing_text(s, indent) +
            '\n' + blockers_text(s, indent);
  }
  return text;
}

std::string explanation_text(const monitors::MessageExplanation& e) {
  std::vector<std::pair<Cycle, std::array<std::string, 2>>> lines;  // cycles, and what happens in them
  for (const monitors::QueueStretch& s : e.stretches)
    lines.push_back(
        {s.from,
         {cycles_text(s.from, s.to),
          s.host + ' ' + s.queue + ": " + (s.offset == 0 ? "" : "from word " + std::to_string(s.offset) + " on, ") +
              (s.next_host.empty() ? "waits for no copy" : s.state + ", to " + s.next_host + ' ' + s.next_queue)}});
  for (const monitors::Delivery& d : e.deliveries)
    lines.push_back({d.cycle, {std::to_string(d.cycle.value), "delivered to " + d.host}});
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::size_t width = 0;
  for (const auto& [from, line] : lines) width = std::max(width, line[0].size());
  std::string text = "message " + e.message + " to " + e.destination + ", " + text::counted(e.words, "word") +
                     ": created in cycle " + std::to_string(e.created.value) + ", posted in " +
                     std::to_string(e.posted.value);
  text += e.received == never ? ", not complete when the run ended in " + std::to_string(e.end.value)
                              : ", complete in " + std::to_string(e.received.value);
  text += '\n';
  for (const auto& [from, line] : lines)
    text += "  " + line[0] + std::string(width - line[0].size() + 2, ' ') + line[1] + '\n';
  return text;
}

}  // namespace slackline::report
