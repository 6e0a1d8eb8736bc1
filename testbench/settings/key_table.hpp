// A table of keys, and their paths as a tree: "switch." is the group of switch.arbiter, switch.buffer.flits, ...
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/settings/key.hpp"

namespace slackline::settings {

/// A key, or a group of keys, that a table does not have but is likely to be given.
struct RefusedKey {
  std::string path;
  std::string problem;  ///< why it is refused: "holds for the whole network"
  std::string advice;   ///< what to do instead: "use link.flit_bits, outside the list"
};

/// Keys in the order of the reference page: of an experiment, or the fields of a record.
class KeyTable {
 public:
  explicit KeyTable(std::vector<Key> keys, std::vector<RefusedKey> refused = {})
      : keys_(std::move(keys)), refused_(std::move(refused)) {}

  auto begin() const { return keys_.begin(); }
  auto end() const { return keys_.end(); }
  std::size_t size() const { return keys_.size(); }
  const Key& front() const { return keys_.front(); }

  /// The key of a path, nullptr when there is none.
  const Key* find(std::string_view path) const;

  /// The keys and groups in a group, in the order of the table. The group is "" or ends in a dot. `values`: only those
  /// that apply to their kind.
  std::vector<std::string_view> children_of(std::string_view group, const Values* values = nullptr) const;

  bool is_group(std::string_view path) const;

  /// The field of a list that an option names in a record of it, "switches[0].buffer.flits"; nullptr: there is none.
  const Key* find_in_record(std::string_view path) const;

  /// Why a key that the table does not have is refused; nullptr: it is unknown.
  const RefusedKey* find_refused(std::string_view path) const;

  /// The keys of a group, which ends in a dot.
  std::vector<std::string_view> paths_in(std::string_view group) const;

  /// All keys and groups of keys.
  std::vector<std::string_view> all_paths() const;

  /// The path that was probably meant by an unknown name in a group: a name nearby, the same name elsewhere, or nothing.
  std::string meant_by(const std::string& group, std::string_view name) const;
  /// The same of a whole path, which may be in a record: "switches[0].buffer.flits" for "switches.bufer.flits".
  std::string meant_by(std::string_view path) const;

 private:
  std::vector<Key> keys_;
  std::vector<RefusedKey> refused_;
};

/// Whether a path is that of a key or group, or lies in it.
bool is_within(std::string_view path, std::string_view key_or_group);

/// "switches[0].buffer.flits" taken apart; nothing: it is no such path.
struct RecordPath {
  std::string list, field;
  std::size_t record = 0;
};
std::optional<RecordPath> record_path_of(std::string_view path);
/// "switches[0].buffer.flits"; without a field the record, "switches[0]".
std::string record_path(const std::string& list, std::size_t record, std::string_view field = "");

/// "a, b, c"
std::string joined(const std::vector<std::string_view>& names);
/// "a, b or c"
std::string alternatives(const std::vector<std::string_view>& names);

}  // namespace slackline::settings
