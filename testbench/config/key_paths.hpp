// The paths of the table of keys as a tree: "switch." is the group of switch.arbiter, switch.buffer.flits, ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slackline::config {

/// The keys and groups in a group, in the order of the table. The group is "" or ends in a dot.
std::vector<std::string_view> children_of(std::string_view group);

bool is_group(std::string_view path);

/// The keys of a group, which ends in a dot.
std::vector<std::string_view> paths_in(std::string_view group);

/// All keys and groups of keys.
std::vector<std::string_view> all_paths();

/// Whether a path is that of a key or group, or lies in it.
bool is_within(std::string_view path, std::string_view key_or_group);

/// The path that was probably meant by an unknown name in a group: a name nearby, the same name elsewhere, or nothing.
std::string meant_by(const std::string& group, std::string_view name);

/// "a, b, c"
std::string joined(const std::vector<std::string_view>& names);

}  // namespace slackline::config
