#include "testbench/trace_file/ti_trace.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "testbench/config/nearest.hpp"
#include "testbench/config/number.hpp"
#include "testbench/trace_file/lines.hpp"

namespace slackline::trace_file {

namespace {

using replay::Action;
using replay::Call;

/// Bytes of SimGrid's datatypes by their numbers; 0: none that messages consist of.
constexpr std::array<std::uint8_t, 54> datatype_bytes{8,  4,  1, 2, 8, 4,  1, 8,  1,  1,  2, 4, 8, 8,  16, 4, 1, 1,
                                                      2,  4,  8, 1, 2, 4,  8, 8,  16, 32, 8, 8, 8, 16, 16, 8, 8, 8,
                                                      16, 16, 4, 4, 8, 16, 8, 16, 32, 1,  2, 4, 8, 16, 32, 0, 0, 1};
constexpr std::uint64_t byte = 6, real = 0;

enum class Form : std::uint8_t {
  nothing,
  compute,
  sleep,
  peer,
  wait,
  waitall,
  sendrecv,
  barrier,
  bcast,
  reduce,
  allreduce,
  alltoall,
  alltoallv,
  rooted,
  allgather,
  gatherv,
  scatterv,
  allgatherv,
  reducescatter,
  init
};

struct CallForm {
  std::string_view word;
  Form form;
  Call call;
};
constexpr std::array<CallForm, 29> call_forms{{
    {"init", Form::init, Call::compute},
    {"finalize", Form::nothing, Call::compute},
    {"comm_size", Form::nothing, Call::compute},
    {"comm_split", Form::nothing, Call::compute},
    {"comm_dup", Form::nothing, Call::compute},
    {"location", Form::nothing, Call::compute},
    {"compute", Form::compute, Call::compute},
    {"sleep", Form::sleep, Call::sleep},
    {"send", Form::peer, Call::send},
    {"isend", Form::peer, Call::isend},
    {"recv", Form::peer, Call::recv},
    {"irecv", Form::peer, Call::irecv},
    {"wait", Form::wait, Call::wait},
    {"waitall", Form::waitall, Call::waitall},
    {"test", Form::wait, Call::test},
    {"sendrecv", Form::sendrecv, Call::sendrecv},
    {"barrier", Form::barrier, Call::barrier},
    {"bcast", Form::bcast, Call::bcast},
    {"reduce", Form::reduce, Call::reduce},
    {"allreduce", Form::allreduce, Call::allreduce},
    {"alltoall", Form::alltoall, Call::alltoall},
    {"alltoallv", Form::alltoallv, Call::alltoallv},
    {"gather", Form::rooted, Call::gather},
    {"scatter", Form::rooted, Call::scatter},
    {"allgather", Form::allgather, Call::allgather},
    {"gatherv", Form::gatherv, Call::gatherv},
    {"scatterv", Form::scatterv, Call::scatterv},
    {"allgatherv", Form::allgatherv, Call::allgatherv},
    {"reducescatter", Form::reducescatter, Call::reducescatter},
}};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

/// One line, word by word. The first fault of a line is its only one.
class LineReader {
 public:
  LineReader(std::size_t line, const std::vector<Word>& words, FileFaults& faults, std::uint32_t ranks,
             std::uint64_t& default_type, replay::RankTrace& rank)
      : line_(line), words_(words), faults_(faults), ranks_(ranks), default_type_(default_type), rank_(rank) {}

  void read(std::int32_t own) {
    own_ = own;
    const std::string word = lower_case(words_[1].text);
    const auto* form =
        std::find_if(call_forms.begin(), call_forms.end(), [&](const CallForm& f) { return f.word == word; });
    if (form == call_forms.end()) return unknown(word);
    action_.call = form->call;
    action_.line = static_cast<std::uint32_t>(line_);
    const bool counts = form->form >= Form::gatherv || form->form == Form::alltoallv;
    if (counts) action_.counts = static_cast<std::uint32_t>(rank_.counts.size());
    if (form->form == Form::nothing) return;
    if (form->form == Form::init) {
      default_type_ = left() != 0 ? real : byte;
      return;
    }
    read_form(form->form);
    if (left() != 0) fault("", "nothing behind the values of " + word);
    if (good_ && !left_out_) rank_.actions.push_back(action_);
  }

 private:
  void read_form(Form form) {
    switch (form) {
      case Form::compute: action_.amount = operations(); break;
      case Form::sleep: sleep(); break;
      case Form::peer: peer(); break;
      case Form::wait: wait(); break;
      case Form::waitall:
        if (left() != 0) count();
        break;
      case Form::sendrecv: sendrecv(); break;
      case Form::bcast:
        action_.bytes = count();
        root();
        scale(action_.bytes, type());
        break;
      case Form::reduce:
      case Form::allreduce:
        action_.bytes = count();
        action_.amount = operations();
        if (form == Form::reduce) root();
        scale(action_.bytes, type());
        break;
      case Form::alltoall:
      case Form::allgather:
      case Form::rooted:
        action_.bytes = count();
        action_.taken = count();
        if (form == Form::rooted) root();
        scale(action_.bytes, type());
        scale(action_.taken, type());
        break;
      case Form::alltoallv: alltoallv(); break;
      case Form::gatherv:
        action_.bytes = count();
        skip_counts();
        root();
        scale(action_.bytes, type());
        type();
        break;
      case Form::scatterv:
        counts();
        action_.taken = count();
        root();
        scale_counts(type());
        scale(action_.taken, type());
        break;
      case Form::allgatherv:
        action_.bytes = count();
        counts();
        scale_counts(type());
        type();
        break;
      case Form::reducescatter:
        counts();
        action_.amount = operations();
        scale_counts(type());
        break;
      default: break;
    }
  }

  void sleep() {
    const Word* word = next("seconds");
    if (word == nullptr) return;
    const config::Parsed<double> seconds = config::parse_real(word->text);
    if (!seconds || !(seconds.value >= 0 && seconds.value <= 1e6)) return refuse(*word, "seconds from 0 to 1000000");
    action_.amount = static_cast<std::uint64_t>(std::ceil(seconds.value * 1e9));
  }

  void peer() {
    const bool receives = action_.call == Call::recv || action_.call == Call::irecv;
    action_.peer = receives ? source() : destination();
    action_.tag = tag();
    if (receives && left() != 0 && words_[at_].text == "-1")
      ++at_;  // a size that the receiver did not know
    else
      action_.bytes = count();
    scale(action_.bytes, type());
    if (receives) action_.taken = std::exchange(action_.bytes, 0);
  }

  void wait() {
    const std::int32_t from = source(), to = destination();
    action_.tag = tag();
    action_.receives = to == own_;
    action_.peer = action_.receives ? from : to;
    if (good_ && !left_out_ && from != own_ && to != own_)
      refuse(words_[1], "source or destination being rank " + std::to_string(own_));
  }

  void sendrecv() {
    action_.bytes = count();
    action_.peer = destination();
    action_.taken = count();
    action_.from = source();
    action_.tag = replay::any;
    scale(action_.bytes, type());
    scale(action_.taken, type());
  }

  void alltoallv() {
    count();
    counts();
    count();
    skip_counts();
    scale_counts(type());
    type();
  }

  std::size_t left() const { return good_ ? words_.size() - at_ : 0; }

  const Word* next(const char* what) {
    if (!good_) return nullptr;
    if (at_ == words_.size()) {
      fault("ends too early", what);
      return nullptr;
    }
    return &words_[at_++];
  }

  std::uint64_t number(const char* what, std::uint64_t most) {
    const Word* word = next(what);
    if (word == nullptr) return 0;
    const std::optional<std::uint64_t> value = number_of(word->text, most);
    if (!value) refuse(*word, std::string(what) + " from 0 to " + std::to_string(most));
    return value.value_or(0);
  }
  std::uint64_t count() { return number("a count", most_count); }
  std::uint64_t operations() { return number("operations", most_operations); }

  std::int32_t rank() {
    const Word* word = next("a rank");
    if (word == nullptr) return 0;
    const config::Parsed<std::uint64_t> value = config::parse_integer(word->text);
    if (!value || value.value >= ranks_) refuse(*word, "a rank from 0 to " + std::to_string(ranks_ - 1));
    return static_cast<std::int32_t>(value.value);
  }
  bool is_next(std::string_view text) {
    if (left() == 0 || words_[at_].text != text) return false;
    ++at_;
    return true;
  }
  std::int32_t source() { return is_next("-555") || is_next("-333") ? replay::any : rank(); }
  std::int32_t destination() {
    if (!is_next("-333") && !is_next("-666")) return rank();
    left_out_ = true;
    return 0;
  }
  std::int32_t tag() {
    if (is_next("-444")) return replay::any;
    return static_cast<std::int32_t>(number("a tag", 0x7fffffff));
  }
  void root() {
    if (left() != 0) action_.peer = rank();
  }

  std::uint64_t type() {
    if (!good_) return 1;
    if (left() == 0) return datatype_bytes[default_type_];
    const Word& word = words_[at_++];
    const config::Parsed<std::uint64_t> value = config::parse_integer(word.text);
    if (value && value.value < datatype_bytes.size() && datatype_bytes[value.value] != 0)
      return datatype_bytes[value.value];
    refuse(word, "a datatype's number from 0 to " + std::to_string(datatype_bytes.size() - 1));
    return 1;
  }

  void scale(std::uint64_t& count, std::uint64_t bytes) {
    count *= bytes;
    if (count > most_count) fault("more than " + config::bytes_text(most_count), "less data");
  }

  void counts() {
    for (std::uint32_t r = 0; r < ranks_ && good_; ++r) rank_.counts.push_back(count());
  }
  void skip_counts() {
    for (std::uint32_t r = 0; r < ranks_ && good_; ++r) count();
  }
  void scale_counts(std::uint64_t bytes) {
    for (std::size_t i = action_.counts; i < rank_.counts.size(); ++i) scale(rank_.counts[i], bytes);
  }

  void unknown(const std::string& word) {
    std::vector<std::string_view> all;
    std::string allowed;
    for (const CallForm& form : call_forms) {
      all.push_back(form.word);
      allowed += (allowed.empty() ? "" : ", ") + std::string(form.word);
    }
    good_ = false;
    faults_.add(line_, words_[1], "unknown call", allowed, config::nearest(word, all));
  }
  /// Of the line.
  void fault(const std::string& what, const std::string& allowed) {
    if (std::exchange(good_, false)) faults_.add(line_, words_[1], what, allowed);
  }
  void refuse(const Word& word, const std::string& allowed) {
    if (std::exchange(good_, false))
      faults_.add(line_, word, "in " + std::string(words_[1].text.substr(0, 20)), allowed);
  }

  std::size_t line_;
  const std::vector<Word>& words_;
  FileFaults& faults_;
  std::uint32_t ranks_;
  std::uint64_t& default_type_;
  replay::RankTrace& rank_;
  Action action_;
  std::int32_t own_ = 0;
  std::size_t at_ = 2;
  bool good_ = true, left_out_ = false;
};

class TraceReader {
 public:
  TraceReader(const std::vector<config::SourcePtr>& files, config::Faults& faults) : files_(files), faults_(faults) {}

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
    const std::size_t before = faults_.size();
    std::uint64_t ranks = 0;
    for (const config::SourcePtr& file : files_) {
      FileFaults faults(file, faults_);
      for_each_line(*file, [&](std::size_t line, const std::vector<Word>& words) {
        const config::Parsed<std::uint64_t> rank = config::parse_integer(words[0].text);
        if (!rank || rank.value >= most_ranks)
          faults.add(line, words[0], "", "a rank from 0 to " + std::to_string(most_ranks - 1));
        else if (words.size() < 2)
          faults.add(line, words[0], "alone", "a rank, a call and its values");
        else
          ranks = std::max(ranks, rank.value + 1);
        return !faults.too_many();
      });
      if (faults_.size() - before > 100) break;
    }
    if (faults_.size() != before) return false;
    trace_.ranks.resize(ranks);
    default_types_.assign(ranks, byte);
    file_of_.assign(ranks, nobody);
    return true;
  }

  void read_file(std::uint32_t f) {
    trace_.files.push_back(files_[f]->name());
    FileFaults faults(files_[f], faults_);
    const auto ranks = static_cast<std::uint32_t>(trace_.ranks.size());
    for_each_line(*files_[f], [&](std::size_t line, const std::vector<Word>& words) {
      const auto rank = static_cast<std::uint32_t>(config::parse_integer(words[0].text).value);
      if (file_of_[rank] != nobody && file_of_[rank] != f) {
        faults.add(line, words[0], "its calls are in " + files_[file_of_[rank]]->name() + ", too",
                   "each rank in one file");
        return false;
      }
      file_of_[rank] = f;
      trace_.ranks[rank].file = f;
      LineReader(line, words, faults, ranks, default_types_[rank], trace_.ranks[rank])
          .read(static_cast<std::int32_t>(rank));
      if (++actions_ > most_actions) {
        faults.add(line, words[0], "more than " + std::to_string(most_actions) + " calls", "a shorter trace");
        return false;
      }
      return !faults.too_many();
    });
  }

  void check_presence() {
    constexpr std::size_t most_reported = 5;
    std::size_t missing = 0;
    for (std::uint32_t rank = 0; rank < file_of_.size(); ++rank)
      if (file_of_[rank] == nobody && ++missing <= most_reported)
        faults_.push_back({files_.front(),
                           {},
                           "traffic.trace",
                           "rank " + std::to_string(rank) + " is missing",
                           "calls of each rank from 0 to " + std::to_string(file_of_.size() - 1),
                           ""});
    if (file_of_.empty()) faults_.push_back({files_.front(), {}, "traffic.trace", "no call", "a trace", ""});
  }

  const std::vector<config::SourcePtr>& files_;
  config::Faults& faults_;
  replay::Trace trace_;
  std::vector<std::uint64_t> default_types_;
  std::vector<std::uint32_t> file_of_;  // by rank
  std::uint64_t actions_ = 0;
};

}  // namespace

replay::Trace read_ti_trace(const std::vector<config::SourcePtr>& files, config::Faults& faults) {
  return TraceReader(files, faults).read();
}

}  // namespace slackline::trace_file
