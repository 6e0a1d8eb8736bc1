#include "testbench/workloads/replay/trace_file/ti_trace.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "testbench/settings/number.hpp"
#include "testbench/workloads/replay/trace_file/datatypes.hpp"
#include "testbench/workloads/replay/trace_file/lines.hpp"
#include "testbench/workloads/replay/trace_file/ti_line.hpp"

namespace slackline::trace_file {

namespace {

class TraceReader {
 public:
  TraceReader(const std::vector<settings::SourcePtr>& files, settings::InputErrors& errors)
      : files_(files), errors_(errors) {}

  replay::Trace read() {
    if (!find_ranks()) return {};
    for (std::uint32_t f = 0; f < files_.size(); ++f) read_file(f);
    check_presence();
    return std::move(trace_);
  }

 private:
  static constexpr std::uint32_t nobody = ~0u;

  /// How many ranks there are: calls with a count for each must be known to be whole.
  bool find_ranks() {
    const std::size_t before = errors_.size();
    std::uint64_t ranks = 0;
    for (const settings::SourcePtr& file : files_) {
      FileErrors errors(file, errors_);
      for_each_line(*file, [&](std::size_t line, const std::vector<Word>& words) {
        const settings::Parsed<std::uint64_t> rank = settings::parse_integer(words[0].text);
        if (!rank || rank.value >= most_ranks)
          errors.add(line, words[0], "", "a rank from 0 to " + std::to_string(most_ranks - 1));
        else if (words.size() < 2)
          errors.add(line, words[0], "alone", "a rank, a call and its values");
        else
          ranks = std::max(ranks, rank.value + 1);
        return !errors.too_many();
      });
      if (errors_.size() - before > 100) break;
    }
    if (errors_.size() != before) return false;
    trace_.ranks.resize(ranks);
    default_types_.assign(ranks, number_of_byte);
    file_of_.assign(ranks, nobody);
    return true;
  }

  void read_file(std::uint32_t f) {
    trace_.files.push_back(files_[f]->name());
    FileErrors errors(files_[f], errors_);
    const auto ranks = static_cast<std::uint32_t>(trace_.ranks.size());
    for_each_line(*files_[f], [&](std::size_t line, const std::vector<Word>& words) {
      const auto rank = static_cast<std::uint32_t>(settings::parse_integer(words[0].text).value);
      if (file_of_[rank] != nobody && file_of_[rank] != f) {
        errors.add(line, words[0], "its calls are in " + files_[file_of_[rank]]->name() + ", too",
                   "each rank in one file");
        return false;
      }
      file_of_[rank] = f;
      trace_.ranks[rank].file = f;
      read_ti_line({line, words, rank}, ranks, default_types_[rank], trace_.ranks[rank], errors);
      if (++actions_ > most_actions) {
        errors.add(line, words[0], "more than " + std::to_string(most_actions) + " calls", "a shorter trace");
        return false;
      }
      return !errors.too_many();
    });
  }

  void check_presence() {
    constexpr std::size_t most_reported = 5;
    std::size_t missing = 0;
    for (std::uint32_t rank = 0; rank < file_of_.size(); ++rank)
      if (file_of_[rank] == nobody && ++missing <= most_reported)
        errors_.push_back({files_.front(),
                           {},
                           "traffic.trace",
                           settings::problem("rank " + std::to_string(rank) + " is missing"),
                           "calls of each rank from 0 to " + std::to_string(file_of_.size() - 1),
                           ""});
    if (file_of_.empty())
      errors_.push_back({files_.front(), {}, "traffic.trace", settings::problem("no call"), "a trace", ""});
  }

  const std::vector<settings::SourcePtr>& files_;
  settings::InputErrors& errors_;
  replay::Trace trace_;
  std::vector<std::uint64_t> default_types_;
  std::vector<std::uint32_t> file_of_;  // by rank
  std::uint64_t actions_ = 0;
};

}  // namespace

replay::Trace read_ti_trace(const std::vector<settings::SourcePtr>& files, settings::InputErrors& errors) {
  return TraceReader(files, errors).read();
}

}  // namespace slackline::trace_file
