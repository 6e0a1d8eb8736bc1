#include "testbench/commands/error_stream.hpp"

#include <ostream>
#include <string>

#include "testbench/settings/utf8.hpp"

namespace slackline::commands {

namespace {

/// Passes whole lines on; of a line without an end what there is when the stream is flushed.
class Filter : public std::streambuf {
 public:
  explicit Filter(std::streambuf& to) : to_(to) {}
  ~Filter() override { pass(); }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    if (traits_type::to_char_type(c) == '\n') {
      pass();
      to_.sputc('\n');
      passed_ = 0;
    } else if (line_.size() < 8 * ErrorStream::longest_line) {
      line_ += traits_type::to_char_type(c);
    }
    return c;
  }
  int sync() override {
    pass();
    return to_.pubsync();
  }

 private:
  void pass() {
    if (passed_ <= ErrorStream::longest_line) {
      const std::string shown = settings::escaped(line_, ErrorStream::longest_line - passed_);
      to_.sputn(shown.data(), static_cast<std::streamsize>(shown.size()));
      passed_ += settings::characters(line_);
    }
    line_.clear();
  }

  std::streambuf& to_;
  std::string line_;
  std::size_t passed_ = 0;  // characters of the line so far
};

}  // namespace

ErrorStream::ErrorStream(std::ostream& stream)
    : stream_(stream), before_(stream.rdbuf()), filter_(std::make_unique<Filter>(*before_)) {
  stream_.rdbuf(filter_.get());
}

ErrorStream::~ErrorStream() {
  stream_.flush();
  stream_.rdbuf(before_);
}

}  // namespace slackline::commands
