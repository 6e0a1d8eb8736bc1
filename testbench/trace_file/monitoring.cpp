#include "testbench/trace_file/monitoring.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "testbench/config/number.hpp"
#include "testbench/trace_file/lines.hpp"
#include "testbench/trace_file/ti_trace.hpp"

namespace slackline::trace_file {

namespace {

using replay::Action;
using replay::Call;

struct Volume {
  std::uint64_t bytes = 0, messages = 0;
};
using Pair = std::pair<std::uint32_t, std::uint32_t>;  // from, to

class MatrixReader {
 public:
  explicit MatrixReader(config::Faults& faults) : faults_(faults) {}

  void read(const config::SourcePtr& file) {
    FileFaults faults(file, faults_);
    for_each_line(*file, [&](std::size_t line, const std::vector<Word>& words) {
      read_line(line, words, faults);
      return !faults.too_many();
    });
  }

  std::map<Pair, Volume> take() { return std::move(volumes_); }
  std::uint32_t ranks() const { return ranks_; }

 private:
  static constexpr const char* form = "E, I, S or R, two ranks, bytes and messages: E 0 1 108 bytes 27 msgs sent";

  void read_line(std::size_t line, const std::vector<Word>& words, FileFaults& faults) {
    const std::string_view kind = words[0].text;
    if (!is_of_monitoring(kind)) return faults.add(line, words[0], "", form);
    if (kind != "E" && kind != "I" && kind != "S" && kind != "R") return;
    if (words.size() < 7 || words[4].text != "bytes" || words[6].text != "msgs")
      return faults.add(line, words[0], "", form);
    const std::optional<std::uint32_t> first = rank(line, words[1], faults), second = rank(line, words[2], faults);
    const std::optional<std::uint64_t> bytes = number_of(words[3].text, most_count),
                                       messages = number_of(words[5].text, most_messages);
    if (!bytes) faults.add(line, words[3], "", "bytes from 0 to " + std::to_string(most_count));
    if (!messages) faults.add(line, words[5], "", "messages from 0 to " + std::to_string(most_messages));
    if (!first || !second || !bytes || !messages) return;
    ranks_ = std::max({ranks_, *first + 1, *second + 1});
    if (*messages == 0) return;
    Volume& volume = volumes_[kind == "R" ? Pair(*second, *first) : Pair(*first, *second)];
    volume.bytes += *bytes;
    volume.messages += *messages;
    sum_ += *messages;
    if (volume.bytes > most_count || sum_ > most_messages)
      faults.add(line, words[0], "more than " + std::to_string(most_messages) + " messages, or 1 TiB of a pair",
                 "less");
  }

  std::optional<std::uint32_t> rank(std::size_t line, const Word& word, FileFaults& faults) {
    const config::Parsed<std::uint64_t> value = config::parse_integer(word.text);
    if (value && value.value < most_ranks) return static_cast<std::uint32_t>(value.value);
    faults.add(line, word, "", "a rank from 0 to " + std::to_string(most_ranks - 1));
    return std::nullopt;
  }

  config::Faults& faults_;
  std::map<Pair, Volume> volumes_;
  std::uint32_t ranks_ = 0;
  std::uint64_t sum_ = 0;
};

Action action(Call call, std::uint32_t peer, std::uint64_t bytes) {
  Action a;
  a.call = call;
  a.peer = static_cast<std::int32_t>(peer);
  a.bytes = bytes;
  return a;
}

/// The messages of rank `from`, one to each of its partners at a time.
void add_sends(std::vector<Action>& actions, std::uint32_t from, const std::map<Pair, Volume>& volumes) {
  std::vector<std::pair<std::uint32_t, Volume>> left;
  for (auto at = volumes.lower_bound({from, 0}); at != volumes.end() && at->first.first == from; ++at)
    left.emplace_back(at->first.second, at->second);
  const auto behind = std::find_if(left.begin(), left.end(), [from](const auto& to) { return to.first > from; });
  std::rotate(left.begin(), behind, left.end());
  while (!left.empty()) {
    for (auto& [to, volume] : left) {
      const std::uint64_t bytes = volume.bytes / volume.messages;
      actions.push_back(action(Call::send, to, bytes));
      volume.bytes -= bytes;
      --volume.messages;
    }
    left.erase(std::remove_if(left.begin(), left.end(), [](const auto& to) { return to.second.messages == 0; }),
               left.end());
  }
}

}  // namespace

bool is_of_monitoring(std::string_view first_word) {
  for (const char* word : {"E", "I", "S", "R", "C", "D", "O2A", "A2O", "A2A"})
    if (first_word == word) return true;
  return false;
}

replay::Trace read_monitoring(const std::vector<config::SourcePtr>& files, config::Faults& faults) {
  const std::size_t before = faults.size();
  MatrixReader reader(faults);
  for (const config::SourcePtr& file : files) reader.read(file);
  if (reader.ranks() == 0 && faults.size() == before)
    faults.push_back({files.front(), {}, "traffic.trace", "no messages", "lines of E, I, S or R", ""});
  if (faults.size() != before) return {};
  const std::map<Pair, Volume> volumes = reader.take();
  replay::Trace trace;
  trace.files = {files.front()->name()};
  trace.ranks.resize(reader.ranks());
  for (const auto& [pair, volume] : volumes)
    trace.ranks[pair.second].actions.insert(trace.ranks[pair.second].actions.end(), volume.messages,
                                            action(Call::irecv, pair.first, 0));
  for (std::uint32_t rank = 0; rank < trace.ranks.size(); ++rank) {
    add_sends(trace.ranks[rank].actions, rank, volumes);
    trace.ranks[rank].actions.push_back(action(Call::waitall, 0, 0));
  }
  return trace;
}

}  // namespace slackline::trace_file
