// How the tables find a key's field, and make its type of an enumeration, or of a vector of records.
#pragma once

#include <utility>
#include <vector>

#include "testbench/config/key.hpp"

namespace slackline::config {

/// The function that finds a field: at<&E::run, &RunSettings::seed>(experiment) is experiment.run.seed.
template <auto Outer, auto... Inner>
auto& at(Experiment& experiment) {
  return ((experiment.*Outer).*....*Inner);
}

/// A choice whose field is an enumeration.
template <class Field>
Choice choice(std::vector<ChoiceWord> words, Field field) {
  using Enum = std::remove_reference_t<decltype(field(std::declval<Experiment&>()))>;
  return {std::move(words), [field](Experiment& e) { return static_cast<unsigned>(field(e)); },
          [field](Experiment& e, unsigned index) { field(e) = static_cast<Enum>(index); }};
}

/// A list of maps whose records are the elements of a vector, which is found as by at().
template <auto... List>
RecordList record_list(std::size_t longest, std::string_view of, const std::vector<Key>& (*fields)()) {
  return {longest,
          of,
          fields,
          [](const Experiment& e) { return (e.*....*List).size(); },
          [](Experiment& e) { (e.*....*List).emplace_back(); },
          [](const Experiment& from, std::size_t index, Experiment& to) {
            (to.*....*List).push_back((from.*....*List).at(index));
          },
          [](Experiment& a, Experiment& b) { std::swap((a.*....*List), (b.*....*List)); }};
}

}  // namespace slackline::config
