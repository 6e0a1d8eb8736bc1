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

  template <class Section>
  void add() {
    all_.push_back(std::make_unique<Of<Section>>());
  }

  /// nullptr: there is none.
  void* find(SectionId id) {
    for (const auto& section : all_)
      if (section->id() == id) return section->at();
    return nullptr;
  }

 private:
  struct Any {
    Any() = default;
    Any(const Any&) = default;
    Any& operator=(const Any&) = delete;
    virtual ~Any() = default;
    virtual SectionId id() const = 0;
    virtual void* at() = 0;
    virtual std::unique_ptr<Any> copy() const = 0;
  };
  template <class Section>
  struct Of final : Any {
    Section section;
    SectionId id() const override { return section_id<Section>(); }
    void* at() override { return &section; }
    std::unique_ptr<Any> copy() const override { return std::make_unique<Of>(*this); }
  };

  std::vector<std::unique_ptr<Any>> all_;
};

}  // namespace slackline::settings
