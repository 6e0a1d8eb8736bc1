// key_fault: faults of keys whose values do not fit others, in the words of the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testbench/config/key.hpp"
#include "testbench/config/reader.hpp"

namespace slackline::config {

bool is_given(const Reading& reading, std::string_view key);
/// The same, and not by a preset: that may give values that an experiment does not use.
bool is_given_by_user(const Reading& reading, std::string_view key);
/// Whether anything is not known of these keys.
bool is_doubtful(const Reading& reading, const std::vector<std::string_view>& keys);

/// A value as it was asked for, a time with what it was rounded to.
std::string shown(const Reading& reading, const Key& key);

/// A fault of `key` as far as it is known, in the light of other keys. Shown where the first of them was given.
void add_fault(Reading& reading, std::string_view key, const std::vector<std::string_view>& in_light_of,
               const std::string& what, std::string allowed);

}  // namespace slackline::config
