// A list of maps that override settings for some of the things that these are about: each with `match`, the names of such
// things, and any keys of the settings. Its fields are the same keys again, of the same members: with the same ranges,
// texts and checks.
//
//   switch: { buffer: { flits: 64 } }
//   switches:
//     - { match: "leaf*", buffer: { flits: 256 } }
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/settings/key_table.hpp"

namespace slackline::settings {

/// The names that a record is for, globs.
struct OverlayMatch {
  std::vector<std::string> names;
};

/// A record of such a list: values of some keys of settings structs, those in `given`.
template <class... Sections>
class Overlay final : public Values {
 public:
  explicit Overlay(const KeyTable& fields) : fields_(&fields) {}

  const std::vector<std::string>& match() const { return match_.names; }

  /// Puts the values that it gives in the place of those that `values` have.
  void apply_to(Values& values) const {
    for (const Key& field : *fields_)
      if (!field.overrides.empty() && given.count(field.path) != 0)
        copy_value(field, *this, *values.keys().find(field.overrides), values);
  }

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

/// The fields of the list `list`, "switches", that overrides the keys of a group, "switch.", in `keys`: all but presets and
/// lists of maps. `match`: the text of the key match.
KeyTable overlay_fields(const std::string& list, std::string_view group, const std::vector<Key>& keys,
                        std::string_view match);

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
