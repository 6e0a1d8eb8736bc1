// Links whose speeds are no multiples of one another: what a file asks for, and what runs.
#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// Hosts of FDR10 below a trunk of FDR and one of QDR: ratios of 15/11 and 75/44.
const char dump[] = R"(switchguid=0x1(1)
Switch	36 "S-1"		# "leaf"
[1]	"H-2"[1](3)		# "h1 HCA-1" lid 2 4xFDR10
[2]	"H-4"[1](5)		# "h2 HCA-1" lid 3 4xFDR10
[3]	"S-6"[1]		# "spine" lid 6 4xFDR
[4]	"S-6"[2]		# "spine" lid 6 4xQDR

switchguid=0x6(6)
Switch	36 "S-6"		# "spine"
[1]	"S-1"[3]		# "leaf" lid 1 4xFDR
[2]	"S-1"[4]		# "leaf" lid 1 4xQDR
[3]	"H-7"[1](8)		# "h3 HCA-1" lid 8 4xFDR

caguid=0x2
Ca	1 "H-2"		# "h1 HCA-1"
[1](3)	"S-1"[1]		# lid 2 lmc 0 "leaf" lid 1 4xFDR10

caguid=0x4
Ca	1 "H-4"		# "h2 HCA-1"
[1](5)	"S-1"[2]		# lid 3 lmc 0 "leaf" lid 1 4xFDR10

caguid=0x7
Ca	1 "H-7"		# "h3 HCA-1"
[1](8)	"S-6"[3]		# lid 8 lmc 0 "spine" lid 6 4xFDR
)";

struct Fabric : Workplace {
  Fabric() {
    write("fdr.topofile", dump);
    write("fdr.yaml",
          "schema_version: 1\ntopology: { kind: file, file: fdr.topofile }\n"
          "traffic: { load: 1, packet: { flits: 50 } }\nrun: { warmup: 1000, max_cycles: 31000 }\n");
  }
};

/// The number in a column of a link's line in links.csv.
double column(const std::string& csv, const std::string& link, std::size_t index) {
  const std::size_t begin = csv.find("\n" + link + ",");
  REQUIRE(begin != std::string::npos);
  std::string line = csv.substr(begin + 1);
  for (std::size_t i = 0; i < index; ++i) line = line.substr(line.find(',') + 1);
  return std::stod(line);
}

}  // namespace

TEST_CASE("describe shows the speed that each class of links asks for, and the one that it has", "[quick]") {
  const Fabric w;
  const std::string without_clock = w.slackline("describe fdr.yaml").out;
  CHECK_THAT(without_clock, Contains("4xFDR            2 links of 54.5455 Gb/s: a flit in 1 cycle\n") &&
                                Contains("4xFDR10          2 links of 40 Gb/s: 11 flits in 15 cycles\n") &&
                                Contains("4xQDR            1 link of 32 Gb/s: 44 flits in 75 cycles\n"));
  const std::string slow = w.slackline("describe fdr.yaml --set 'clock.period=1 ns'").out;
  CHECK_THAT(slow,
             Contains("11 flits in 15 cycles, 23.4667 Gb/s\n") &&
                 Contains("the fastest links have 32 Gb/s, not the file's 54.5455: flits of 32 bits have that with "
                          "a clock.period of 0.586667 ns\n"));
  const std::string same = w.slackline("describe fdr.yaml --set 'clock.period=0.586667 ns'").out;
  CHECK_THAT(same, Contains("40 Gb/s: 11 flits in 15 cycles, 40 Gb/s\n") && !Contains("not the file's"));
  CHECK_THAT(w.slackline("describe fdr.yaml --json --set 'clock.period=1 ns'").out,
             Contains("\"asked_gigabits_per_second\": 40.0") && Contains("\"gigabits_per_second\": 23.46"));
  const std::string own = w.shell(
                               "echo 'links: [{ link: link_leaf_p3_to_spine_p1, cycles_per_flit: 9 }]' >> fdr.yaml; "
                               "$slackline describe fdr.yaml")
                              .out;
  CHECK_THAT(own, Contains("the speeds of links are the file's; `links` sets others, in 1 place"));
  CHECK_THAT(without_clock, !Contains("sets others"));
  // Multiples of the fastest link's cycles are honoured.
  CHECK_THAT(w.slackline("describe fdr.yaml --set link.cycles_per_flit=11").out,
             Contains("4xFDR10          2 links of 40 Gb/s: a flit in 15 cycles\n"));
}

TEST_CASE("hosts that always send fill links of any ratio exactly") {
  const Fabric w;
  // h1 and h2 send to each other without end; h3 is its own partner, and silent.
  REQUIRE(w.slackline("run fdr.yaml --quiet --out results --set traffic.pattern=permutation "
                      "--set traffic.permutation=[1,0,2]")
              .status == 0);
  // 11 flits in 15 cycles, give or take one at either end of the 30,000 cycles.
  const std::string links = w.read("results/links.csv");
  for (const char* const link : {"link_h1_to_leaf_p1", "link_leaf_p2_to_h2"}) {
    CHECK(column(links, link, 2) == Approx(30'000.0 * 11 / 15).margin(1));
    CHECK(column(links, link, 3) == Approx(30'000).margin(2));
  }
}

TEST_CASE("describe shows a fraction of cycles and how long it is", "[quick]") {
  const Workplace w;
  w.write("x.yaml", "schema_version: 1\nclock: { period: 2 ns }\nlink: { cycles_per_flit: 5/4 }\n");
  CHECK_THAT(w.slackline("describe x.yaml").out, Contains("link.cycles_per_flit       5/4       5/4  2.5 ns"));
  CHECK_THAT(w.slackline("describe x.yaml --json").out, Contains("\"cycles\": 1.25"));
  REQUIRE(w.slackline("run x.yaml --quiet --set run.max_cycles=2000 --out one").status == 0);
  REQUIRE(w.slackline("run one/resolved.yaml --quiet --out two").status == 0);
  CHECK(w.read("one/result.json") == w.read("two/result.json"));
}
