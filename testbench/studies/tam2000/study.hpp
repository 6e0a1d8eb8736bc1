// study: Tam, Wang, "Contention-free Complete Exchange Algorithm on Clusters", 2000. What decides its results is not printed:
// the frames that an output of a switch holds besides its buffer, how the limit of an uplink acts, and what disturbs hosts. So claims about
// losses are tried in several sets of assumptions about them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
// Limits of ours, where the paper has words alone: a curve is level, and a scheme performs poorly.
inline constexpr double level = 0.95, poor = 0.9;

/// The ratio of two efficiencies. Nothing where either was not simulated.
std::optional<reproduction::Ratio> ratio(const Measurements& measurements, const Setup& larger, const Setup& smaller);
/// The same draw by draw.
std::vector<double> ratios(const Measurements& measurements, const Setup& larger, const Setup& smaller);
/// As reproduction::decided(); where nothing is drawn a single run is all there is.
reproduction::Simulated judged_by(const reproduction::Mean& mean, bool is_drawn,
                                  const reproduction::Criterion& criterion, std::string note);
/// The number of packets, of those up to `most`, with the best mean efficiency. Nothing where one of them was not simulated.
std::optional<Setup> best_up_to(const Measurements& measurements, const Setup& setup, unsigned most, Effort effort);
/// The least number of packets at which the efficiency is below the best with fewer, with its whole interval and by more than the precision
/// of the paper. `packets` is 0 where there is none.
struct Onset {
  unsigned packets = 0;
  Setup best;  ///< with fewer
};
std::optional<Onset> onset_of(const Measurements& measurements, const Setup& setup, Effort effort);

/// The answer of a claim that something keeps packets from being lost. An assumption set in which none are lost without it is not the
/// paper's: it shows nothing. `without`: the exchange without it, with as many packets.
reproduction::ReadingAnswer where_it_loses(const Measurements& measurements, const Setup& without,
                                           reproduction::ReadingAnswer answer);

/// Claims that are tried in assumption sets, as they are added to a table of claims; and their answers by set.
class TriedClaims {
 public:
  explicit TriedClaims(reproduction::ClaimTable& table) : table_(table) {}

  /// As reproduction::claim_in_readings(). The claim is the last one of the table.
  reproduction::Claim& add(const std::string& name, const std::string& at, const char* where, const char* stated,
                           const std::vector<reproduction::ReadingAnswer>& answers);
  /// A row for each claim, a column for each set.
  reproduction::Table by_set(const std::string& title) const;

 private:
  reproduction::ClaimTable& table_;
  std::vector<std::string> sets_;
  std::vector<std::pair<std::string, std::map<std::string, std::string>>> rows_;
};

/// That the efficiency with `beyond.to` packets is below the best with up to `beyond.from`, or that it is not, in all sets of its shape. A claim
/// that it is not has reruns of the exchange of figures and tables, without what may cause the fall.
void add_fall(const Measurements& measurements, TriedClaims& tried, const Setup& setup, const Beyond& beyond,
              bool it_does, Effort effort, const char* name, const char* where, const char* stated);
/// That the efficiency with so many packets is about the best with fewer.
void add_level(const Measurements& measurements, TriedClaims& tried, const Setup& setup, Effort effort,
               const char* name, const char* where, const char* stated);

/// Claim (17) of exchanges without pauses, `of(k)`, for all of these k: each packet of a host beyond those of k = 1 takes the time of a frame, so
/// L is not needed; and switches take in all packets.
using ExchangeOf = std::function<Setup(unsigned packets)>;
reproduction::Claim on_equation(const Measurements& measurements, const std::string& at, const ExchangeOf& of,
                                const std::vector<unsigned>& packets);
reproduction::Claim without_loss(const Measurements& measurements, const std::string& at, const ExchangeOf& of,
                                 const std::vector<unsigned>& packets);

/// An answer about losses, of which a quick study has too few; nothing: it was not simulated.
std::optional<reproduction::Simulated> of_losses(std::optional<reproduction::Simulated> answer, Effort effort);

/// In each assumption set the onsets, by scheme.
reproduction::Table onsets_table(const Measurements& measurements, const char* title, const Shape& shape,
                                 const std::vector<Scheme>& schemes, Effort effort);

/// The efficiency in %, and the cell of a table.
std::optional<reproduction::Mean> percent(const Measurements& measurements, const Setup& setup);
std::string percent_cell(const Measurements& measurements, const Setup& setup, int decimals);

/// Efficiencies over k, a curve each scheme.
reproduction::Figure bandwidth_figure(const Measurements& measurements, const char* name, const std::string& caption,
                                      const std::vector<std::vector<Setup>>& curves);

}  // namespace slackline::tam2000
