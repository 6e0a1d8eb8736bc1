// sections: settings structs that are found by their type, where what holds them does not know them by name.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "testbench/settings/values.hpp"

namespace slackline::settings {

/// Copies share nothing.
class Sections {
 public:
  Sections() = default;
  Sections(const Sections& other) {
    for (const auto& section : other.all_) all_.push_back(section->copy());
  }
  Sections(Sections&&) = default;
  Sections& operator=(Sections other) {
    all_ = std::move(other.all_);
    return *this;
  }
  ~Sections() = default;

  /// `parts`: members of it that are found by their types, too. Does nothing where there is one already.
  template <class Section, auto... parts>
  void add() {
    if (find(section_id<Section>()) == nullptr) all_.push_back(std::make_unique<Of<Section, parts...>>());
  }

  /// nullptr: there is none.
  void* find(SectionId id) {
    for (const auto& section : all_)
      if (void* found = section->find(id)) return found;
    return nullptr;
  }

  /// Gives `to` the sections of these types that `from` has.
  void copy_each(const Values& from, Values& to) const {
    for (const auto& section : all_) section->copy_each(from, to);
  }

 private:
  struct Any {
    Any() = default;
    Any(const Any&) = default;
    Any& operator=(const Any&) = delete;
    virtual ~Any() = default;
    virtual void* find(SectionId id) = 0;
    virtual void copy_each(const Values& from, Values& to) const = 0;
    virtual std::unique_ptr<Any> copy() const = 0;
  };
  template <class Section, auto... parts>
  struct Of final : Any {
    Section section;
    void* find(SectionId id) override { return find_section(id, section, section.*parts...); }
    void copy_each(const Values& from, Values& to) const override {
      if (const_cast<Values&>(from).section(section_id<Section>()) != nullptr) to.get<Section>() = from.get<Section>();
    }
    std::unique_ptr<Any> copy() const override { return std::make_unique<Of>(*this); }
  };

  std::vector<std::unique_ptr<Any>> all_;
};

}  // namespace slackline::settings
