#include "testbench/report/standstill_text.hpp"

#include <algorithm>

#include "testbench/text/counted.hpp"

namespace slackline::report {

using text::counted;

namespace {

constexpr std::size_t most_worms = 50, most_waits_of_worm = 8;

std::string cycle(Cycle at) { return "cycle " + std::to_string(at.value); }

std::string heading(const monitors::Standstill& s) {
  const std::string worms = counted(s.worms.size(), "worm");
  const std::string found = "; found in " + cycle(s.found) + "\n";
  if (!s.is_deadlock()) {
    if (s.worms.empty() && s.hosts == 0)
      return "stuck: " + counted(s.interfaces, "interface") + " that will never take the packets at their links" +
             found;
    if (s.worms.empty()) return "stuck: " + counted(s.hosts, "host") + " that can never send" + found;
    return "stuck: " + worms + (s.worms.size() == 1 ? " waits" : " wait") +
           " for something that will never come, since " + cycle(s.formed) + found;
  }
  std::string text = "deadlock: ";
  if (!s.kept.empty())
    text += counted(s.kept.size(), "network interface") + " wait for one another in a circle";
  else if (s.worms.size() == 1)
    text += "a worm waits for itself";
  else
    text += worms + (s.kind == monitors::StandstillKind::cycle ? " wait for one another in a cycle"
                                                               : " wait for nothing but one another");
  return text + ", since " + cycle(s.formed) + found;
}

std::string message_text(const monitors::KeptWorm& worm) {
  const std::string text = "message " + std::to_string(worm.message) + " of " + worm.source;
  return worm.offset == 0 ? text : text + " from word " + std::to_string(worm.offset) + " on";
}

std::string lines_of(const monitors::StuckWorm& worm) {
  std::string text = "  " + worm.packet + " to " + worm.destination + ", " + counted(worm.flits, "flit");
  text += worm.head.empty() ? "; its head is in no switch\n"
                            : "; its head is in " + worm.head + " since " + cycle(worm.since) + '\n';
  for (std::size_t i = 0; i < worm.holds.size(); ++i)
    text += (i == 0 ? "    holds " : ", ") + channel_text(worm.holds[i]) + (i + 1 == worm.holds.size() ? "\n" : "");
  for (std::size_t i = 0; i < std::min(worm.waits.size(), most_waits_of_worm); ++i)
    text += (i == 0 ? "    waits " : "       or ") + wait_text(worm.waits[i]) + '\n';
  if (worm.waits.size() > most_waits_of_worm)
    text += "       or " + std::to_string(worm.waits.size() - most_waits_of_worm) + " more\n";
  return text;
}

/// The worms, and whom each of them is behind.
std::string kept_lines(const std::vector<monitors::KeptWorm>& kept) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kept.size(), most_worms); ++i)
    text += "  " + wait_text(kept[i]) + ", behind " + message_text(kept[i + 1 == kept.size() ? 0 : i + 1]) + '\n';
  if (kept.size() > most_worms) text += "  and " + std::to_string(kept.size() - most_worms) + " more\n";
  return text;
}

std::string behind(const monitors::Standstill& s) {
  std::string text;
  if (!s.kept.empty()) {
    if (s.knots > 1) text += "  " + counted(s.knots - 1, "more circle") + " like this\n";
    if (s.behind != 0)
      text += "  " + counted(s.behind, "more queue") + (s.behind == 1 ? " waits" : " wait") + " for these\n";
    return text;
  }
  if (s.knots > 1) text += "  " + counted(s.knots - 1, "more deadlock") + " like this\n";
  if (s.behind != 0) text += "  " + counted(s.behind, "more worm") + (s.behind == 1 ? " is" : " are") + " stuck\n";
  if (s.hosts != 0) text += "  " + counted(s.hosts, "host") + " cannot send\n";
  if (s.interfaces != 0)
    text += "  " + counted(s.interfaces, "interface") + (s.interfaces == 1 ? " holds its link" : " hold their links") +
            " back\n";
  return text;
}

}  // namespace

std::string channel_text(const monitors::ChannelName& channel) {
  return channel.channel + " vc " + std::to_string(channel.vc);
}

std::string wait_text(const monitors::NamedWait& wait) {
  if (wait.why == "behind") return "behind " + wait.packet + " in its buffer";
  const std::string channel = "for " + channel_text(wait.channel);
  if (wait.why == "held") return channel + ", held by " + wait.packet;
  if (wait.why == "barrier") return channel + ", taken by barriers";
  if (wait.why == "placed") return channel + ", held by a worm that a fault has placed";
  if (wait.why == "full") return channel + ": the buffer " + wait.buffer + " is full, " + wait.packet + " at its front";
  if (wait.why == "interface")
    return channel + ": the interface of " + wait.buffer + " has no buffer" +
           (wait.packet.empty() ? "" : ", and waits for " + wait.packet);
  return channel + ": " + wait.buffer + " takes nothing, though it is empty";
}

std::string wait_text(const monitors::KeptWorm& worm) {
  return worm.host + ' ' + worm.queue + ": " + message_text(worm) + " (" + worm.state + ") waits for " +
         worm.next_host + ' ' + worm.next_queue;
}

std::string standstill_text(const monitors::Standstill& standstill) {
  std::string text = heading(standstill);
  for (std::size_t i = 0; i < std::min(standstill.worms.size(), most_worms); ++i) text += lines_of(standstill.worms[i]);
  if (standstill.worms.size() > most_worms)
    text += "  and " + std::to_string(standstill.worms.size() - most_worms) + " more\n";
  return text + kept_lines(standstill.kept) + behind(standstill);
}

}  // namespace slackline::report
