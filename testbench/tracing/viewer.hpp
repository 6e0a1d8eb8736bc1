// viewer: what waves/ says of the viewer: the looks of values, signal sets, and the words of filters. The files are
// compiled into the program, so what is wrong with them is a std::logic_error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace slackline::tracing {

/// How the viewer shows a value best: a line of waves/looks.txt.
struct Look {
  enum class Format : std::uint8_t { binary, decimal, hexadecimal, analog };
  std::string name;
  Format format;
  unsigned colour;     ///< as GTKWave numbers its own; 0: that of its settings
  std::string filter;  ///< words for the numbers; empty: none
};

/// In the order of the file.
const std::vector<Look>& looks();

const Look& look_named(std::string_view name);

/// The look of a value, such as "in_stall" in a scope of the kind "lane".
const Look& look_of(std::string_view scope_kind, std::string_view value);

/// Whether a signal set has this value.
bool is_in_set(std::string_view set, std::string_view scope_kind, std::string_view value);

/// A translate filter of GTKWave: a line a value, its digits as the viewer shows them, a colour, and its word.
struct Filter {
  std::string name;  ///< "stalls"
  std::string text;
};

/// Of waves/filters; empty when the words depend on the network.
std::string_view filter_text(std::string_view name);

/// The word that a filter of waves/filters has for a number.
const char* word_of(std::string_view filter, unsigned number);

}  // namespace slackline::tracing
