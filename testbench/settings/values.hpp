// The values of all keys: the settings structs of the features, each found by its type. The engine of configuration
// knows the structs only through the targets of keys.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>

#include "testbench/settings/number.hpp"

namespace slackline::settings {

class KeyTable;

/// A delay as it was asked for: in cycles, or as a time to be rounded to cycles of the clock.
struct Delay {
  std::uint64_t cycles = 1;
  std::optional<Time> time;  ///< if given, counts instead of `cycles`
};

/// Tells settings structs apart.
using SectionId = const void*;
template <class Section>
inline constexpr char section_tag = 0;
template <class Section>
constexpr SectionId section_id() {
  return &section_tag<Section>;
}

/// The one of several settings structs that has an id; nullptr: none has.
template <class... Sections>
void* find_section(SectionId id, Sections&... sections) {
  void* found = nullptr;
  ((id == section_id<Sections>() ? static_cast<void>(found = &sections) : static_cast<void>(0)), ...);
  return found;
}

/// Base of what holds settings structs: those of all features, or one record of a list.
class Values {
 public:
  Time clock_period;  ///< times are rounded to cycles of it

  // Values that were asked for in other units. The settings are derived from them when the width of a flit is known.
  std::map<std::string, std::uint64_t, std::less<>> asked_bytes;  ///< by key
  std::optional<Rate> asked_rate;                                 ///< of the key of type FlitTime

  std::set<std::string, std::less<>> given;  ///< of a record: the paths of the fields that it gives

  virtual ~Values() = default;

  /// A settings struct that these values have.
  template <class Section>
  Section& get() {
    if constexpr (std::is_same_v<Section, Values>)
      return *this;
    else
      return *static_cast<Section*>(section(section_id<Section>()));
  }
  template <class Section>
  const Section& get() const {
    return const_cast<Values*>(this)->get<Section>();
  }

  /// The same by its id.
  void* section(SectionId id) { return find(id); }

  /// What describes these values.
  virtual const KeyTable& keys() const = 0;
  virtual std::unique_ptr<Values> copy() const = 0;
  /// Whether only the values that are given mean anything: those of an overlay.
  virtual bool is_partial() const { return false; }

 protected:
  Values() = default;
  Values(const Values&) = default;
  Values(Values&&) = default;
  Values& operator=(const Values&) = default;
  Values& operator=(Values&&) = default;

 private:
  virtual void* find(SectionId section) = 0;
};

}  // namespace slackline::settings
