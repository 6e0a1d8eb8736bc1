#include "testbench/text/glob.hpp"

#include <cstddef>

namespace slackline::text {

bool is_glob(std::string_view text) { return text.find_first_of("*?") != std::string_view::npos; }

bool matches(std::string_view glob, std::string_view text) {
  // The place of the last *, and from where on it has been tried.
  std::size_t g = 0, t = 0, star = std::string_view::npos, tried = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      tried = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++tried;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

}  // namespace slackline::text
