#include "testbench/features/link/settings.hpp"

#include <map>
#include <utility>

#include "testbench/features/topology/build.hpp"
#include "testbench/features/topology/names.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::features {

namespace {

/// Some of the records may hold errors already: their other fields are judged all the same.
bool to_be_checked(const Reading& reading) { return reading.given.count("links") != 0; }

/// Or may do so: a key could not be read.
bool sets_any(const Reading& reading, std::size_t record) {
  const Origin& links = reading.given.find("links")->second;
  const auto& fields = links.fields.at(record);
  return fields.count("delay") + fields.count("cycles_per_flit") + links.doubtful.at(record).size() != 0;
}

}  // namespace

bool check_slowest_link(Reading& reading) {
  const TopologySettings& topology = reading.values().get<TopologySettings>();
  if (!topology.given || topology.kind != TopologyKind::file) return true;
  const CyclesPerFlit slowest = topology.given->slowest();
  if (topology::times(reading.values().get<LinkSettings>().cycles_per_flit, slowest).is_legal()) return true;
  add_error(reading, "link.cycles_per_flit", {"topology.file"},
            remark("the slowest link of the file is " + to_string(slowest) + " times as slow as the fastest"),
            "up to " + std::to_string(CyclesPerFlit::most) + " cycles a flit on every link");
  return false;
}

void check_link_delays(Reading& reading) {
  if (!to_be_checked(reading) || reading.doubtful.count("clock.period") != 0) return;
  const Time& period = reading.values().clock_period;
  const std::uint64_t most = std::get<AutoCycleDelay>(link_fields().find("links.delay")->type).most;
  const bool clocked = reading.given.count("clock.period") != 0;
  for (std::size_t i = 0; i < reading.values().get<LinkSettings>().own.size(); ++i) {
    const std::optional<Delay>& delay = reading.values().get<LinkSettings>().own[i].delay;
    if (!delay || !delay->time) continue;
    const std::uint64_t cycles = cycles_of(*delay, period, 1);
    if (clocked && cycles <= most) continue;
    reading.doubtful.insert("links");
    const std::string asked = to_string(*delay->time);
    if (clocked)
      reading.errors.push_back(record_error(reading, "links", i, "delay",
                                            value_found(asked, std::to_string(cycles) + " cycles"),
                                            "up to " + std::to_string(most) + " cycles"));
    else
      reading.errors.push_back(record_error(reading, "links", i, "delay", value_found(asked, "a time without a clock"),
                                            "cycles, or a time together with clock.period"));
  }
}

void check_link_names(Reading& reading) {
  if (!to_be_checked(reading)) return;
  const ChannelIndex index(bare_network_of(reading.values()));
  std::map<std::uint32_t, std::size_t> seen;  // channel -> record
  const auto note = [&](std::uint32_t channel, std::size_t record) {
    const auto [before, is_new] = seen.insert({channel, record});
    if (is_new) return true;
    reading.errors.push_back(
        record_error(reading, "links", record, "link",
                     value_found(reading.values().get<LinkSettings>().own[record].link,
                                 "also in " + record_name(reading, "links", before->second)),
                     "each channel in one record, with directions: one where the two directions differ"));
    return false;
  };
  for (std::size_t i = 0; i < reading.values().get<LinkSettings>().own.size(); ++i) {
    if (!is_known(reading, "links", i, "link")) continue;
    const OwnLinkSettings& settings = reading.values().get<LinkSettings>().own[i];
    const bool both = settings.directions == LinkDirections::both && !is_doubtful(reading, "links", i, "directions");
    const std::optional<std::uint32_t> channel = index.find(settings.link);
    if (!channel)
      reading.errors.push_back(record_error(reading, "links", i, "link", value_found(escaped(settings.link, 80)),
                                            index.wanted(), index.nearest_to(settings.link)));
    else if (note(*channel, i) && (!both || note(index.opposite(*channel), i)) && !sets_any(reading, i))
      reading.errors.push_back(record_error(reading, "links", i, "",
                                            problem("sets nothing for " + subject_of(reading, "links", i)),
                                            "link, and delay or cycles_per_flit"));
  }
}

}  // namespace slackline::features
