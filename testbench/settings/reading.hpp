// A configuration as it was read: its values, where each of them was given, and what is wrong with it. Features check it
// and add errors in the words of the file.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/settings/key_table.hpp"
#include "testbench/settings/value_reader.hpp"

namespace slackline::settings {

using KeyPaths = std::vector<std::string_view>;

/// Where a value was given.
struct Place {
  SourcePtr source;
  Position at = {};
  std::vector<Position> items = {};  ///< of a list; of maps: those that are maps
  std::string written = {};          ///< a value that is neither a list nor a map

  /// An item's; of a value without items its own.
  Position of_item(std::size_t item) const { return item < items.size() ? items[item] : at; }
};

/// The place of a key's value, and of a list of maps those of their values, some of which an option may give.
struct Origin : Place {
  std::vector<std::map<std::string, Place, std::less<>>> fields = {};
  DoubtfulFields doubtful = {};
  std::vector<std::size_t> numbers = {};  ///< of the maps in the list, which may hold something else, too
};

/// A list of integers of which some could not be read: the errors list them. The others are judged all the same.
struct PartlyRead {
  Origin origin;
  std::vector<std::optional<std::uint64_t>> items;
};

/// With errors the values hold defaults for what could not be read.
class Reading {
 public:
  virtual ~Reading() = default;
  virtual Values& values() = 0;
  const Values& values() const { return const_cast<Reading*>(this)->values(); }
  const KeyTable& keys() const { return values().keys(); }

  SourcePtr file;
  std::map<std::string, SourcePtr, std::less<>> presets;  ///< those that values begin from, by the key that names each
  std::map<std::string, std::string, std::less<>> preset_sources;  ///< key -> where a preset has its value from
  /// Keys whose value an option, the file or the preset gives. Lists of which some items could not be read are here,
  /// too, and in `doubtful`.
  std::map<std::string, Origin, std::less<>> given;
  std::set<std::string, std::less<>> doubtful;            ///< keys that were probably meant by something wrong
  std::map<std::string, PartlyRead, std::less<>> partly;  ///< by key, which is in `doubtful`, too
  std::vector<Wording> notes;                             ///< what was left out of files, a sentence each
  InputErrors errors;

 protected:
  Reading() = default;
  Reading(const Reading&) = default;
  Reading(Reading&&) = default;
  Reading& operator=(const Reading&) = default;
  Reading& operator=(Reading&&) = default;
};

/// Whether it is one of the presets that a reading begins from.
bool is_preset(const Reading& reading, const SourcePtr& source);

bool is_given(const Reading& reading, std::string_view key);
/// The same, and not by a preset: that may give values that an experiment does not use.
bool is_given_by_user(const Reading& reading, std::string_view key);
/// Whether anything is not known of these keys.
bool is_doubtful(const Reading& reading, const KeyPaths& keys);

/// A value as it was asked for, a time with what it was rounded to.
std::string shown(const Reading& reading, const Key& key);

/// The file named by a key of type FileName, as it can be opened from the working folder: relative to the file that
/// names it, or to the working folder when an option does. Empty when the key names none.
std::string path_of(const Reading& reading, std::string_view key);
/// The same of the name that a field of a record gives.
std::string path_of(const Reading& reading, const std::string& list, std::size_t record, std::string_view field,
                    std::string name);

/// An error of `key` as far as it is known, in the light of other keys. Shown where the first of them was given. `what`:
/// a problem, or a remark on the key's value, which is added; empty: the value alone shows it. `least`: as in InputError.
void add_error(Reading& reading, std::string_view key, const KeyPaths& in_light_of, Finding what, Expected expected,
               std::uint64_t least = 0);

/// An error of a field of a record, shown at the field's value; at the record where that is not given, or is "".
InputError record_error(const Reading& reading, const std::string& list, std::size_t record, const std::string& field,
                        Finding what, Expected expected, std::string hint = "");
/// The same of an item of a list, shown there.
InputError item_error(const Reading& reading, const std::string& list, std::size_t record, const std::string& field,
                      std::size_t item, Finding what, Expected expected, std::string hint = "");
/// "switches[1].buffer.flits", as an option names it; without a field the record.
std::string record_path(const Reading& reading, const std::string& list, std::size_t record,
                        std::string_view field = "");
/// The subject of a record, which is its first field: the names that it matches, its kind, or its link.
std::string subject_of(const Reading& reading, const std::string& list, std::size_t record);
/// "switches[1] (leaf*)"
std::string record_name(const Reading& reading, const std::string& list, std::size_t record);
/// Whether a field of a record was given, and could be read.
bool is_known(const Reading& reading, const std::string& list, std::size_t record, std::string_view field);
bool is_doubtful(const Reading& reading, const std::string& list, std::size_t record, std::string_view field);

}  // namespace slackline::settings
