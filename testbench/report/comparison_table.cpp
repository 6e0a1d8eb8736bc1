#include "testbench/report/comparison_table.hpp"

#include <algorithm>
#include <cstdio>

#include "testbench/text/counted.hpp"

namespace slackline::report {

namespace {

constexpr std::size_t most_differences = 20;

/// "12 345 flits"
std::string grouped(std::uint64_t n, const char* noun) {
  std::string text = std::to_string(n);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, " ");
  return text + " " + text::noun_for(n, noun);
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string hexadecimal(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string table_of(const std::vector<monitors::Difference>& differences) {
  const std::size_t shown = std::min(differences.size(), most_differences);
  std::size_t width = 8;
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, differences[i].what.size());

  std::string text = "  DIFFERENT: " + text::counted(differences.size(), "value") + ", the first in cycle " +
                     std::to_string(differences.front().cycle.value) + "\n\n  " + padded("cycle", 12) +
                     padded("register", width + 2) + padded("signal", 20) + "fabric\n";
  for (std::size_t i = 0; i < shown; ++i) {
    const monitors::Difference& d = differences[i];
    text += "  " + padded(std::to_string(d.cycle.value), 12) + padded(d.what, width + 2) +
            padded(hexadecimal(d.signal), 20) + hexadecimal(d.fabric) + '\n';
  }
  if (differences.size() > shown) text += "  and " + std::to_string(differences.size() - shown) + " more\n";
  return text;
}

std::string stale_text(const std::vector<std::string>& stale) {
  const bool one = stale.size() == 1;
  std::string text =
      "  STALE: " + std::to_string(stale.size()) +
      (one ? " value does not follow from its registers\n" : " values do not follow from their registers\n");
  const std::size_t shown = std::min(stale.size(), most_differences);
  for (std::size_t i = 0; i < shown; ++i) text += "  " + stale[i] + '\n';
  if (stale.size() > shown) text += "  and " + std::to_string(stale.size() - shown) + " more\n";
  return text;
}

}  // namespace

std::string comparison_table(const std::string& name, const monitors::Comparison& comparison) {
  std::string text = name + ": signal_network against fabric\n  " + grouped(comparison.cycles, "cycle") + ", " +
                     grouped(comparison.channels, "channel") + " and " + grouped(comparison.registers, "register") +
                     " compared in each, " + grouped(comparison.flits_delivered, "flit") + " delivered\n" +
                     (comparison.equal() ? "  no difference\n" : "");
  if (!comparison.differences.empty()) text += table_of(comparison.differences);
  if (!comparison.stale.empty()) text += stale_text(comparison.stale);
  return text;
}

}  // namespace slackline::report
