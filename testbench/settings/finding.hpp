// finding: the parts of a message about bad input. A message is put together in one place, to_string(InputError):
//
//   value_found("99"), "integer from 1 to 16"           expected integer from 1 to 16, found 99
//   value_found("2 ns", "1 cycle"), "2 to 9 cycles"     expected 2 to 9 cycles, found 2 ns (1 cycle)
//   problem("unknown key"), "kind or size"              unknown key; expected kind or size
//   problem("has no effect here"), advice("use auto")   has no effect here; use auto
#pragma once

#include <string>
#include <utility>

#include "testbench/settings/wording.hpp"

namespace slackline::settings {

/// The reason for an error: a value, or a problem that no value shows.
struct Finding {
  Finding() = default;
  Finding(Wording the_value, Wording on_it, Wording what_is_wrong)
      : value(std::move(the_value)), remark(std::move(on_it)), problem(std::move(what_is_wrong)) {}

  Wording value;    ///< as it was written; empty: there is none, or add_error() knows it
  Wording remark;   ///< what the value amounts to, or why it does not fit; empty: nothing
  Wording problem;  ///< what is wrong, a clause; empty: the value shows it

  friend bool operator==(const Finding& a, const Finding& b) {
    return a.value == b.value && a.remark == b.remark && a.problem == b.problem;
  }
};

/// An empty value is shown as "nothing".
inline Finding value_found(Wording value, Wording remark = {}) {
  return {value.empty() ? Wording("nothing") : std::move(value), std::move(remark), {}};
}
inline Finding remark(Wording text) { return {{}, std::move(text), {}}; }
inline Finding problem(Wording text) { return {{}, {}, std::move(text)}; }

/// The remedy: a value that would be right there, or advice.
struct Expected {
  Expected() = default;
  Expected(Wording is_right) : text(std::move(is_right)) {}
  Expected(std::string is_right) : text(std::move(is_right)) {}
  Expected(const char* is_right) : text(is_right) {}

  Wording text;            ///< empty: the finding says it all
  bool is_advice = false;  ///< what to do, a clause; otherwise a value

  friend bool operator==(const Expected& a, const Expected& b) {
    return a.text == b.text && a.is_advice == b.is_advice;
  }
};

inline Expected advice(Wording text) {
  Expected expected(std::move(text));
  expected.is_advice = true;
  return expected;
}

}  // namespace slackline::settings
