// A list of maps that override settings for some of the things that these are about: each with `match`, the names of such
// things, and any keys of the settings. Its fields are the same keys again, of the same members: with the same ranges,
// texts and checks.
//
//   switch: { buffer: { flits: 64 } }
//   switches:
//     - { match: "leaf*", buffer: { flits: 256 } }
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/settings/key_table.hpp"
#include "testbench/settings/reading.hpp"

namespace slackline::settings {

/// The names that a record is for, globs.
struct OverlayMatch {
  std::vector<std::string> names;
};

void override_values(const Values& overlay, Values& values);

/// A record of such a list: values of some keys of settings structs, those in `given`.
template <class... Sections>
class Overlay final : public Values {
 public:
  explicit Overlay(const KeyTable& fields) : fields_(&fields) {}

  const std::vector<std::string>& match() const { return match_.names; }

  /// Puts the values that it gives in the place of those that `values` have; those that they displace get their defaults.
  void apply_to(Values& values) const { override_values(*this, values); }

  const KeyTable& keys() const override { return *fields_; }
  std::unique_ptr<Values> copy() const override { return std::make_unique<Overlay>(*this); }
  bool is_partial() const override { return true; }

 private:
  void* find(SectionId section) override {
    return std::apply([&](auto&... sections) { return find_section(section, match_, sections...); }, sections_);
  }

  const KeyTable* fields_;
  OverlayMatch match_;
  std::tuple<Sections...> sections_;
};

/// Values as they are for one thing: settings of its own in some sections, those of the base in all others.
template <class... Sections>
class Overlaid final : public Values {
 public:
  /// The base must outlive it.
  explicit Overlaid(const Values& base) : base_(&base), sections_(base.get<Sections>()...) {
    clock_period = base.clock_period;
    asked_bytes = base.asked_bytes;
    asked_rate = base.asked_rate;
  }

  const KeyTable& keys() const override { return base_->keys(); }
  /// With a base of its own, in which all can be changed.
  std::unique_ptr<Values> copy() const override {
    auto copied = std::make_unique<Overlaid>(*this);
    copied->copied_base_ = base_->copy();
    copied->base_ = copied->copied_base_.get();
    return copied;
  }

 private:
  void* find(SectionId section) override {
    void* own = std::apply([&](auto&... sections) { return find_section(section, sections...); }, sections_);
    return own != nullptr ? own : const_cast<Values*>(base_)->section(section);
  }

  const Values* base_;
  std::shared_ptr<const Values> copied_base_;  // of a copy
  std::tuple<Sections...> sections_;
};

/// A reading as it is for one thing that records of a list are about: its values, and where each was given.
class OverlaidReading final : public Reading {
 public:
  /// `values`: with what these records, by their places in the list, put in; in their order.
  OverlaidReading(const Reading& base, Values& values, const Key& list, const std::vector<std::size_t>& records);

  Values& values() override { return *values_; }
  using Reading::values;
  /// Whether a record gives the key.
  bool overrides(std::string_view key) const { return field_of(key) != nullptr; }
  /// The field of a record that gives the key; nullptr: none does.
  const RecordPath* field_of(std::string_view key) const;
  /// The record that gives the value at which an error is shown.
  std::optional<std::size_t> record_at(const InputError& error) const;

 private:
  Values* values_;
  std::map<std::string, RecordPath, std::less<>> fields_;  ///< key -> the field of the record that gives it
};

/// Things that records of a list are about, of one kind: with the same values.
struct OverlaidThings {
  std::vector<std::size_t> records;      ///< of the list that match the first of them, by their places in it
  std::vector<std::size_t> all_records;  ///< ... and that match any of them
  std::string first = {};                ///< its name
  std::uint64_t count = 0;

  bool has_of(std::size_t record) const {
    return std::find(all_records.begin(), all_records.end(), record) != all_records.end();
  }
};

/// The errors of things of several kinds. An error that several have is reported once, and of one number that is too small
/// for several the one that asks for most.
class OverlaidErrors {
 public:
  /// `kinds`: all that there are; they must outlive it.
  OverlaidErrors(Reading& base, const Key& list, std::vector<const OverlaidThings*> kinds)
      : base_(base), list_(list.path), kinds_(std::move(kinds)) {}

  /// Takes the errors of one of the kinds.
  void take(const OverlaidReading& of_kind, const OverlaidThings& kind);
  /// Adds them to those of the base, but for those that it has already. One of a value that a record gives is of the
  /// record's field. All name the things that have it, or what the record matches if all of these do.
  void report();

 private:
  struct Found {
    InputError error;
    std::optional<std::size_t> record;         ///< that gives the value where it is shown
    std::vector<const OverlaidThings*> kinds;  ///< that have it; the first one as the error says
  };

  bool is_of_all(const Found& found, std::size_t record) const;
  std::string whom(const Found& found) const;
  std::string names_in(const Found& found) const;

  Reading& base_;
  const std::string list_;
  const std::vector<const OverlaidThings*> kinds_;
  std::vector<Found> found_;
};

/// The fields of the list `list`, "switches", that overrides the keys of a group, "switch.", in `keys`: all but presets
/// for all, lists of maps and what holds for all. `match`: the text of the key match.
KeyTable overlay_fields(const std::string& list, std::string_view group, const std::vector<Key>& keys,
                        std::string_view match);

/// Appends fields of the list `list` that are the keys of a group again, for records of one kind, a word of the first field:
/// all but lists of maps.
void append_fields(std::vector<Key>& fields, const std::string& list, std::string_view kind, std::string_view group,
                   const std::vector<Key>& keys);

/// The list, whose records are the elements of the vector List of overlays.
template <auto List, const KeyTable& (*fields)()>
RecordList overlay_list(std::size_t longest) {
  using Record = typename detail::MemberPointer<decltype(List)>::Member::value_type;
  return {longest,
          fields,
          [](const Values& values) { return at<List>(values).size(); },
          []() -> std::unique_ptr<Values> { return std::make_unique<Record>(fields()); },
          [](const Values& values, std::size_t index) { return at<List>(values).at(index).copy(); },
          [](Values& values, const Values& record) { at<List>(values).push_back(static_cast<const Record&>(record)); },
          [](Values& values) { at<List>(values).clear(); }};
}

}  // namespace slackline::settings
