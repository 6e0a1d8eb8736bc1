// How long multicasts take, as a user sees it, against equation (1) of Anglano, Casetti, Leonardi and Neri.
#include <catch2/catch.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "tests/cli/command.hpp"
#include "tests/cli/multicast_file.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// By how much a message takes longer to its last receiver with one more of them, at hosts of one switch: simulated, and by
/// equation (1).
std::pair<double, double> cycles_of_a_receiver(const Workplace& w, const std::string& multicast, int buffers,
                                               int buffer_words, const std::string& options) {
  const auto values = [&](int last) {
    const std::string words = std::to_string(buffer_words), folder = std::to_string(last);
    w.write("x.yaml",
            "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: single_switch, hosts_per_switch: 16 }\n"
            "endpoint: nic\nnic: { firmware: multicast, packet_words: " +
                words +
                ", memory: 1 MiB }\n"
                "firmware: { multicast: { buffers: " +
                std::to_string(buffers) + ", buffer_words: " + words +
                " } }\n"
                "workloads:\n  - { kind: multicast, groups: ['0-" +
                folder + "'], sources: first, load: 0.01, messages: 1, " + multicast +
                " }\nrun: { warmup: 0, max_cycles: 400000 }\n");
    const Output run = w.slackline("run x.yaml --out " + folder + options);
    INFO(run.err);
    REQUIRE(run.status == 0);
    const auto value = [&](const char* of) {
      return std::stod(w.of_json(folder + "/result.json", std::string("r[\"workloads\"][\"multicast\"]") + of));
    };
    return std::pair(value("[\"latency\"][\"to_last\"][\"max\"]"), value("[\"tree_cost\"][\"max\"]"));
  };
  const auto few = values(4), many = values(12);
  return {(many.first - few.first) / 8, (many.second - few.second) / 8};
}

}  // namespace

TEST_CASE("from one copy to the next a host takes the time that equation (1) counts, by the costs of its processor",
          "[multicast]") {
  const Workplace w;
  const std::string unit =
      " --set nic.costs=free --set nic.cost.event=20 --set nic.cost.register_read=1 --set "
      "nic.cost.register_write=1 --set nic.cost.load=1 --set nic.cost.store=1";
  struct Case {
    std::string options;
    int words;
    bool is_between = false;  ///< short worms, for which the processor decides, and long ones
    std::string algorithm = "wrap_around";
  };
  const std::string free = " --set nic.costs=free", lanai4 = " --set nic.costs=lanai4",
                    of_16 = unit + " --set firmware.multicast.buffers=16 --set firmware.multicast.scheme=";
  const Case cases[] = {{free, 16},
                        {free, 500},
                        {unit, 16},
                        {unit, 500},
                        {lanai4, 16},
                        {unit, 64, true},
                        {unit, 128, true},
                        {lanai4, 500, true},
                        {unit + " --set firmware.multicast.scheme=plain", 16},
                        {of_16 + "credits", 16},
                        {of_16 + "credits", 500},
                        {of_16 + "none", 16},
                        {of_16 + "none", 500},
                        {of_16 + "manager", 16},
                        {of_16 + "manager", 500, true},
                        {unit, 500, false, "unicasts"}};
  for (const Case& c : cases) {
    INFO(c.options << ", " << c.words << " words, " << c.algorithm);
    // A header takes so long that the tree is a star: all copies are of one host.
    const auto [simulated, counted] = cycles_of_a_receiver(
        w, "algorithm: " + c.algorithm + ", forwarding: 1000000, words: " + std::to_string(c.words), 1, 600, c.options);
    CHECK(simulated >= (c.is_between ? 0.97 : 0.99) * counted);
    CHECK(simulated <= (c.is_between ? 1.25 : 1.01) * counted);
  }
}

TEST_CASE("a hop of a path takes the time that equation (1) counts, by the costs of its processor", "[multicast]") {
  const Workplace w;
  const std::string unit =
      "free --set nic.cost.event=20 --set nic.cost.register_read=1 --set nic.cost.register_write=1 --set "
      "nic.cost.load=1 --set nic.cost.store=1";
  for (const char* scheme : {"plain", "fifo", "manager", "credits", "none"})
    for (const std::string& costs :
         {std::string("free"), unit, unit + " --set link.cycles_per_flit=3", std::string("lanai4")}) {
      INFO(scheme << ", " << costs);
      const auto [simulated, counted] =
          cycles_of_a_receiver(w, "algorithm: ring, words: 16", 16, 16,
                               std::string(" --set firmware.multicast.scheme=") + scheme + " --set nic.costs=" + costs);
      CHECK(simulated == counted);
    }
}

TEST_CASE("a hop of a long worm takes longer than equation (1) counts where its ACK has no virtual channel of its own",
          "[multicast]") {
  const Workplace w;
  const auto cycles_of_hops = [&](int members, const std::string& options, const char* of) {
    w.write(
        "x.yaml",
        "schema_version: 1\nclock: { period: 10 ns }\ntopology: { kind: single_switch, hosts_per_switch: 16 }\n"
        "endpoint: nic\nnic: { firmware: multicast, packet_words: 512, memory: 1 MiB, cost: { event: 20, start: 20, "
        "register_read: 1, register_write: 1, load: 1, store: 1 } }\n"
        "firmware: { multicast: { buffers: 4, buffer_words: 512 } }\n"
        "workloads: [{ kind: multicast, groups: ['0-" +
            std::to_string(members - 1) +
            "'], sources: first, load: 0.01, words: 512, messages: 1, algorithm: ring, order: numbers }]\n"
            "run: { warmup: 0, max_cycles: 400000 }\n");
    const Output run = w.slackline("run x.yaml --out results" + options);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return std::stod(w.of_json("results/result.json", std::string("r[\"workloads\"][\"multicast\"]") + of));
  };
  // docs/multicast.md has these figures.
  for (const auto& [options, simulated, counted] : {std::tuple("", 262., 168.),
                                                    {" --set switch.virtual_channels=2", 2391. / 14, 168.},
                                                    {" --set firmware.multicast.scheme=none", 146., 146.}}) {
    INFO(options);
    const char* const time = "[\"latency\"][\"to_last\"][\"max\"]";
    CHECK((cycles_of_hops(16, options, time) - cycles_of_hops(2, options, time)) / 14 == Approx(simulated));
    CHECK(cycles_of_hops(16, options, "[\"tree_cost\"][\"max\"]") / 15 == counted);
  }
}

TEST_CASE("latencies of multicasts have an interval, or the reason why there is none", "[multicast]") {
  const Workplace w;
  w.write("x.yaml", with("groups: ['0-7', '2 5 9 12 15'], words: 40, algorithm: wrap_around"));
  const auto half_width = [&](const std::string& settings, const char* of) {
    REQUIRE(w.slackline("run x.yaml --out results" + settings).status == 0);
    return w.of_json("results/result.json",
                     std::string("r[\"workloads\"][\"multicast\"][\"latency\"][\"") + of + "\"][\"half_width\"]");
  };
  for (const char* of : {"to_member", "to_last"}) {
    const std::string few = half_width(" --set 'workloads[0].messages=2'", of);
    const std::string many = half_width(" --set 'workloads[0].messages=300' --set run.max_cycles=2000000", of);
    INFO(of << ": " << few << ", " << many);
    CHECK(few == "None");
    REQUIRE(many != "None");
    CHECK(std::stod(many) > 0);
  }
  CHECK_THAT(w.slackline("run x.yaml --set 'workloads[0].messages=2'").out,
             Contains("(no interval: too short a run for an interval of latency), of "));
  CHECK_THAT(w.slackline("run x.yaml --set 'workloads[0].messages=300' --set run.max_cycles=2000000").out,
             Contains("cycles, +- "));
}
