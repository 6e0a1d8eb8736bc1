// Wording: a text of a message in which paths of keys are known as such. A list of records writes those in its own way; the
// rest stays as it is, such as what was read from a file, whatever it looks like.
//
//   "has no effect with " + Wording::key("traffic.trace")
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace slackline::settings {

class Wording {
 public:
  Wording() = default;
  /// Texts that name no key.
  Wording(std::string text) : text_(std::move(text)) {}
  Wording(const char* text) : text_(text) {}

  /// The path of a key.
  static Wording key(std::string path) {
    Wording name(std::move(path));
    name.keys_.push_back({0, name.text_.size()});
    return name;
  }

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

  Wording& operator+=(const Wording& more) {
    for (const Span& span : more.keys_) keys_.push_back({text_.size() + span.begin, span.length});
    text_ += more.text_;
    return *this;
  }
  friend Wording operator+(Wording text, const Wording& more) {
    text += more;
    return text;
  }
  friend bool operator==(const Wording& a, const Wording& b) { return a.text_ == b.text_; }

  /// The same with what `written` makes of each path of a key.
  template <class Written>
  Wording with_keys(const Written& written) const {
    Wording text;
    std::size_t done = 0;
    for (const Span& span : keys_) {
      text += text_.substr(done, span.begin - done);
      text += key(written(text_.substr(span.begin, span.length)));
      done = span.begin + span.length;
    }
    text += text_.substr(done);
    return text;
  }

 private:
  struct Span {
    std::size_t begin, length;
  };

  std::string text_;
  std::vector<Span> keys_;  ///< in their order
};

}  // namespace slackline::settings
