#include "testbench/report/manifest.hpp"

#include <nlohmann/json.hpp>

#include "testbench/report/build_facts.hpp"
#include "testbench/run/experiment.hpp"

namespace slackline::report {

namespace {

using Json = nlohmann::ordered_json;

Json host() {
  const HostFacts facts = host_facts();
  return {{"system", facts.system},
          {"processor", facts.processor},
          {"processors", facts.processors},
          {"memory_bytes", facts.memory_bytes}};
}

}  // namespace

std::string manifest_json(const Manifest& manifest) {
  features::Experiment experiment;
  experiment.run.engine = manifest.engine;
  Json json;
  json["slackline"] = version();
  json["commit"] = commit();
  json["compiler"] = "GCC-compatible " __VERSION__;
  for (const auto& [name, number] : libraries()) json["libraries"][name] = number;
  json["host"] = host();
  json["inputs"] = Json::array();
  for (const InputFile& input : manifest.inputs)
    json["inputs"].push_back({{"file", input.path}, {"sha256", input.sha256}});
  json["engine"] = settings::to_string(settings::value_of(*features::find_key("run.engine"), experiment));
  json["seed"] = manifest.seed;
  json["cycles"] = manifest.cycles;
  json["wall_seconds"] = manifest.wall_seconds;
  json["cycles_per_second"] = manifest.cycles_per_second();
  json["files"] = manifest.files;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";  // a path may hold bytes that are no UTF-8
}

std::optional<std::uint64_t> cycles_of_manifest(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("slackline") || !json.contains("cycles")) return std::nullopt;
  if (!json["cycles"].is_number_unsigned()) return std::nullopt;
  return json["cycles"].get<std::uint64_t>();
}

std::set<std::string> digests_of_manifest(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  std::set<std::string> digests;
  if (!json.is_object() || !json.contains("inputs") || !json["inputs"].is_array()) return digests;
  for (const Json& input : json["inputs"])
    if (input.is_object() && input.contains("sha256") && input["sha256"].is_string())
      digests.insert(input["sha256"].get<std::string>());
  return digests;
}

std::optional<std::vector<std::string>> files_of_manifest(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("slackline") || !json.contains("files") || !json["files"].is_array())
    return std::nullopt;
  std::vector<std::string> files;
  for (const Json& file : json["files"]) {
    if (!file.is_string()) return std::nullopt;
    files.push_back(file.get<std::string>());
  }
  return files;
}

}  // namespace slackline::report
