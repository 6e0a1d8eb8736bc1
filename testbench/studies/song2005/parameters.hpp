// parameters: the network of Song 2005, section 2, under the paper's symbols. Times in nanoseconds.
#pragma once

namespace slackline::song2005 {

/// The defaults are those of section 5.1, of Myrinet-1280/SAN.
struct Parameters {
  double ld = 17;    ///< link delay
  double cp = 6.25;  ///< character period: the time in which a flit is injected
  double sd = 2.0;   ///< switching delay, of a data flit
  double rd = 100;   ///< routing delay, of a header
  double fc = 3.26;  ///< flow controller delay, at each end of a link
  int bl = 64;       ///< flits of a slack buffer
  int ks = 53;       ///< occupancy at which STOP is sent
  int kg = 17;       ///< occupancy at which GO is sent
  /// In cycles of a model: from the first to the last cycle in which a link takes a flit.
  double rest = 0;
};

/// The text has kg = 17, but its printed skews follow from kg = 53: the study shows both.
constexpr int kg_of_text = 17, kg_of_print = 53;

}  // namespace slackline::song2005
