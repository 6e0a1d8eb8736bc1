// The JSON Schema holds every key of the table, in its group, and nothing else. tests/cli/schema.py tests which files
// it accepts and refuses.
#include "testbench/run/experiment.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

using namespace slackline::features;
using Json = nlohmann::json;

namespace {

std::size_t leaves(const Json& schema) {
  if (!schema.contains("properties")) return 1;
  CHECK(schema["additionalProperties"] == false);
  std::size_t count = 0;
  for (const auto& [name, inner] : schema["properties"].items()) count += leaves(inner);
  return count;
}

}  // namespace

TEST_CASE("a key whose default comes from another key has no default in the schema, but names that key") {
  const Json cost = Json::parse(json_schema())["properties"]["nic"]["properties"]["cost"]["properties"]["event"];
  CHECK_FALSE(cost.contains("default"));
  CHECK(cost["description"].get<std::string>().find("Default: by nic.costs.") != std::string::npos);
}

TEST_CASE("the schema lets a drift be a number of ppm within the bounds of its key, or a text with the unit") {
  const Json root = Json::parse(json_schema());
  const auto bounds = [&](const std::string& key) {
    const Json drift = root.at(Json::json_pointer("/properties/" + key + "/anyOf"));
    REQUIRE(drift.size() == 2);
    CHECK(drift[0]["type"] == "number");
    CHECK(drift[1]["type"] == "string");
    return std::vector<double>{drift[0]["minimum"], drift[0]["maximum"]};
  };
  // As in docs/configuration.md.
  CHECK(bounds("nic/properties/drift") == std::vector<double>{-100'000, 100'000});
  CHECK(bounds("nic/properties/drift_spread") == std::vector<double>{0, 100'000});
  CHECK(bounds("hosts/items/properties/nic/properties/drift") == std::vector<double>{-100'000, 100'000});
}

TEST_CASE("the schema holds every key once, with its limits, default and documentation", "[quick]") {
  const Json root = Json::parse(json_schema());
  CHECK(leaves(root) == key_table().size());
  CHECK(root["required"] == Json::array({"schema_version"}));
  for (const Key& key : key_table()) {
    INFO(key.path);
    std::string pointer = "/properties/" + std::string(key.path);
    for (std::size_t dot; (dot = pointer.find('.')) != std::string::npos;) pointer.replace(dot, 1, "/properties/");
    const Json& schema = root.at(Json::json_pointer(pointer));
    CHECK(schema["description"].get<std::string>().find(key.summary) == 0);
    if (const auto* t = std::get_if<Real>(&key.type)) {
      CHECK(schema["minimum"] == t->least);
      CHECK(schema["maximum"] == t->most);
    }
    if (const auto* t = std::get_if<Choice>(&key.type)) CHECK(schema["enum"].size() == t->words.size());
    if (const auto* t = std::get_if<RecordList>(&key.type)) {
      std::set<std::string> paths;  // those of several kinds come once
      for (const Key& field : t->fields()) paths.insert(field.path);
      CHECK(leaves(schema["items"]) == paths.size());
    }
  }
}
