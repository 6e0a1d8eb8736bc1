#include "testbench/workloads/multicast/kind.hpp"

#include <string>

#include "testbench/features/kinds/build.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/nic/settings.hpp"
#include "testbench/multicast/group_program.hpp"
#include "testbench/settings/number.hpp"
#include "testbench/text/counted.hpp"
#include "testbench/workloads/multicast/build.hpp"
#include "testbench/workloads/multicast/groups.hpp"
#include "testbench/workloads/multicast/meter.hpp"
#include "testbench/workloads/multicast/scheme.hpp"
#include "testbench/workloads/multicast/settings.hpp"
#include "testbench/workloads/multicast/waves.hpp"

namespace slackline::multicast {

namespace {

using features::MulticastSettings;
using settings::Values;

features::Offer offer_of(const Values& experiment) {
  const MulticastSettings& settings = experiment.get<MulticastSettings>();
  const std::uint64_t groups = settings.count != 0 ? settings.count : settings.groups.size();
  return {settings::to_string(settings.load) + " words per cycle and source, in messages of " +
          text::counted(settings.words, "word") + " to " + text::counted(groups, "group") + ", " +
          to_string(settings.algorithm)};
}

void check(const Values& experiment, const features::WorkloadKind::Report& error) {
  const MulticastSettings& settings = experiment.get<MulticastSettings>();
  const bool by_hosts = settings.by == Forwarders::hosts;
  if (!features::has_nics(experiment) ||
      (!by_hosts && experiment.get<features::NicSettings>().firmware != multicast::firmware_of_groups))
    error("kind", settings::problem("multicast without firmware for it"),
          settings::advice(std::string("use it only with endpoint: nic, and nic.firmware: ") +
                           multicast::firmware_of_groups + " or by: hosts"));
  if (by_hosts && is_ordered(settings.algorithm))
    error("by", settings::value_found("hosts", std::string("with algorithm: ") + to_string(settings.algorithm)),
          "interfaces (they alone keep a total order)");
  if (by_hosts && settings.allows_deadlock)
    error("allow_deadlock", settings::problem("has no effect with by: hosts"),
          settings::advice("use it only with by: interfaces"));
  if (by_hosts && !settings.has_two_classes)
    error("classes", settings::problem("has no effect with by: hosts"),
          settings::advice("use it only with by: interfaces"));
  if (settings.load > 0 && settings.load > static_cast<double>(settings.words))
    error("load", settings::value_found(settings::to_string(settings.load)), "at most a message per cycle");
  const std::uint32_t scheme = by_hosts ? std::uint32_t{SCHEME_FIFO} : firmware_setting(experiment, "scheme");
  if (scheme == SCHEME_MANAGER && settings.allows_deadlock)
    error("allow_deadlock", settings::problem("has no effect with firmware.multicast.scheme: manager"),
          settings::advice("use it only with firmware.multicast.scheme: plain, fifo, credits or none"));
  if (!settings.has_two_classes && !has_acks(scheme))
    error("classes", settings::problem("has no effect with firmware.multicast.scheme: manager, credits or none"),
          settings::advice("use it only with firmware.multicast.scheme: plain or fifo"));
  if (settings.branching && !is_tree(settings.algorithm))
    error("branching", settings::problem(std::string("has no effect with algorithm: ") + to_string(settings.algorithm)),
          settings::advice("use it only with algorithm: up_down, wrap_around or ordered_tree"));
  if (settings.size != MulticastSettings().size && settings.count == 0 && !settings.groups.empty())
    error("size", settings::problem("has no effect with groups"), settings::advice("use it only with count"));
  if (!settings.ids.empty() && settings.order != HostOrder::given)
    error("ids",
          settings::problem("has no effect with order: " +
                            std::string(order_words().at(static_cast<std::size_t>(settings.order)).word)),
          settings::advice("use it only with order: given"));
}

/// Interfaces may wait for one another.
bool may_deadlock(const Values& experiment) {
  const MulticastSettings& settings = experiment.get<MulticastSettings>();
  return !settings.has_two_classes || settings.order == HostOrder::group ||
         firmware_setting(experiment, "scheme") == SCHEME_CREDITS || features::some_hosts_stop(experiment);
}

void check_hosts(const Values& experiment, const network::Netlist& netlist,
                 const features::WorkloadKind::Report& error) {
  groups_of(experiment, netlist, error);
  given_order(experiment, netlist, error);
  const MulticastSettings& settings = experiment.get<MulticastSettings>();
  if (settings.by == Forwarders::hosts) return;
  if (settings.allows_deadlock && firmware_setting(experiment, "scheme") != SCHEME_MANAGER && !may_deadlock(experiment))
    error("allow_deadlock", settings::problem("has no effect with classes: two and one order of all hosts"),
          settings::advice("use it only with classes: one, order: group, nic.receive.when_full: stop, or "
                           "firmware.multicast.scheme: credits"));
}

}  // namespace

features::WorkloadKind kind() {
  features::WorkloadKind kind{"multicast",
                              "hosts send messages to groups; keys of its record; page: docs/multicast.md"};
  kind.ends = false;
  kind.most_hosts = most_hosts;
  kind.keys = {{"multicast.", features::multicast_keys()}};
  kind.meter = meter_of;
  kind.waves = waves_of;
  kind.program = program_of;
  kind.is_bounded = [](const Values& record) { return record.get<MulticastSettings>().messages.has_value(); };
  kind.offer = offer_of;
  kind.headlines = {{"latency.to_last.mean", "to last", 1}, {"load.accepted", "words to members", 4}};
  kind.add_settings = [](settings::Sections& sections) { sections.add<MulticastSettings>(); };
  kind.check = check;
  kind.check_hosts = check_hosts;
  kind.complete = complete;
  return kind;
}

}  // namespace slackline::multicast
