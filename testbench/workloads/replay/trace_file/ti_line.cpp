#include "testbench/workloads/replay/trace_file/ti_line.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "testbench/settings/number.hpp"
#include "testbench/workloads/replay/trace_file/call_forms.hpp"
#include "testbench/workloads/replay/trace_file/datatypes.hpp"
#include "testbench/workloads/replay/trace_file/ti_trace.hpp"

namespace slackline::trace_file {

namespace {

using replay::Action;
using replay::Call;

/// One line, word by word. The first error of a line is its only one.
class LineReader {
 public:
  LineReader(const Line& line, FileErrors& errors, std::uint32_t ranks, std::uint64_t& default_type,
             replay::RankTrace& rank)
      : line_(line.number),
        words_(line.words),
        errors_(errors),
        ranks_(ranks),
        default_type_(default_type),
        rank_(rank) {}

  void read(std::int32_t own) {
    own_ = own;
    const std::string word(words_[1].text);
    const CallForm* form = find_form(word);
    if (form == nullptr) return unknown(word);
    action_.call = form->call;
    action_.line = static_cast<std::uint32_t>(line_);
    const bool counts = form->form >= Form::gatherv || form->form == Form::alltoallv;
    if (counts) action_.counts = static_cast<std::uint32_t>(rank_.counts.size());
    if (form->form == Form::nothing) return;
    if (form->form == Form::init) {
      default_type_ = left() != 0 ? number_of_double : number_of_byte;
      return;
    }
    read_form(form->form);
    if (left() != 0) error("", "nothing after the values of " + std::string(form->word));
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
    const settings::Parsed<double> seconds = settings::parse_real(word->text);
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
    const std::size_t taken = rank_.counts.size();
    count();
    counts();
    scale_counts(action_.counts, taken, type());
    scale_counts(taken, rank_.counts.size(), type());
  }

  std::size_t left() const { return good_ ? words_.size() - at_ : 0; }

  const Word* next(const char* what) {
    if (!good_) return nullptr;
    if (at_ == words_.size()) {
      error("ends too early", what);
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
    const settings::Parsed<std::uint64_t> value = settings::parse_integer(word->text);
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
    const settings::Parsed<std::uint64_t> value = settings::parse_integer(word.text);
    if (value && value.value < datatype_bytes.size() && datatype_bytes[value.value] != 0)
      return datatype_bytes[value.value];
    refuse(word, "a datatype's number from 0 to " + std::to_string(datatype_bytes.size() - 1));
    return 1;
  }

  void scale(std::uint64_t& count, std::uint64_t bytes) {
    count *= bytes;
    if (count > most_count) error("more than " + settings::bytes_text(most_count), "less data");
  }

  void counts() {
    for (std::uint32_t r = 0; r < ranks_ && good_; ++r) rank_.counts.push_back(count());
  }
  void skip_counts() {
    for (std::uint32_t r = 0; r < ranks_ && good_; ++r) count();
  }
  void scale_counts(std::uint64_t bytes) { scale_counts(action_.counts, rank_.counts.size(), bytes); }
  void scale_counts(std::size_t first, std::size_t end, std::uint64_t bytes) {
    for (std::size_t i = first; i < end; ++i) scale(rank_.counts[i], bytes);
  }

  void unknown(const std::string& word) {
    good_ = false;
    errors_.add(line_, words_[1], "unknown call", all_calls(), nearest_call(word));
  }
  /// Of the line.
  void error(const std::string& remark, const std::string& expected) {
    if (std::exchange(good_, false)) errors_.add(line_, whole_line(words_), remark, expected);
  }
  void refuse(const Word& word, const std::string& expected) {
    if (std::exchange(good_, false))
      errors_.add(line_, word, "in " + std::string(words_[1].text.substr(0, 20)), expected);
  }

  std::size_t line_;
  const std::vector<Word>& words_;
  FileErrors& errors_;
  std::uint32_t ranks_;
  std::uint64_t& default_type_;
  replay::RankTrace& rank_;
  Action action_;
  std::int32_t own_ = 0;
  std::size_t at_ = 2;
  bool good_ = true, left_out_ = false;
};

}  // namespace

void read_ti_line(const Line& line, std::uint32_t ranks, std::uint64_t& default_type, replay::RankTrace& trace,
                  FileErrors& errors) {
  LineReader(line, errors, ranks, default_type, trace).read(static_cast<std::int32_t>(line.rank));
}

}  // namespace slackline::trace_file
