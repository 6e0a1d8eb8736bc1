#include "testbench/workloads/replay/trace_file/monitoring.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "rtl_models/common/wide.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/text/some_of.hpp"
#include "testbench/text/trace_format.hpp"
#include "testbench/workloads/replay/trace_file/file_number.hpp"
#include "testbench/workloads/replay/trace_file/lines.hpp"
#include "testbench/workloads/replay/trace_file/ti_trace.hpp"

namespace slackline::trace_file {

namespace {

using replay::Action;
using replay::Call;

constexpr std::size_t most_buckets = 66;

/// Messages from one rank to another.
struct Volume {
  std::uint64_t bytes = 0, messages = 0;
};

/// The point-to-point messages of a pair, of the program and of the library, and their sizes.
struct Sized {
  Volume program, library;
  std::vector<std::uint64_t> histogram;  ///< messages by bucket; empty: none is given
  settings::SourcePtr file;              ///< of the histogram's line, ...
  std::size_t line = 0;                  ///< ... which is this one
};
using Pair = std::pair<std::uint32_t, std::uint32_t>;  // from, to

class MatrixReader {
 public:
  explicit MatrixReader(settings::InputErrors& errors) : errors_(errors) {}

  void read(const settings::SourcePtr& file) {
    FileErrors errors(file, errors_);
    file_ = file;
    own_ranks_.clear();
    for_each_line(*file, [&](std::size_t line, const std::vector<Word>& words) {
      read_line(line, words, errors);
      return !errors.too_many();
    });
    if (own_ranks_.empty())
      silent_.push_back(file);
    else if (const std::optional<std::uint32_t> rank = rank_in_name(*file); own_ranks_ != std::set{rank})
      names_are_ranks_ = false;
  }

  /// Sizes of the messages of each pair, in the order in which they are sent.
  std::map<Pair, std::vector<std::uint64_t>> sizes() {
    std::map<Pair, std::vector<std::uint64_t>> sizes;
    for (auto& [pair, sized] : sized_) add_sizes(sized, sizes[pair]);
    for (const auto& [pair, volume] : one_sided_) add_alike(volume, sizes[pair]);
    return sizes;
  }
  bool has_messages() const { return ranks_ != 0; }
  /// Those that have messages, and those of communicators.
  std::uint32_t ranks() const { return std::max(ranks_, named_.empty() ? 0 : *named_.rbegin() + 1); }

  /// Ranks of communicators that have no file. A rank that has sent nothing may have no line of its own: then its file's
  /// name says which it is, or else nobody knows whose file it is. If the names of all other files are ranks, so is this
  /// one. Then a second file of a rank does not stand for a missing rank.
  std::vector<std::string> missing() const {
    std::set<std::uint32_t> left;
    std::set_difference(named_.begin(), named_.end(), reporting_.begin(), reporting_.end(),
                        std::inserter(left, left.end()));
    std::size_t unknown = 0;
    for (const settings::SourcePtr& file : silent_) {
      const std::optional<std::uint32_t> rank = rank_in_name(*file);
      const bool is_known = rank && (left.erase(*rank) != 0 || (names_are_ranks_ && named_.count(*rank) != 0));
      unknown += is_known ? 0 : 1;
    }
    std::vector<std::string> names;
    if (left.size() > unknown)
      for (const std::uint32_t rank : left) names.push_back(std::to_string(rank));
    return names;
  }
  const settings::SourcePtr& naming() const { return naming_; }

 private:
  static std::optional<std::uint32_t> rank_in_name(const settings::Source& file) {
    const settings::Parsed<std::uint64_t> rank = settings::parse_integer(last_number(file.name()));
    if (!rank || rank.value >= most_ranks) return std::nullopt;
    return static_cast<std::uint32_t>(rank.value);
  }

  static constexpr const char* form = "E, I, S or R, two ranks, bytes and messages: E 0 1 108 bytes 27 msgs sent";

  void read_line(std::size_t line, const std::vector<Word>& words, FileErrors& errors) {
    const std::string_view kind = words[0].text;
    if (!text::is_monitoring_word(kind)) return errors.add(line, whole_line(words), "", form);
    if (kind == "D") return read_ranks(words);
    if (words.size() > 1)
      if (const settings::Parsed<std::uint64_t> own = settings::parse_integer(words[1].text);
          own && own.value < most_ranks) {
        own_ranks_.insert(static_cast<std::uint32_t>(own.value));
        reporting_.insert(static_cast<std::uint32_t>(own.value));
      }
    if (kind != "E" && kind != "I" && kind != "S" && kind != "R") return;
    if (words.size() < 7 || words[4].text != "bytes" || words[6].text != "msgs")
      return errors.add(line, whole_line(words), "", form);
    const std::optional<std::uint32_t> first = rank(line, words[1], errors), second = rank(line, words[2], errors);
    const std::optional<std::uint64_t> bytes = number_of(words[3].text, most_count),
                                       messages = number_of(words[5].text, most_messages);
    if (!bytes) errors.add(line, words[3], "", "bytes from 0 to " + std::to_string(most_count));
    if (!messages) errors.add(line, words[5], "", "messages from 0 to " + std::to_string(most_messages));
    if (!first || !second || !bytes || !messages) return;
    ranks_ = std::max({ranks_, *first + 1, *second + 1});
    if (*messages == 0) return;
    const Pair pair = kind == "R" ? Pair(*second, *first) : Pair(*first, *second);
    const bool is_sized = kind == "E" || kind == "I";
    if (is_sized && words.size() > 8 && !read_histogram(line, words[8], sized_[pair], errors)) return;
    Volume& volume = kind == "E" ? sized_[pair].program : kind == "I" ? sized_[pair].library : one_sided_[pair];
    volume.bytes += *bytes;
    volume.messages += *messages;
    sum_ += *messages;
    std::uint64_t& bytes_of_pair = bytes_[pair];
    bytes_of_pair += *bytes;
    if (bytes_of_pair > most_count || sum_ > most_messages)
      errors.add(line, whole_line(words),
                 "with it more than " + std::to_string(most_messages) + " messages, or 1 TiB of a pair",
                 "fewer messages, or less data");
  }

  /// "procs: 0,1,2" at the end.
  void read_ranks(const std::vector<Word>& words) {
    if (words.size() < 3 || words[words.size() - 2].text != "procs:") return;
    std::string_view list = words.back().text;
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(','), list.size());
      const settings::Parsed<std::uint64_t> rank = settings::parse_integer(list.substr(0, end));
      if (rank && rank.value < most_ranks && named_.insert(static_cast<std::uint32_t>(rank.value)).second)
        naming_ = file_;
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }

  /// "12,0,3"; false with an error.
  bool read_histogram(std::size_t line, const Word& word, Sized& sized, FileErrors& errors) {
    std::vector<std::uint64_t> counts;
    std::string_view list = word.text;
    while (!list.empty() && counts.size() <= most_buckets) {
      const std::size_t end = std::min(list.find(','), list.size());
      const std::optional<std::uint64_t> count = number_of(list.substr(0, end), most_messages);
      if (!count) break;
      counts.push_back(*count);
      list.remove_prefix(std::min(end + 1, list.size()));
    }
    if (!list.empty() || counts.size() > most_buckets) {
      errors.add(line, word, "", "a histogram of sizes: up to 66 numbers of messages with commas between them");
      return false;
    }
    if (sized.histogram.size() < counts.size()) sized.histogram.resize(counts.size());
    for (std::size_t k = 0; k < counts.size(); ++k) sized.histogram[k] += counts[k];
    sized.file = file_;
    sized.line = line;
    return true;
  }

  /// Messages of one size, but for a byte.
  static void add_alike(Volume volume, std::vector<std::uint64_t>& sizes) {
    for (; volume.messages != 0; --volume.messages) {
      sizes.push_back(volume.bytes / volume.messages);
      volume.bytes -= sizes.back();
    }
  }

  /// The histogram counts the messages of the program and of the library together, where there are both.
  void add_sizes(const Sized& sized, std::vector<std::uint64_t>& sizes) {
    std::uint64_t counted = 0;
    for (const std::uint64_t count : sized.histogram) counted += count;
    const Volume both{sized.program.bytes + sized.library.bytes, sized.program.messages + sized.library.messages};
    if (counted == both.messages) return add_by_size(sized, both, sizes);
    if (counted == sized.program.messages && counted != 0) {
      add_by_size(sized, sized.program, sizes);
      return add_alike(sized.library, sizes);
    }
    if (counted == 0) return add_alike(both, sizes);
    refuse(sized, "a histogram of " + std::to_string(counted) + " messages",
           "one of " + std::to_string(both.messages) + ", as many as the pair has sent");
  }

  /// Every message its bucket's least size, and as much more, by the width of its bucket, as makes up the pair's bytes.
  void add_by_size(const Sized& sized, const Volume& volume, std::vector<std::uint64_t>& sizes) {
    struct Message {
      std::uint64_t turn, of;  ///< turn / of: when, of the time that all messages of the pair take
      std::uint64_t least, room;
    };
    std::vector<Message> messages;
    std::uint64_t least = 0;
    Wide room = 0;
    for (std::size_t k = 0; k < sized.histogram.size(); ++k) {
      const std::uint64_t low = k == 0 ? 0 : std::min(most_count, std::uint64_t{1} << std::min<std::size_t>(k - 1, 63));
      const std::uint64_t high = k == 0 ? 0 : std::min(most_count, 2 * low - 1);
      for (std::uint64_t j = 0; j < sized.histogram[k]; ++j)
        messages.push_back({2 * j + 1, 2 * sized.histogram[k], low, high - low});
      least += sized.histogram[k] * low;
      room += static_cast<decltype(room)>(sized.histogram[k]) * (high - low);
    }
    if (volume.bytes < least || volume.bytes - least > room)
      return refuse(sized, std::to_string(volume.bytes) + " bytes in a histogram of at least " + std::to_string(least),
                    "a histogram whose messages can have the pair's bytes");
    // Sizes are mixed as evenly as can be: a file does not give the order in which they were sent.
    std::stable_sort(messages.begin(), messages.end(),
                     [](const Message& a, const Message& b) { return a.turn * b.of < b.turn * a.of; });
    decltype(room) passed = 0;
    std::uint64_t given = 0;
    for (const Message& message : messages) {
      passed += message.room;
      const std::uint64_t due = room == 0 ? 0 : static_cast<std::uint64_t>((volume.bytes - least) * passed / room);
      sizes.push_back(message.least + due - given);
      given = due;
    }
  }

  void refuse(const Sized& sized, const std::string& what, const std::string& expected) {
    errors_.push_back({sized.file, sized.file->position(sized.line - 1, 0, 1), "traffic.trace", settings::problem(what),
                       expected, ""});
  }

  std::optional<std::uint32_t> rank(std::size_t line, const Word& word, FileErrors& errors) {
    const settings::Parsed<std::uint64_t> value = settings::parse_integer(word.text);
    if (value && value.value < most_ranks) return static_cast<std::uint32_t>(value.value);
    errors.add(line, word, "", "a rank from 0 to " + std::to_string(most_ranks - 1));
    return std::nullopt;
  }

  settings::InputErrors& errors_;
  settings::SourcePtr file_;  ///< that is being read
  std::map<Pair, Sized> sized_;
  std::map<Pair, Volume> one_sided_;
  std::map<Pair, std::uint64_t> bytes_;
  std::set<std::uint32_t> named_, reporting_;         ///< by communicators; by lines of their own
  std::vector<settings::SourcePtr> silent_;           ///< files without such a line
  std::set<std::optional<std::uint32_t>> own_ranks_;  ///< of the file that is being read
  bool names_are_ranks_ = true;                       ///< of files with such a line
  settings::SourcePtr naming_;                        ///< the last file that named a new one
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

using Sizes = std::map<Pair, std::vector<std::uint64_t>>;

/// The messages of rank `from`, one to each of its partners at a time.
void add_sends(std::vector<Action>& actions, std::uint32_t from, const Sizes& sizes) {
  std::vector<std::pair<std::uint32_t, const std::vector<std::uint64_t>*>> left;
  for (auto at = sizes.lower_bound({from, 0}); at != sizes.end() && at->first.first == from; ++at)
    left.emplace_back(at->first.second, &at->second);
  const auto after = std::find_if(left.begin(), left.end(), [from](const auto& to) { return to.first > from; });
  std::rotate(left.begin(), after, left.end());
  for (std::size_t turn = 0; !left.empty(); ++turn) {
    left.erase(std::remove_if(left.begin(), left.end(), [turn](const auto& to) { return to.second->size() <= turn; }),
               left.end());
    for (const auto& [to, bytes] : left) actions.push_back(action(Call::send, to, (*bytes)[turn]));
  }
}

}  // namespace

replay::Trace read_monitoring(const std::vector<settings::SourcePtr>& files, settings::InputErrors& errors) {
  const std::size_t before = errors.size();
  MatrixReader reader(errors);
  for (const settings::SourcePtr& file : files) reader.read(file);
  if (!reader.has_messages() && errors.size() == before)
    errors.push_back(
        {files.front(), {}, "traffic.trace", settings::problem("no messages"), "lines of E, I, S or R", ""});
  if (const std::vector<std::string> missing = reader.missing(); !missing.empty() && errors.size() == before)
    errors.push_back({reader.naming(),
                      {},
                      "traffic.trace",
                      settings::problem("nothing of " + std::string(missing.size() == 1 ? "rank " : "ranks ") +
                                        text::some_of(missing) + ", which a D line names"),
                      "the .prof files of all ranks",
                      ""});
  if (errors.size() != before) return {};
  const Sizes sizes = reader.sizes();
  if (errors.size() != before) return {};
  replay::Trace trace;
  trace.files = {files.front()->name()};
  trace.ranks.resize(reader.ranks());
  for (const auto& [pair, bytes] : sizes)
    trace.ranks[pair.second].actions.insert(trace.ranks[pair.second].actions.end(), bytes.size(),
                                            action(Call::irecv, pair.first, 0));
  for (std::uint32_t rank = 0; rank < trace.ranks.size(); ++rank) {
    add_sends(trace.ranks[rank].actions, rank, sizes);
    trace.ranks[rank].actions.push_back(action(Call::waitall, 0, 0));
  }
  return trace;
}

}  // namespace slackline::trace_file
