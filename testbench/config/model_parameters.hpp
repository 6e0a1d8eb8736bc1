// The words of the model and those of a configuration.
#pragma once

#include <string_view>
#include <vector>

namespace slackline::config {

using KeyPaths = std::vector<std::string_view>;

/// Which key a parameter of the model comes from, and which others its limits depend on.
struct ModelParameter {
  std::string_view parameter;
  std::string_view key;
  KeyPaths depends_on;
  std::string_view because;
};

const std::vector<ModelParameter>& model_parameters();

}  // namespace slackline::config
