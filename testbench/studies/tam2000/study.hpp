// study: Tam, Wang, "Contention-free Complete Exchange Algorithm on Clusters", 2000. What decides its results is not printed:
// the frames that an output of a switch holds besides its buffer, and what disturbs hosts. So claims about losses are tried in
// several readings of both.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "testbench/studies/reproduction/page.hpp"
#include "testbench/studies/tam2000/measurement.hpp"
#include "testbench/studies/tam2000/runs.hpp"

namespace slackline::tam2000 {

reproduction::Study study();

/// Claims that were not simulated are listed as such.
reproduction::Page page(const Measurements& measurements, Effort effort = Effort::full,
                        const reproduction::Given& given = {});

// Its sections.
reproduction::Section one_switch_section(const Measurements& measurements, Effort effort);
reproduction::Section two_levels_section(const Measurements& measurements, Effort effort);
reproduction::Section switches_section(const Measurements& measurements, Effort effort);
reproduction::Section patterns_section();
reproduction::Section beyond_section(const Measurements& measurements, Effort effort);

/// The paper prints percentages without decimals: half of one, as a share of 97 %. Efficiencies that differ by less are alike.
inline constexpr double precision = 0.5 / 97;

/// The ratio of two efficiencies. Nothing where either was not simulated.
std::optional<reproduction::Ratio> ratio(const Measurements& measurements, const Setup& larger, const Setup& smaller);
/// The same draw by draw.
std::vector<double> ratios(const Measurements& measurements, const Setup& larger, const Setup& smaller);
/// As reproduction::decided(); where nothing is drawn a single run is all there is.
reproduction::Simulated judged_by(const reproduction::Mean& mean, bool is_drawn,
                                  const reproduction::Criterion& criterion, std::string note);
/// That the efficiency falls from one number of packets to another, or that it does not.
std::optional<reproduction::Simulated> falls(const Measurements& measurements, const Setup& setup, const Beyond& beyond,
                                             bool it_does);
/// The answer of a claim that something keeps packets from being lost. A reading in which none are lost without it is not the paper's: it
/// shows nothing. `without`: the exchange without it, with as many packets.
reproduction::ReadingAnswer where_it_loses(const Measurements& measurements, const Setup& without,
                                           reproduction::ReadingAnswer answer);
/// The same in all readings, whose numbers of packets may differ.
using BeyondOf = std::function<Beyond(const Reading& reading)>;
reproduction::Claim falls_in_readings(const Measurements& measurements, const Setup& setup, const BeyondOf& beyond_of,
                                      bool it_does, Effort effort, const char* name, const char* where,
                                      const char* stated);

/// An answer about losses, of which a quick study has too few; nothing: it was not simulated.
std::optional<reproduction::Simulated> of_losses(std::optional<reproduction::Simulated> answer, Effort effort);

/// In each reading, by scheme: the least number of packets at which bandwidth is below the best with fewer, with its whole interval and by
/// more than the precision of the paper.
reproduction::Table onsets_table(const Measurements& measurements, const char* title, const Shape& shape,
                                 const std::vector<Scheme>& schemes, Effort effort);

/// The efficiency in %, and the cell of a table.
std::optional<reproduction::Mean> percent(const Measurements& measurements, const Setup& setup);
std::string percent_cell(const Measurements& measurements, const Setup& setup, int decimals);

/// Efficiencies over k, a curve each scheme.
reproduction::Figure bandwidth_figure(const Measurements& measurements, const char* name, const std::string& caption,
                                      const std::vector<std::vector<Setup>>& curves);

}  // namespace slackline::tam2000
