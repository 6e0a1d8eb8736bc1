#include "testbench/config/link_meaning.hpp"

#include <map>
#include <utility>

#include "testbench/config/channel_index.hpp"
#include "testbench/config/experiment_network.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/record_fault.hpp"
#include "testbench/config/utf8.hpp"

namespace slackline::config {

namespace {

/// Some of the records may hold faults already: their other fields are judged all the same.
bool to_be_checked(const Reading& reading) { return reading.given.count("links") != 0; }

}  // namespace

void check_link_delays(Reading& reading) {
  if (!to_be_checked(reading) || reading.doubtful.count("clock.period") != 0) return;
  const Time& period = reading.experiment.clock_period;
  const bool clocked = reading.given.count("clock.period") != 0;
  for (std::size_t i = 0; i < reading.experiment.links.size(); ++i) {
    const std::optional<Delay>& delay = reading.experiment.links[i].delay;
    if (!delay || !delay->time) continue;
    const std::uint64_t cycles = cycles_of(*delay, period, 1);
    if (clocked && cycles <= 1000) continue;
    reading.doubtful.insert("links");
    const std::string asked = to_string(*delay->time);
    if (clocked)
      reading.faults.push_back(record_fault(reading, "links", i, "delay",
                                            asked + ": " + std::to_string(cycles) + " cycles", "up to 1000 cycles"));
    else
      reading.faults.push_back(record_fault(reading, "links", i, "delay", asked + ": a time without a clock",
                                            "cycles; with clock.period also a time"));
  }
}

void check_link_names(Reading& reading) {
  if (!to_be_checked(reading)) return;
  const ChannelIndex index(bare_network_of(reading.experiment));
  std::map<std::uint32_t, std::size_t> seen;  // channel -> record
  const auto note = [&](std::uint32_t channel, std::size_t record) {
    const auto [before, is_new] = seen.insert({channel, record});
    if (is_new) return true;
    reading.faults.push_back(
        record_fault(reading, "links", record, "link",
                     reading.experiment.links[record].link + ", which " +
                         record_name(reading, "links", before->second) + " is about, too",
                     "each channel in one record; directions: one where the two directions differ"));
    return false;
  };
  for (std::size_t i = 0; i < reading.experiment.links.size(); ++i) {
    if (!is_known(reading, "links", i, "link")) continue;
    const LinkSettings& settings = reading.experiment.links[i];
    const bool both = settings.directions == LinkDirections::both && !is_doubtful(reading, "links", i, "directions");
    const std::optional<std::uint32_t> channel = index.find(settings.link);
    if (!channel)
      reading.faults.push_back(record_fault(reading, "links", i, "link", escaped(settings.link, 80), index.allowed(),
                                            index.nearest_to(settings.link)));
    else if (note(*channel, i) && both)
      note(index.opposite(*channel), i);
  }
}

}  // namespace slackline::config
