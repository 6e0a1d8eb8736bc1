// How the tables make a key's type of an enumeration.
#pragma once

#include <utility>
#include <vector>

#include "testbench/config/key.hpp"

namespace slackline::config {

/// A choice whose field is an enumeration.
template <class Field>
Choice choice(std::vector<ChoiceWord> words, Field field) {
  using Enum = std::remove_reference_t<decltype(field(std::declval<Experiment&>()))>;
  return {std::move(words), [field](Experiment& e) { return static_cast<unsigned>(field(e)); },
          [field](Experiment& e, unsigned index) { field(e) = static_cast<Enum>(index); }};
}

}  // namespace slackline::config
