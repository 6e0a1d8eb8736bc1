// models: the ways in which the study evaluates an equation, side by side.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/studies/song2005/equations.hpp"

namespace slackline::song2005 {

/// Their headings, the first that which the paper has printed.
inline std::vector<std::string> analytic_columns() {
  return {"analytic, kg = 53", "analytic, kg = 17", "drain-corrected, kg = 17"};
}

/// The same with kg and drain of each column.
inline std::vector<Model> models_of(Parameters p) {
  std::vector<Model> models;
  for (const auto& [kg, drain] : {std::pair(kg_of_print, Drain::at_switch), std::pair(kg_of_text, Drain::at_switch),
                                  std::pair(kg_of_text, Drain::at_link)}) {
    p.kg = kg;
    models.push_back({p, drain});
  }
  return models;
}

inline std::vector<std::optional<double>> evaluated(const Parameters& p,
                                                    const std::function<double(const Model&)>& equation) {
  std::vector<std::optional<double>> values;
  for (const Model& model : models_of(p)) values.emplace_back(equation(model));
  return values;
}

}  // namespace slackline::song2005
