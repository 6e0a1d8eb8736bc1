#include <nlohmann/json.hpp>

#include "testbench/report/explanation.hpp"
#include "testbench/report/standstill_json.hpp"

namespace slackline::report {

namespace {

using Json = nlohmann::ordered_json;

Json or_null(Cycle cycle) { return cycle == never ? Json() : Json(cycle.value); }

Json list_of(const std::vector<monitors::NamedWait>& waits) {
  Json list = Json::array();
  for (const monitors::NamedWait& wait : waits) list.push_back(json_of(wait));
  return list;
}

Json stretch_json(const monitors::Stretch& stretch) {
  Json json{{"from", stretch.from.value}, {"to", stretch.to.value}, {"where", stretch.where}, {"doing", stretch.doing}};
  if (stretch.waits.empty()) return json;
  json["waits"] = list_of(stretch.waits);
  json["blockers"] = Json::array();
  for (const monitors::Blocker& blocker : stretch.blockers)
    json["blockers"].push_back({{"packet", blocker.packet},
                                {"where", blocker.where},
                                {"doing", blocker.doing},
                                {"waits", list_of(blocker.waits)}});
  json["blocked_so_cycles"] = stretch.blocked_so;
  json["in_a_cycle"] = stretch.in_a_cycle;
  json["for_ever"] = stretch.for_ever;
  return json;
}

}  // namespace

std::string explanation_json(const monitors::Explanation& e) {
  Json stretches = Json::array();
  for (const monitors::Stretch& stretch : e.stretches) stretches.push_back(stretch_json(stretch));
  const Json json{{"packet", e.packet},
                  {"source", e.source},
                  {"destination", e.destination},
                  {"flits", e.flits},
                  {"created", e.created.value},
                  {"injected", or_null(e.injected)},
                  {"delivered", or_null(e.delivered)},
                  {"end_of_run", e.end.value},
                  {"stretches", stretches}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string explanation_json(const monitors::MessageExplanation& e) {
  Json stretches = Json::array(), deliveries = Json::array();
  for (const monitors::QueueStretch& stretch : e.stretches) {
    Json json{{"from", stretch.from.value}, {"to", stretch.to.value},   {"host", stretch.host},
              {"queue", stretch.queue},     {"offset", stretch.offset}, {"state", stretch.state}};
    if (!stretch.next_host.empty()) json.update({{"next_host", stretch.next_host}, {"next_queue", stretch.next_queue}});
    stretches.push_back(json);
  }
  for (const monitors::Delivery& delivery : e.deliveries)
    deliveries.push_back({{"host", delivery.host}, {"cycle", delivery.cycle.value}});
  const Json json{{"message", e.message},
                  {"source", e.source},
                  {"destination", e.destination},
                  {"words", e.words},
                  {"created", e.created.value},
                  {"posted", e.posted.value},
                  {"received", or_null(e.received)},
                  {"end_of_run", e.end.value},
                  {"stretches", stretches},
                  {"deliveries", deliveries}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace slackline::report
