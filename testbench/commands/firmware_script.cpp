#include "testbench/commands/firmware_script.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "rtl_models/nic/params.hpp"
#include "testbench/settings/document.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::commands {

namespace {

using settings::value_found;

struct Token {
  std::string_view text;
  std::size_t at = 0;  ///< its place in the line
};

/// The words of a line, up to a comment.
std::vector<Token> tokens_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  constexpr std::string_view blank = " \t\r";
  std::vector<Token> tokens;
  for (std::size_t at = line.find_first_not_of(blank); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blank, at), line.size());
    tokens.push_back({line.substr(at, end - at), at});
    at = line.find_first_not_of(blank, end);
  }
  return tokens;
}

class ScriptReader {
 public:
  ScriptReader(const settings::SourcePtr& source, settings::InputErrors& errors) : source_(source), errors_(errors) {}

  Script read() {
    const std::string& text = source_->text();
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    for (line_ = 0; line_ < lines && reported_ < settings::most_reported; ++line_)
      read_line(tokens_of(source_->line(line_ + 1)));
    std::stable_sort(script_.begin(), script_.end(),
                     [](const ScriptStep& a, const ScriptStep& b) { return a.cycle < b.cycle; });
    return std::move(script_);
  }

 private:
  void read_line(const std::vector<Token>& tokens) {
    if (tokens.empty()) return;
    if (script_.size() == most_steps) return refuse(tokens[0], "up to " + std::to_string(most_steps) + " steps");
    ScriptStep step;
    const auto cycle = number(tokens[0], 0, most_cycles_of_script);
    if (!cycle) return;
    step.cycle = *cycle;
    const bool is_message = tokens.size() > 1 && tokens[1].text == "send";
    if (!is_message && (tokens.size() < 2 || tokens[1].text != "packet"))
      return refuse(tokens[std::min<std::size_t>(1, tokens.size() - 1)],
                    "CYCLE send HOST WORDS, or CYCLE packet HOST WORD...");
    if (tokens.size() < 4 || (is_message && tokens.size() > 4))
      return refuse(tokens.back(), is_message ? "CYCLE send HOST WORDS" : "CYCLE packet HOST WORD...");
    if (tokens.size() - 3 > most_words_of_packet)
      return refuse(tokens[3], "up to " + std::to_string(most_words_of_packet) + " words in a packet");
    const auto peer = number(tokens[2], 1, hosts_of_script - 1);
    if (!peer) return;
    step.peer = static_cast<std::uint32_t>(*peer);
    for (std::size_t i = 3; i < tokens.size(); ++i) {
      const auto word = is_message ? number(tokens[i], 1, nic::most_words) : number(tokens[i], 0, 0xffffffff);
      if (!word) return;
      if (is_message)
        step.message_words = static_cast<std::uint32_t>(*word);
      else
        step.words.push_back(static_cast<std::uint32_t>(*word));
    }
    script_.push_back(std::move(step));
  }

  std::optional<std::uint64_t> number(const Token& token, std::uint64_t least, std::uint64_t most) {
    const settings::Parsed<std::uint64_t> parsed = settings::parse_integer(token.text);
    if (parsed && parsed.value >= least && parsed.value <= most) return parsed.value;
    refuse(token, "integer from " + std::to_string(least) + " to " + std::to_string(most), parsed.why);
    return std::nullopt;
  }

  void refuse(const Token& token, std::string expected, const std::string& why = "") {
    ++reported_;
    errors_.push_back({source_, source_->position(line_, token.at, token.text.size()), "",
                       value_found(settings::escaped(token.text, 60), why), std::move(expected), ""});
  }

  const settings::SourcePtr& source_;
  settings::InputErrors& errors_;
  Script script_;
  std::size_t line_ = 0;  ///< counted from 0
  unsigned reported_ = 0;
};

}  // namespace

Script read_script(const settings::SourcePtr& source, settings::InputErrors& errors) {
  return ScriptReader(source, errors).read();
}

}  // namespace slackline::commands
