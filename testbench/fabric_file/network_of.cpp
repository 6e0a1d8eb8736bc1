#include "testbench/fabric_file/network_of.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "testbench/fabric_file/asides.hpp"
#include "testbench/fabric_file/clashes.hpp"
#include "testbench/fabric_file/names.hpp"
#include "testbench/fabric_file/parts.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::fabric_file {

namespace {

using topology::GivenNetwork;
using topology::LinkTimes;

constexpr std::uint64_t most_entries = 100'000'000;  // of routing tables: some ten seconds before the first cycle
constexpr std::size_t most_port_maps = 16;           // that notes list

class NetworkMaker {
 public:
  NetworkMaker(FabricFile file, std::uint64_t hosts_per_switch, Complaints& complaints)
      : file_(without_asides(std::move(file))),
        names_(names_of(file_)),
        hosts_per_switch_(file_.has_hosts() ? 0 : hosts_per_switch),
        complaints_(complaints) {}

  GivenNetwork make(const std::string& name) {
    made_.name = name.substr(name.rfind('/') + 1);
    made_.format = word_of(file_.format);
    made_.names_hosts = file_.has_hosts();
    refuse_cables();
    if (!complaints_.empty()) return {};
    belongs_ = network_part(file_, names_, complaints_);
    number_ports();
    judge_speeds();
    if (!complaints_.empty()) return {};
    add_switches();
    add_links();
    add_hosts();
    if (file_.has_hosts() && made_.hosts.size() < 2)
      complaints_.add_problem({}, made_.hosts.empty() ? "no host with a cable" : "1 host with a cable", "2 or more");
    if (const std::uint64_t entries = std::uint64_t{made_.switches.size()} * made_.hosts.size(); entries > most_entries)
      complaints_.add(
          {}, text::counted(made_.switches.size(), "switch") + " and " + text::counted(made_.hosts.size(), "host"),
          "up to " + std::to_string(most_entries) + " for the one times the other (what their tables hold)");
    if (!complaints_.empty()) return {};
    made_.notes = std::move(file_.notes);
    resolve_clashes(made_);
    return std::move(made_);
  }

 private:
  static FabricFile without_asides(FabricFile file) {
    leave_out_asides(file);
    return file;
  }

  void refuse_cables() {
    for (const Cable& cable : file_.cables)
      if (file_.nodes[cable.a.node].is_host && file_.nodes[cable.b.node].is_host)
        complaints_.add_problem(cable.place, names_[cable.a.node] + " joined to " + names_[cable.b.node],
                                "hosts joined to switches only");
    if (file_.cables.empty()) complaints_.add_problem({}, "no cable", "a network");
  }

  /// The numbers of the file, if they fit in switches of 64 ports, or of 256 where some have more than 64 in use;
  /// otherwise those in use, in their order, from 0 on. Hosts that the file does not name come after them.
  void number_ports() {
    std::vector<std::set<std::uint32_t>> used(file_.nodes.size());
    std::uint32_t highest = 0;
    const auto use = [&](const End& end) {
      used[end.node].insert(end.port);
      if (!file_.nodes[end.node].is_host) highest = std::max(highest, end.port);
    };
    for (const Cable& cable : file_.cables) {
      if (!belongs_[cable.a.node]) continue;
      use(cable.a);
      use(cable.b);
    }
    std::uint64_t most = 0;
    for (std::size_t n = 0; n < used.size(); ++n)
      if (!file_.nodes[n].is_host && belongs_[n]) most = std::max(most, used[n].size() + hosts_per_switch_);
    keeps_numbers_ = file_.numbers_ports() && highest < (most <= ports_of_bank ? ports_of_bank : most_ports_of_switch);
    if (keeps_numbers_) made_.ports = std::max<std::uint64_t>(2, highest + 1u);
    made_.has_port_0 = !keeps_numbers_;
    ports_.resize(file_.nodes.size());
    for (std::size_t n = 0; n < used.size(); ++n) {
      if (file_.nodes[n].is_host || !belongs_[n]) continue;
      const std::uint64_t count = used[n].size() + hosts_per_switch_;
      if (count > most_ports_of_switch)
        complaints_.add_problem({file_.nodes[n].at, 0}, names_[n] + " with " + text::counted(count, "port") + " in use",
                                "up to 256 ports of a switch");
      if (!keeps_numbers_) made_.ports = std::max(made_.ports, count);
      std::uint8_t next = 0;
      for (const std::uint32_t port : used[n])
        ports_[n].insert({port, keeps_numbers_ ? static_cast<std::uint8_t>(port) : next++});
    }
  }

  /// The fastest link takes a flit a cycle, the others as much longer as they are slower.
  void judge_speeds() {
    std::uint64_t fastest = 0, unknown = 0, known = 0;
    for (const Cable& cable : file_.cables) {
      if (!belongs_[cable.a.node]) continue;
      fastest = std::max(fastest, cable.speed.kilobits_per_second);
      ++(cable.speed.is_known() ? known : unknown);
    }
    if (fastest == 0) return;
    fastest_ = fastest;
    if (unknown != 0) file_.notes.push_back(text::counted(unknown, "link") + " without a speed: as the fastest");
    for (const Cable& cable : file_.cables)
      if (belongs_[cable.a.node] && !slower(cable).is_legal())
        complaints_.add(cable.place, cable.speed.name, "no link more than 1000 times as slow as the fastest");
  }

  CyclesPerFlit slower(const Cable& cable) const {
    const std::uint64_t rate = cable.speed.kilobits_per_second;
    return rate == 0 ? CyclesPerFlit() : nearest_cycles_per_flit(fastest_, rate);
  }

  LinkTimes times(const Cable& cable) const { return {slower(cable), cable.there, cable.back}; }

  void add_switches() {
    number_.resize(file_.nodes.size());
    for (std::size_t n = 0; n < file_.nodes.size(); ++n) {
      if (file_.nodes[n].is_host || !belongs_[n]) continue;
      number_[n] = static_cast<std::uint32_t>(made_.switches.size());
      made_.switches.push_back(names_[n]);
      if (file_.names_ports() && !keeps_numbers_) add_port_map(n);
    }
  }

  /// Neighbouring ports of the file that are neighbours here, too, make a run.
  void add_port_map(std::size_t node) {
    GivenNetwork::PortMap map;
    std::uint32_t last = 0;
    for (const auto& [of_file, port] : ports_[node]) {
      if (!map.runs.empty() && of_file == last + 1) {
        ++map.runs.back().ports;
        map.runs.back().last = port_name(of_file);
      } else {
        map.runs.push_back({port, 1, port_name(of_file), port_name(of_file)});
      }
      last = of_file;
    }
    const auto same = [&](const GivenNetwork::PortMap& other) { return is_same(map, other); };
    auto known = std::find_if(made_.port_maps.begin(), made_.port_maps.end(), same);
    if (known == made_.port_maps.end() && made_.port_maps.size() == most_port_maps) return;
    if (known == made_.port_maps.end()) {
      map.first = names_[node];
      known = made_.port_maps.insert(known, std::move(map));
    }
    ++known->switches;
  }

  static bool is_same(const GivenNetwork::PortMap& a, const GivenNetwork::PortMap& b) {
    return std::equal(a.runs.begin(), a.runs.end(), b.runs.begin(), b.runs.end(), [](const auto& x, const auto& y) {
      return std::tie(x.port, x.ports, x.first) == std::tie(y.port, y.ports, y.first);
    });
  }

  /// "l07" of a Cray, whose numbers are octal, "[101]" of InfiniBand.
  std::string port_name(std::uint32_t port) const {
    if (file_.numbers_ports()) return "[" + std::to_string(port) + "]";
    return std::string("l") + static_cast<char>('0' + port / 8) + static_cast<char>('0' + port % 8);
  }

  std::uint8_t port(const End& end) const { return ports_[end.node].at(end.port); }

  void add_links() {
    std::map<std::pair<std::uint64_t, std::string>, GivenNetwork::Speed> speeds;
    for (const Cable& cable : file_.cables) {
      if (!belongs_[cable.a.node]) continue;
      if (cable.speed.is_known()) {
        const std::uint64_t rate = cable.speed.kilobits_per_second;
        auto& speed = speeds[{fastest_ - rate, cable.speed.name}];
        speed = {cable.speed.name, speed.links + 1, static_cast<double>(rate) / 1e6,
                 static_cast<double>(fastest_) / static_cast<double>(rate), slower(cable)};
      }
      const bool a_is_host = file_.nodes[cable.a.node].is_host, b_is_host = file_.nodes[cable.b.node].is_host;
      if (!a_is_host && !b_is_host)
        made_.links.push_back(
            {number_[cable.a.node], number_[cable.b.node], port(cable.a), port(cable.b), times(cable)});
      else if (a_is_host)
        add_host(cable.a, cable.b, times(cable));
      else
        add_host(cable.b, cable.a, {slower(cable), cable.back, cable.there});
    }
    for (auto& [key, speed] : speeds) made_.speeds.push_back(std::move(speed));
  }

  void add_host(const End& host, const End& at, const LinkTimes& times) {
    host_ports_.push_back(host);
    made_.hosts.push_back({"", number_[at.node], port(at), times});
  }

  void add_hosts() {
    std::map<std::uint32_t, unsigned> cables;
    for (const End& host : host_ports_) ++cables[host.node];
    for (std::size_t i = 0; i < host_ports_.size(); ++i) {
      const End& host = host_ports_[i];
      made_.hosts[i].name = names_[host.node] + (cables[host.node] > 1 ? "_p" + std::to_string(host.port) : "");
    }
    if (!made_.names_hosts) add_unnamed_hosts();
    std::sort(made_.hosts.begin(), made_.hosts.end(), [](const GivenNetwork::Host& a, const GivenNetwork::Host& b) {
      return std::tie(a.at, a.port) < std::tie(b.at, b.port);
    });
  }

  void add_unnamed_hosts() {
    for (std::size_t n = 0; n < file_.nodes.size(); ++n) {
      if (!belongs_[n]) continue;
      for (std::uint64_t h = 0; h < hosts_per_switch_; ++h)
        made_.hosts.push_back({"host" + std::to_string(made_.hosts.size()),
                               number_[n],
                               static_cast<std::uint8_t>(ports_[n].size() + h),
                               {}});
    }
  }

  FabricFile file_;
  std::vector<std::string> names_;
  std::uint64_t hosts_per_switch_;
  Complaints& complaints_;
  GivenNetwork made_;
  std::vector<bool> belongs_;
  bool keeps_numbers_ = false;
  std::uint64_t fastest_ = 0;
  std::vector<std::map<std::uint32_t, std::uint8_t>> ports_;  ///< of each switch, by the file's numbers
  std::vector<std::uint32_t> number_;                         ///< of each switch
  std::vector<End> host_ports_;                               ///< of the hosts made, as the file has them
};

}  // namespace

std::shared_ptr<const GivenNetwork> network_of(FabricFile file, const std::string& name, std::uint64_t hosts_per_switch,
                                               Complaints& complaints) {
  GivenNetwork made = NetworkMaker(std::move(file), hosts_per_switch, complaints).make(name);
  if (!complaints.empty()) return nullptr;
  return std::make_shared<const GivenNetwork>(std::move(made));
}

std::uint64_t usual_hosts_per_switch(Format format) { return format == Format::cray ? 4 : 1; }

}  // namespace slackline::fabric_file
