#include "testbench/settings/nearest.hpp"

#include <algorithm>

namespace slackline::settings {

namespace {

std::string folded(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c == '-' || c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = last;
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest(std::string_view read, const std::vector<std::string_view>& words) {
  if (read.size() > 64) return "";  // no key is that long
  const std::string wanted = folded(read);
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, read.size() / 3) + 1;
  for (const std::string_view word : words) {
    const std::size_t distance = edit_distance(wanted, folded(word));
    if (distance < best_distance && distance < word.size()) {
      best = word;
      best_distance = distance;
    }
  }
  return std::string(best);
}

}  // namespace slackline::settings
