#include "testbench/studies/sun2001/measurement.hpp"

#include <nlohmann/json.hpp>
#include <numeric>

namespace slackline::sun2001 {

using Json = nlohmann::json;

const char* to_string(Scheme scheme) {
  switch (scheme) {
    case Scheme::I: return "I";
    case Scheme::II: return "II";
    case Scheme::III: return "III";
    case Scheme::ordering: return "ordering";
    case Scheme::x_y: return "x-y";
    case Scheme::path: return "path";
    case Scheme::star: return "star";
    case Scheme::none: break;
  }
  return "no barriers";
}

std::string name_of(const Run& run) { return run.experiment + ", seed " + std::to_string(run.seed); }

double Measurement::mean_later() const {
  return later.empty() ? 0
                       : static_cast<double>(std::accumulate(later.begin(), later.end(), std::uint64_t{0})) /
                             static_cast<double>(later.size());
}

std::string encode(const Measurement& m) {
  return Json{{"first", m.first},     {"later", m.later},
              {"bound", m.bound},     {"hops", m.hops},
              {"cuts", m.cuts},       {"padding_flits", m.padding_flits},
              {"packets", m.packets}, {"barrier_flits", m.barrier_flits},
              {"latency", m.latency}, {"accepted", m.accepted}}
      .dump();
}

Measurement decode(const std::string& bytes) {
  const Json json = Json::parse(bytes);
  Measurement m;
  json.at("first").get_to(m.first);
  json.at("later").get_to(m.later);
  json.at("bound").get_to(m.bound);
  json.at("hops").get_to(m.hops);
  json.at("cuts").get_to(m.cuts);
  json.at("padding_flits").get_to(m.padding_flits);
  json.at("barrier_flits").get_to(m.barrier_flits);
  json.at("packets").get_to(m.packets);
  json.at("latency").get_to(m.latency);
  json.at("accepted").get_to(m.accepted);
  return m;
}

Measurements measure(const std::vector<Run>& runs, const Simulator& simulate, unsigned at_once,
                     const reproduction::Watch& watch) {
  return reproduction::measure(runs, simulate, decode, at_once, watch);
}

}  // namespace slackline::sun2001
