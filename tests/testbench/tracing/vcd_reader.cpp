#include "tests/testbench/tracing/vcd_reader.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace slackline::test {

namespace {

bool is_name(const std::string& text) {
  const auto legal = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), legal);
}

bool is_code(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '!' && c <= '~'; });
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 20 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::string to_string(const VcdValue& value) {
  return value.letter != 0 ? std::string(1, value.letter) : std::to_string(value.number);
}

VcdReader::VcdReader(const std::string& text) : text_(text) { read_header(); }

void VcdReader::fail(const std::string& why) const {
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
  throw std::runtime_error("line " + std::to_string(1 + std::count(text_.begin(), end, '\n')) + ": " + why);
}

std::optional<std::string> VcdReader::word() {
  at_ = text_.find_first_not_of(" \t\n", at_);
  if (at_ == std::string::npos) {
    at_ = text_.size();
    return std::nullopt;
  }
  const std::size_t end = std::min(text_.find_first_of(" \t\n", at_), text_.size());
  std::string found = text_.substr(at_, end - at_);
  at_ = end;
  return found;
}

std::string VcdReader::need_word() {
  if (auto found = word()) return *std::move(found);
  fail("ends too early");
}

void VcdReader::read_header() {
  std::vector<std::string> scopes;
  for (;;) {
    const std::string keyword = need_word();
    if (keyword == "$scope") {
      if (need_word() != "module") fail("a scope of another kind than module");
      scopes.push_back(need_word());
      if (!is_name(scopes.back())) fail(scopes.back() + " is no name");
      if (need_word() != "$end") fail("$end expected");
    } else if (keyword == "$upscope") {
      if (scopes.empty()) fail("no scope to leave");
      scopes.pop_back();
      if (need_word() != "$end") fail("$end expected");
    } else if (keyword == "$var") {
      declare(scopes);
    } else if (keyword == "$timescale" || keyword == "$comment" || keyword == "$date" || keyword == "$version") {
      std::string content;
      for (std::string part = need_word(); part != "$end"; part = need_word())
        content += (content.empty() ? "" : " ") + part;
      if (keyword == "$timescale") timescale_ = content;
    } else if (keyword == "$enddefinitions") {
      if (!scopes.empty()) fail("a scope is still open");
      if (need_word() != "$end") fail("$end expected");
      break;
    } else {
      fail(keyword + " does not belong into a header");
    }
  }
  if (timescale_.empty()) fail("no $timescale");
  if (const auto first = word()) {
    if ((*first)[0] != '#' || !is_number(first->substr(1))) fail("a time expected");
    next_time_ = std::stoull(first->substr(1));
  }
}

void VcdReader::declare(const std::vector<std::string>& scopes) {
  if (need_word() != "wire") fail("a variable of another kind than wire");
  const std::string width_text = need_word(), code = need_word(), name = need_word();
  if (!is_number(width_text)) fail(width_text + " is no width");
  const auto width = static_cast<unsigned>(std::stoul(width_text));
  if (width < 1 || width > 64) fail("a width of " + width_text);
  if (!is_code(code)) fail(code + " is no identifier code");
  if (!is_name(name)) fail(name + " is no name");
  std::string range = need_word();
  if (range != "$end") {
    if (range != "[" + std::to_string(width - 1) + ":0]") fail("range " + range);
    if (need_word() != "$end") fail("$end expected");
  } else if (width != 1) {
    fail("a vector without a range");
  }
  std::string path;
  for (const std::string& scope : scopes) path += scope + ".";
  path += name;
  if (!values_.insert({code, {width, {0, 'x'}}}).second) fail("code " + code + " a second time");
  if (!codes_.insert({path, code}).second) fail(path + " a second time");
  widths_[path] = width;
}

bool VcdReader::next() {
  if (!next_time_) return false;
  time_ = *next_time_;
  next_time_.reset();
  changes_ = 0;
  while (const auto token = word()) {
    if ((*token)[0] != '#') {
      change(*token);
      continue;
    }
    if (!is_number(token->substr(1))) fail(*token + " is no time");
    next_time_ = std::stoull(token->substr(1));
    if (*next_time_ <= time_) fail("time does not go on");
    break;
  }
  return true;
}

void VcdReader::change(const std::string& token) {
  for (const char* keyword : {"$dumpvars", "$dumpoff", "$dumpon", "$dumpall", "$end"})
    if (token == keyword) return;
  ++changes_;
  VcdValue read;
  if (token[0] != 'b') {
    Variable& scalar = variable(token.substr(1));
    if (scalar.width != 1) fail("a scalar change of a vector");
    if (std::string("01xz").find(token[0]) == std::string::npos) fail(token + " is no change");
    if (token[0] == '0' || token[0] == '1')
      read.number = token[0] == '1';
    else
      read.letter = token[0];
    scalar.value = read;
    return;
  }
  const std::string digits = token.substr(1);
  Variable& vector = variable(need_word());
  if (vector.width == 1) fail("a vector change of a scalar");
  if (digits == "x" || digits == "z") {
    read.letter = digits[0];
  } else {
    if (digits.empty() || digits.size() > vector.width) fail(token + " is too wide");
    for (const char digit : digits) {
      if (digit != '0' && digit != '1') fail(token + " is no number");
      read.number = read.number << 1 | (digit == '1');
    }
  }
  vector.value = read;
}

VcdReader::Variable& VcdReader::variable(const std::string& code) {
  const auto found = values_.find(code);
  if (found == values_.end()) fail("code " + code + " is unknown");
  return found->second;
}

const VcdValue& VcdReader::value(const std::string& path) const {
  const auto code = codes_.find(path);
  if (code == codes_.end()) throw std::runtime_error("no variable " + path);
  return values_.at(code->second).value;
}

}  // namespace slackline::test
