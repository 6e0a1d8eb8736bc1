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

// Limits of ours, where the paper has words alone. Bandwidths of which the smaller has 95 % of the larger are similar: an exchange continues to
// operate efficiently where it has that of its run without losses, and degrades significantly where it has less. A scheme with less than 90 %
// performs poorly.
inline constexpr double level = 0.95, poor = 0.9;

/// The ratio of two efficiencies. Nothing where either was not simulated.
std::optional<reproduction::Ratio> ratio(const Measurements& measurements, const Setup& larger, const Setup& smaller);
/// The same draw by draw.
std::vector<double> ratios(const Measurements& measurements, const Setup& larger, const Setup& smaller);
/// As reproduction::decided(); where nothing is drawn a single run is all there is.
reproduction::Simulated judged_by(const reproduction::Mean& mean, bool is_drawn,
                                  const reproduction::Criterion& criterion, std::string note);
/// Of the efficiency of an exchange, over that of its scheme with as many packets and the same pauses over switches that lose nothing:
/// pauses alone cost bandwidth. Nothing where one of them was not simulated.
std::optional<reproduction::Ratio> kept(const Measurements& measurements, const Setup& setup);
/// It has the level, or it is below it.
std::optional<reproduction::Simulated> at_level(const Measurements& measurements, const Setup& setup, bool is_kept);

/// Between which numbers of packets the bandwidth falls below the level.
struct Onset {
  unsigned kept = 0;    ///< with so many packets and with all fewer the whole interval has it; 0: with none
  unsigned fallen = 0;  ///< the fewest with which the whole interval is below it; 0: with none
};
/// Nothing where one of them was not simulated.
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

/// A claim about the bandwidth: with so many packets it is kept, or not.
struct Level {
  unsigned packets;
  bool is_kept;
};
/// A claim about levels, each of which it needs, in all sets of its shape. One that a level is kept has reruns of the exchange of figures and tables,
/// without what may cause the fall.
void add_levels(const Measurements& measurements, TriedClaims& tried, const Setup& setup,
                const std::vector<Level>& levels, Effort effort, const char* name, const char* where,
                const char* stated);

/// Claim (17) of exchanges without pauses, `of(k)`, for all of these k: each packet of a host beyond those of k = 1 takes the time of a frame, so
/// L is not needed; and switches take in all packets.
using ExchangeOf = std::function<Setup(unsigned packets)>;
reproduction::Claim on_equation(const Measurements& measurements, const std::string& at, const ExchangeOf& of,
                                const std::vector<unsigned>& packets);
reproduction::Claim without_loss(const Measurements& measurements, const std::string& at, const ExchangeOf& of,
                                 const std::vector<unsigned>& packets);

/// An answer about losses, of which a quick study has too few; nothing: it was not simulated.
std::optional<reproduction::Simulated> of_losses(std::optional<reproduction::Simulated> answer, Effort effort);

/// In each assumption set the onsets, by scheme: "64 to 128".
reproduction::Table onsets_table(const Measurements& measurements, const char* title, const Shape& shape,
                                 const std::vector<Scheme>& schemes, Effort effort);

/// Packets of 1000 that switches drop, where they take in such a share.
inline double lost_of_1000(double kept) { return 1000 * (1 - kept); }

/// The efficiency in %, and the cell of a table.
std::optional<reproduction::Mean> percent(const Measurements& measurements, const Setup& setup);
std::string percent_cell(const Measurements& measurements, const Setup& setup, int decimals);

/// Efficiencies over k, a curve each scheme.
reproduction::Figure bandwidth_figure(const Measurements& measurements, const char* name, const std::string& caption,
                                      const std::vector<std::vector<Setup>>& curves);

}  // namespace slackline::tam2000
