#include "testbench/workloads/exchange/permutation_file.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/settings/document.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/settings/utf8.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/text/csv_fields.hpp"
#include "testbench/workloads/exchange/settings.hpp"

namespace slackline::exchange {

namespace {

using settings::SourcePtr;

constexpr const char* file_key = "exchange.permutation_file";
constexpr std::size_t most_bytes_of_steps = std::size_t{128} << 20;
constexpr std::uint32_t most_ranks = 4096;

class StepReader {
 public:
  StepReader(SourcePtr file, settings::InputErrors& errors) : file_(std::move(file)), errors_(errors) {}

  /// nullptr: there are errors.
  std::shared_ptr<const StepTable> read() {
    for (line_ = 0; file_->offset(line_, 0) < file_->text().size() && wrong_ < settings::most_reported; ++line_) {
      const std::vector<text::Field> row = text::csv_fields(file_->line(line_ + 1));
      if (row.empty()) continue;
      if (steps_ == 0 && !begin(row)) return nullptr;
      if (++steps_ < ranks_) {
        read_step(row);
        continue;
      }
      error(row.front(), settings::problem("a line more"),
            text::counted(ranks_ - 1, "line") + " for " + text::counted(ranks_, "rank"));
      break;
    }
    if (wrong_ == 0 && (steps_ == 0 || steps_ + 1 < ranks_))
      errors_.push_back({file_,
                         {},
                         file_key,
                         settings::value_found(text::counted(steps_, "line")),
                         steps_ == 0 ? "a line for each step: the destinations of ranks 0, 1, ..."
                                     : text::counted(ranks_ - 1, "line") + " for " + text::counted(ranks_, "rank"),
                         ""});
    else if (wrong_ == 0)
      return std::make_shared<const StepTable>(ranks_, std::move(destinations_));
    return nullptr;
  }

 private:
  /// The first line gives the number of ranks.
  bool begin(const std::vector<text::Field>& row) {
    if (row.size() < 2 || row.size() > most_ranks) {
      error(row.front(), settings::value_found(text::counted(row.size(), "destination")),
            "2 to " + std::to_string(most_ranks) + " in a line");
      return false;
    }
    ranks_ = static_cast<std::uint32_t>(row.size());
    sender_in_step_.resize(ranks_);
    line_to_.resize(std::size_t{ranks_} * ranks_);
    return true;
  }

  void read_step(const std::vector<text::Field>& row) {
    if (row.size() != ranks_) {
      error(row.front(), settings::value_found(text::counted(row.size(), "destination")),
            std::to_string(ranks_) + ", as many as in the first line");
      return;
    }
    sender_in_step_.assign(ranks_, std::nullopt);
    for (std::uint32_t rank = 0; rank < ranks_ && wrong_ < settings::most_reported; ++rank) {
      const text::Field& field = row[rank];
      const settings::Parsed<std::uint64_t> parsed = settings::parse_integer(field.text);
      if (parsed && parsed.value < ranks_)
        take(field, rank, static_cast<std::uint32_t>(parsed.value));
      else
        error(field, settings::value_found(settings::escaped(field.text, 40)),
              "rank from 0 to " + std::to_string(ranks_ - 1));
    }
  }

  void take(const text::Field& field, std::uint32_t rank, std::uint32_t to) {
    const std::string read = std::to_string(to) + " for rank " + std::to_string(rank);
    std::optional<std::uint32_t>& sender = sender_in_step_[to];
    std::uint32_t& line = line_to_[std::size_t{rank} * ranks_ + to];
    if (to == rank)
      error(field, settings::value_found(read), "another rank");
    else if (sender)
      error(field, settings::value_found(read, "as for rank " + std::to_string(*sender)),
            "a permutation: each rank once in a line");
    else if (line != 0)
      error(field, settings::value_found(read, "as in line " + std::to_string(line)),
            "each other rank once in all lines");
    sender = rank;
    line = static_cast<std::uint32_t>(line_ + 1);
    destinations_.push_back(to);
  }

  void error(const text::Field& field, settings::Finding what, settings::Expected expected) {
    ++wrong_;
    errors_.push_back({file_, file_->position(line_, field.begin, field.text.size()), file_key, std::move(what),
                       std::move(expected), ""});
  }

  SourcePtr file_;
  settings::InputErrors& errors_;
  std::uint32_t ranks_ = 0;
  std::uint64_t steps_ = 0;
  std::size_t line_ = 0;
  unsigned wrong_ = 0;
  std::vector<std::uint32_t> destinations_;
  std::vector<std::optional<std::uint32_t>> sender_in_step_;  // by destination
  std::vector<std::uint32_t> line_to_;  // by rank and destination: the line in which it sends there; 0: none yet
};

}  // namespace

settings::InputErrors read_permutation(settings::Values& experiment, const features::WorkloadKind::OpenFile& open) {
  settings::InputErrors errors;
  auto& settings = experiment.get<features::ExchangeSettings>();
  if (const SourcePtr file = open("permutation_file", settings.permutation_file, most_bytes_of_steps))
    settings.steps = StepReader(file, errors).read();
  return errors;
}

}  // namespace slackline::exchange
