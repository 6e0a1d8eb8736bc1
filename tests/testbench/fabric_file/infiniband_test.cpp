// Dumps of ibnetdiscover: read correctly, or refused by name.
#include <catch2/catch.hpp>

#include "tests/testbench/fabric_file/reading.hpp"

using namespace slackline;
using test::FabricRead;
using Lines = std::vector<std::string>;

namespace {

const std::string head = "# Topology file: generated on Wed May 13 14:36:33 2020\n";

/// Two switches with a trunk of two cables, and three hosts, one of them with two cables.
std::string dump() {
  return head + R"(vendid=0x8f1
devid=0x5a5a
sysimgguid=0xb51
switchguid=0xb50(b50)
Switch	36 "S-0000000000000b50"		# "Spine # 1 "north"" enhanced port 0 lid 9 lmc 0
[1]	"S-0000000000000b60"[15]		# "Leaf" lid 16 4xQDR
[2]	"S-0000000000000b60"[14]		# "Leaf" lid 16 4xQDR
[4]	"H-003048c749cd0000"[1](3048c749cd0001) 		# "n1 HCA-1" lid 72 4xDDR

switchguid=0xb60(b60)
Switch	36 "S-0000000000000b60"		# "Leaf" base port 0 lid 16 lmc 0
[14]	"S-0000000000000b50"[2]		# "Spine # 1 "north"" lid 9 4xQDR
[15]	"S-0000000000000b50"[1]		# "Spine # 1 "north"" lid 9 4xQDR
[3]	"H-0000000000000c00"[1](c01) 		# "n2 HCA-1" lid 73 4xQDR
[20]	"H-0000000000000c00"[2](c02) 		# "n2 HCA-1" lid 74 1xQDR

caguid=0x3048c749cd0000
Ca	1 "H-003048c749cd0000"		# "n1 HCA-1"
[1](3048c749cd0001) 	"S-0000000000000b50"[4]		# lid 72 lmc 0 "Spine # 1 "north"" lid 9 4xDDR

caguid=0xc00
Ca	2 "H-0000000000000c00"		# "n2 HCA-1"
[1](c01) 	"S-0000000000000b60"[3]		# lid 73 lmc 0 "Leaf" lid 16 4xQDR
[2](c02) 	"S-0000000000000b60"[20]		# lid 74 lmc 0 "Leaf" lid 16 1xQDR
)";
}

std::string with(std::string text, const std::string& what, const std::string& instead) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) FAIL("no " << what);
  return text.replace(at, what.size(), instead);
}

Lines complaints_of(const std::string& text) { return test::read_fabric(text).complaints; }

}  // namespace

TEST_CASE("a dump of ibnetdiscover gives switches, trunks, hosts and their ports as it numbers them") {
  const FabricRead read = test::read_fabric(dump());
  REQUIRE(read.complaints.empty());
  const topology::GivenNetwork& network = *read.network;
  CHECK(network.format == "ibnetdiscover");
  CHECK(network.name == "test.txt");
  CHECK(network.switches == Lines{"Spine_1_north", "Leaf"});
  CHECK(test::links_of(network) == Lines{"Spine_1_north:1-Leaf:15", "Spine_1_north:2-Leaf:14"});
  CHECK(test::hosts_of(network) == Lines{"n1:Spine_1_north:4", "n2_p1:Leaf:3", "n2_p2:Leaf:20"});
  CHECK(network.ports == 21);
  CHECK(network.notes.empty());
}

TEST_CASE("the fastest link takes a flit a cycle, slower ones take longer in the exact ratio") {
  const topology::GivenNetwork network = *test::read_fabric(dump()).network;
  CHECK(network.hosts[0].times.slower == 2);
  CHECK(network.hosts[1].times.slower == 1);
  CHECK(network.hosts[2].times.slower == 4);
  CHECK(network.links[0].times.slower == 1);
  CHECK(network.slowest() == 4);
  REQUIRE(network.speeds.size() == 3);
  CHECK(network.speeds[0].name == "4xQDR");
  CHECK(network.speeds[0].links == 3);
  CHECK(network.speeds[1].name == "4xDDR");
  CHECK(network.speeds[2].name == "1xQDR");

  std::string odd = with(with(dump(), "lid 9 4xDDR", "lid 9 4xFDR"), "lid 72 4xDDR", "lid 72 4xFDR");
  odd = with(odd, "lid 16 4xQDR\n[2]", "lid 16 4xEDR\n[2]");
  odd = with(odd, "lid 9 4xQDR\n[3]", "lid 9 4xEDR\n[3]");
  const topology::GivenNetwork faster = *test::read_fabric(odd).network;
  CHECK(faster.speeds[0].name == "4xEDR");
  CHECK(faster.speeds[1].name == "4xFDR");
  CHECK(faster.speeds[1].slower == CyclesPerFlit(11, 6));  // 25 / (14.0625 * 64 / 66)
  CHECK(faster.speeds[1].asked == Approx(25.0 / (14.0625 * 64 / 66)));
}

TEST_CASE("all links of a dump without speeds are equal") {
  std::string text = dump();
  for (const char* speed : {" 4xQDR", " 4xDDR", " 1xQDR"})
    while (text.find(speed) != std::string::npos) text = with(text, speed, "");
  const FabricRead read = test::read_fabric(text);
  REQUIRE(read.complaints.empty());
  CHECK(read.network->speeds.empty());
  CHECK(read.network->slowest() == 1);
}

TEST_CASE("a speed given at only one end is that of the link, one given at neither is the fastest, with a note") {
  CHECK(test::read_fabric(with(dump(), "lid 72 4xDDR", "lid 72")).network->hosts[0].times.slower == 2);
  const FabricRead read = test::read_fabric(with(with(dump(), "lid 72 4xDDR", "lid 72"), "lid 9 4xDDR", "lid 9"));
  CHECK(read.network->hosts[0].times.slower == 1);
  CHECK(read.network->notes == Lines{"1 link without a speed: as the fastest"});
}

TEST_CASE("GUIDs are the same with and without their leading zeros, and in capitals") {
  std::string text = dump();
  text = with(text, "Switch\t36 \"S-0000000000000b60\"", "Switch\t36 \"S-b60\"");
  text = with(text, "\"S-0000000000000b60\"[20]", "\"S-B60\"[20]");
  const FabricRead read = test::read_fabric(text);
  REQUIRE(read.complaints.empty());
  CHECK(test::links_of(*read.network) == test::links_of(*test::read_fabric(dump()).network));
}

TEST_CASE("nodes without a cable are left out with a note, and so are switches that lead to no host", "[quick]") {
  const FabricRead read = test::read_fabric(dump() + R"(
Ca	1 "H-1"		# "alone HCA-1"

Switch	8 "S-2"		# "dark" base port 0 lid 1 lmc 0

Switch	8 "S-3"		# "x" base port 0 lid 1 lmc 0
[1]	"S-4"[1]		# "y" lid 1 4xQDR

Switch	8 "S-4"		# "y" base port 0 lid 1 lmc 0
[1]	"S-3"[1]		# "x" lid 1 4xQDR
)");
  REQUIRE(read.complaints.empty());
  CHECK(read.network->switches.size() == 2);
  CHECK(read.network->hosts.size() == 3);
  CHECK(read.network->notes ==
        Lines{"left out, without a cable: alone, dark", "left out, without a way to a host: x, y"});
}

TEST_CASE("hosts that are cut off from the others are named", "[quick]") {
  const Lines complaints = complaints_of(dump() + R"(
Switch	8 "S-2"		# "dark" base port 0 lid 1 lmc 0
[1]	"H-1"[1](2) 		# "alone HCA-1" lid 1 4xQDR

Ca	1 "H-1"		# "alone HCA-1"
[1](2) 	"S-2"[1]		# lid 1 lmc 0 "dark" lid 1 4xQDR
)");
  CHECK(complaints == Lines{"1: no way to alone from the others; a way between all hosts"});
}

TEST_CASE("ends that do not agree are refused by name, each at its place") {
  CHECK(complaints_of(with(dump(), "[20]\t\"H-0000000000000c00\"[2]", "[21]\t\"H-0000000000000c00\"[2]")) ==
        Lines{"16: S-0000000000000b60 port 21 to H-0000000000000c00 port 2, which leads to S-0000000000000b60 port 20; "
              "the same cable at both its ends"});
}

TEST_CASE("impossible parts of a network are refused by name", "[quick]") {
  const std::string node = "Switch\t8 \"S-2\"\n";
  CHECK(complaints_of(dump() + node + "[1] \"S-77\"[2]\n") == Lines{"27: S-0000000000000077; a node of the file"});
  CHECK(complaints_of(dump() + node + "[9] \"S-b50\"[2]\n") == Lines{"27: port 9; 1 to 8, as many as the node has"});
  CHECK(complaints_of(dump() + node + node) == Lines{"27: S-0000000000000002 given twice; each node once"});
  CHECK(complaints_of(head + "switchguid=0x1(1)\n[1] \"S-2\"[1]\n") ==
        Lines{"3: a port of no node; the node's line above it"});
  CHECK(complaints_of(with(dump(), "1xQDR", "3xQDR")).at(0).substr(0, 11) == "16: 3xQDR; ");
  CHECK(complaints_of(with(dump(), "[14]\t", "[2]\t")).size() == 1);
  CHECK(complaints_of(dump() + "nonsense\n").at(0).substr(0, 14) == "26: nonsense; ");
  CHECK(complaints_of(dump() + "Switch 36\n").at(0) ==
        "26: Switch without ports and an id; a line such as: Switch 36 \"S-0008f10500200b50\"");
  CHECK(complaints_of(dump() + node + "[1] nothing\n").at(0) ==
        "27: [1] nothing; a port such as: [1] \"S-0008f10500200b50\"[36]");
  CHECK(complaints_of(head + "Ca 1 \"H-1\"\n[1](1) \"H-2\"[1] # \"b\"\n\nCa 1 \"H-2\"\n[1](2) \"H-1\"[1] # \"a\"\n") ==
        Lines{"3: H_0000000000000001 joined to H_0000000000000002; hosts joined to switches only"});
}

namespace {

/// A switch of `ports` ports with a host at each, numbered from `first` on.
std::string switch_of(int ports, int first) {
  std::string text = head + "Switch 400 \"S-1\"\n";
  for (int host = 1; host <= ports; ++host)
    text += "[" + std::to_string(host - 1 + first) + "] \"H-" + std::to_string(host) + "\"[1]\n";
  for (int host = 1; host <= ports; ++host)
    text += "Ca 1 \"H-" + std::to_string(host) + "\"\n[1] \"S-1\"[" + std::to_string(host - 1 + first) + "]\n";
  return text;
}

}  // namespace

TEST_CASE("a switch of 65 ports keeps their numbers; 257 are refused") {
  const FabricRead read = test::read_fabric(switch_of(65, 101));
  REQUIRE(read.complaints.empty());
  CHECK(read.network->ports == 166);
  CHECK(read.network->hosts.front().port == 101);
  CHECK(read.network->hosts.back().port == 165);
  CHECK(complaints_of(switch_of(257, 1)) ==
        Lines{"2: S_0000000000000001 with 257 ports in use; up to 256 ports of a switch"});
}

TEST_CASE("ports of small switches are renumbered where the file's numbers are too high") {
  const FabricRead read = test::read_fabric(switch_of(64, 102));
  REQUIRE(read.complaints.empty());
  CHECK(read.network->ports == 64);
  CHECK(read.network->hosts.front().port == 0);
  CHECK(read.network->hosts.back().port == 63);
}

TEST_CASE("text after a cable of a dump without a # is refused, and not ignored") {
  CHECK(complaints_of(with(dump(), "[1](3048c749cd0001) \t\t# \"n1", "[1](3048c749cd0001) trash # \"n1")).at(0) ==
        "9: trash # \"n1 HCA-1\" lid 72 4xDDR; # and a description, or nothing more");
}

TEST_CASE("additions of ibnetdiscover with --full, with --grouping and for some hardware do not change speeds") {
  std::string text = dump();
  for (const char* speed : {"4xQDR\n", "4xDDR\n", "1xQDR\n"})
    for (std::size_t at = 0; (at = text.find(speed, at)) != std::string::npos; at += 20)
      text.replace(at, 6, std::string(speed, 5) + " s=4 w=2 v=4\n");
  text = with(text, "v=4\n[2]", "v=4 (scp)\n[2]");
  text = with(text, "v=4\n[4]", "v=4 slot 3\n[4]");
  text = with(text, "vendid", "\nChassis 1 (guid 0x8f1)\nHostname: n1\n\n# Spine Nodes\nvendid");
  text = with(text, "\ncaguid", "\n\nNon-Chassis Nodes\n\ncaguid");
  text = with(text, "[4]\t\"", "[4][ext 7]\t\"");
  const FabricRead read = test::read_fabric(text);
  CHECK(read.complaints.empty());
  REQUIRE(read.network);
  CHECK(read.network->speeds.at(0).links == 3);
  CHECK(read.network->speeds.at(1).name == "4xDDR");
  CHECK(read.network->hosts.at(2).times.slower == 4);
}

TEST_CASE("a speed unknown to ibnetdiscover is none") {
  const FabricRead read =
      test::read_fabric(with(with(dump(), "lid 72 4xDDR", "lid 72 4x???"), "lid 9 4xDDR", "lid 9 4x???"));
  REQUIRE(read.complaints.empty());
  CHECK(read.network->notes == Lines{"1 link without a speed: as the fastest"});
}

TEST_CASE("a dump without its end is reported as cut off, once, wherever the cut is", "[quick]") {
  const std::string whole = dump();
  // Up to the first port the dump is a switch without one.
  const std::size_t named = whole.find("b50\"") + 4, first_port = whole.find("\n[1]") + 1;
  // A cut within the description of a port in the last line loses nothing: the other end has speed and place, too.
  const std::size_t last_words = whole.rfind("[20]") + 4;
  std::size_t cut_off = 0;
  for (std::size_t length = whole.find("Switch") + 1; length < whole.size(); ++length) {
    const Lines complaints = complaints_of(whole.substr(0, length));
    INFO(whole.substr(0, length));
    if (length >= named && length <= first_port) {
      CHECK(complaints == Lines{"1: no cable; a network"});
    } else if (length >= last_words && complaints.empty()) {
      continue;
    } else {
      REQUIRE(complaints.size() == 1);
      CHECK_THAT(complaints[0], Catch::Contains(": cut off "));
      ++cut_off;
    }
  }
  CHECK(cut_off >= last_words - whole.find("Switch") - 1 - (first_port + 1 - named));
  CHECK(complaints_of(whole.substr(0, whole.find("\ncaguid") + 1)) ==
        Lines{"16: cut off after this: H-003048c749cd0000 is missing, and 1 more that it names; a whole dump"});
  CHECK(complaints_of(whole.substr(0, whole.rfind("[2](c02)"))) ==
        Lines{"24: cut off after this: H-0000000000000c00 port 2 is missing; a whole dump"});
  CHECK(complaints_of(whole.substr(0, whole.rfind("c02)"))) == Lines{"25: cut off in this line; a whole dump"});
}

TEST_CASE("gaps that only an earlier refused line leaves are not reported", "[quick]") {
  // A refused host removes its ports, and whatever leads to them.
  CHECK(complaints_of(with(dump(), "Ca\t2 \"H", "Ca\t\"H")) ==
        Lines{"23: Ca without ports and an id; a line such as: Switch 36 \"S-0008f10500200b50\""});
  CHECK(complaints_of(with(dump(), "Ca\t2 \"H-0000000000000c00\"", "Ca\t2")).size() == 1);
  CHECK(complaints_of(with(dump(), "[20]\t\"H-0000000000000c00\"[2]", "[20]\t\"H-0000000000000c00\"2")).size() == 1);
  CHECK(complaints_of(with(dump(), "[20]\t\"H", "[x]\t\"H")).size() == 1);
  CHECK(complaints_of(with(dump(), "\n[14]\t", "\n[15]\t")).size() == 1);
  CHECK(complaints_of(dump() + "Switch 8 \"H-c00\"\n[1] \"S-b50\"[7]\n") ==
        Lines{"26: H-0000000000000c00 given twice; each node once"});
  CHECK(complaints_of(head + "switchguid=0x1(1)\n[1] \"S-2\"[1]\n[2] \"S-2\"[2]\n").size() == 1);
}

TEST_CASE("a link whose ends give two speeds runs at the slower one, with a note", "[quick]") {
  const FabricRead read = test::read_fabric(with(dump(), "lid 72 4xDDR", "lid 72 1xDDR"));
  REQUIRE(read.network);
  CHECK(read.network->hosts[0].times.slower == 8);
  CHECK(read.network->notes ==
        Lines{"ends disagree about the speed, the slower counts: S-0000000000000b50 port 4 at 1xDDR, "
              "H-003048c749cd0000 port 1 at 4xDDR"});
}

TEST_CASE("cables from a switch to itself are left out with a note", "[quick]") {
  const std::string two_ports = "[7]\t\"S-b50\"[8] # \"\" lid 9 4xQDR\n[8]\t\"S-b50\"[7] # \"\" lid 9 4xQDR\n";
  const std::string one_port = "[9]\t\"S-b50\"[9] # \"\" lid 9 4xQDR\n";
  const FabricRead read = test::read_fabric(with(dump(), "[4]\t\"H", two_ports + one_port + "[4]\t\"H"));
  CHECK(read.complaints.empty());
  REQUIRE(read.network);
  CHECK(test::links_of(*read.network) == test::links_of(*test::read_fabric(dump()).network));
  CHECK(read.network->notes ==
        Lines{"left out, cables from a node to itself: S-0000000000000b50 port 7 to "
              "S-0000000000000b50 port 8, S-0000000000000b50 port 9 to S-0000000000000b50 port 9"});
}

TEST_CASE("lines of the error stream in a dump are skipped with a note, wherever they are", "[quick]") {
  const std::string query =
      "src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,33 Attr 0x11:0) bad status 110; timeout\n";
  const std::string warning = "ibwarn: [4711] _do_madrpc: recv failed: Connection timed out\n";
  const FabricRead plain = test::read_fabric(dump());
  for (const std::string& text :
       {query + dump(), warning + query + dump(), with(dump(), "[2]\t\"S", warning + "[2]\t\"S"), dump() + query}) {
    const FabricRead read = test::read_fabric(text);
    CHECK(read.complaints.empty());
    REQUIRE(read.network);
    CHECK(read.network->format == "ibnetdiscover");
    CHECK(test::links_of(*read.network) == test::links_of(*plain.network));
    REQUIRE(read.network->notes.size() == 1);
    CHECK(read.network->notes[0].find("skipped: ") == 0);
  }
  CHECK(test::read_fabric(query + dump()).network->notes[0] ==
        "skipped: 1 line of the error stream, the first: src/query_smp.c:195; umad (DR path slid 0; dlid 0; 0,1,33 "
        "At...");
  CHECK(complaints_of("ibwarning\n" + dump()).size() == 1);  // not one of their messages
}

TEST_CASE("a message of the error stream may begin with the path of its program", "[quick]") {
  const std::string ports =
      "SW 2 7 0x0002c902400bcf10 4x QDR - CA 1 1 0x0002c9030000079b ( 'leaf' - 'n1' )\n"
      "SW 2 8 0x0002c902400bcf10 4x QDR - CA 3 1 0x0002c903000007ab ( 'leaf' - 'n2' )\n"
      "CA 1 1 0x0002c9030000079b 4x QDR - SW 2 7 0x0002c902400bcf10 ( 'n1' - 'leaf' )\n"
      "CA 3 1 0x0002c903000007ab 4x QDR - SW 2 8 0x0002c902400bcf10 ( 'n2' - 'leaf' )\n";
  for (const std::string program :
       {"/usr/sbin/ibnetdiscover", "./ibnetdiscover", "ibnetdiscover", " /usr/sbin/ibnetdiscover"}) {
    const std::string failed = program + ": iberror: failed: discover failed\n";
    INFO(failed);
    for (const std::string& text : {failed + dump(), with(dump(), "[2]\t\"S", failed + "[2]\t\"S"), dump() + failed,
                                    failed + ports, ports + failed}) {
      const FabricRead read = test::read_fabric(text);
      CHECK(read.complaints.empty());
      REQUIRE(read.network);
      REQUIRE(read.network->notes.size() == 1);
      CHECK(read.network->notes[0].find("skipped: 1 line of the error stream") == 0);
    }
  }
  for (const char* other :
       {"/usr/sbin/other: failed\n", "/usr/sbin/ibnetdiscover failed\n", "a /b/ibnetdiscover: failed\n"})
    CHECK(complaints_of(other + dump()).size() == 1);
}

TEST_CASE("aggregation nodes are no hosts, unless they are kept") {
  const std::string spine = "Switch\t36 \"S-0000000000000b50\"";
  const std::string cable = "[36]\t\"H-0000000000000a00\"[1](a00) \t\t# \"AN\" lid 80 4xQDR\n";
  const auto node = [](const std::string& device, const std::string& description) {
    return "\nvendid=0x2c9\ndevid=" + device + "\ncaguid=0xa00\nCa\t1 \"H-0000000000000a00\"\t\t# \"" + description +
           "\"\n[1](a00) \t\"S-0000000000000b50\"[36]\t\t# lid 80 lmc 0 \"Spine # 1 \"north\"\" lid 9 4xQDR\n";
  };
  const std::string before = with(dump(), "[1]\t\"S-0000000000000b60\"[15]", cable + "[1]\t\"S-0000000000000b60\"[15]");
  const Lines hosts = test::hosts_of(*test::read_fabric(dump()).network);
  for (const std::string& aggregation :
       {node("0xcf09", "Mellanox Technologies Aggregation Node"), node("0xcf09", "sharp"),
        node("0x1017", "Mellanox Technologies Aggregation Node")}) {
    const FabricRead read = test::read_fabric(before + aggregation);
    CHECK(read.complaints.empty());
    REQUIRE(read.network);
    CHECK(test::hosts_of(*read.network) == hosts);
    CHECK(read.network->ports == 21);
    CHECK(read.network->notes == Lines{"left out: 1 aggregation node of switches, which are no hosts "
                                       "(topology.aggregation_nodes: keep takes them for hosts)"});
    fabric_file::FabricFile file = read.file;
    file.keeps_aggregation_nodes = true;
    fabric_file::Complaints complaints;
    const auto kept = fabric_file::network_of(file, "kept", 1, complaints);
    REQUIRE(kept);
    CHECK(kept->hosts.size() == hosts.size() + 1);
    CHECK(kept->notes.empty());
  }
  CHECK(test::read_fabric(before + node("0x1017", "n9 HCA-1")).network->hosts.size() == hosts.size() + 1);
}

TEST_CASE("routers to other subnets are left out with a note", "[quick]") {
  const std::string port = "[33]\t\"R-0000000000000e00\"[1] # \"router\" lid 90 4xQDR\n";
  const FabricRead read =
      test::read_fabric(with(dump(), "[4]\t\"H", port + "[4]\t\"H") +
                        "\nrtguid=0xe00\nRt\t2 \"R-0000000000000e00\"\t\t# \"router\"\n"
                        "[1](e01) \t\"S-0000000000000b50\"[33]\t\t# lid 90 lmc 0 \"Spine\" lid 9 4xQDR\n");
  CHECK(read.complaints.empty());
  REQUIRE(read.network);
  CHECK(test::hosts_of(*read.network) == test::hosts_of(*test::read_fabric(dump()).network));
  CHECK(read.network->notes == Lines{"left out, routers to other subnets: router"});
}

TEST_CASE("port 0 of a switch is its management port and is not counted", "[quick]") {
  CHECK_FALSE(test::read_fabric(dump()).network->has_port_0);
}

namespace {

/// The network of dump() as listed by `ibnetdiscover -p`, except that n2 is two adapters.
const char* const port_list =
    R"(SW    16 20 0x0000000000000b60 1x QDR - CA    74  2 0x0000000000000c02 ( 'Leaf' - 'n2 HCA-1' )
SW    16 15 0x0000000000000b60 4x QDR - SW     9  1 0x0000000000000b50 ( 'Leaf' - 'Spine' )
SW    16 14 0x0000000000000b60 4x QDR - SW     9  2 0x0000000000000b50 ( 'Leaf' - 'Spine' )
SW    16  4 0x0000000000000b60 4x SDR                                     'Leaf'
SW    16  3 0x0000000000000b60 4x QDR - CA    73  1 0x0000000000000c01 ( 'Leaf' - 'n2 HCA-1' )
SW     9  4 0x0000000000000b50 4x DDR - CA    72  1 0x003048c749cd0001 ( 'Spine' - 'n1 'x' HCA-1' )
SW     9  2 0x0000000000000b50 4x QDR - SW    16 14 0x0000000000000b60 ( 'Spine' - 'Leaf' )
SW     9  1 0x0000000000000b50 4x QDR - SW    16 15 0x0000000000000b60 ( 'Spine' - 'Leaf' )
CA    72  1 0x003048c749cd0001 4x DDR - SW     9  4 0x0000000000000b50 ( 'n1 'x' HCA-1' - 'Spine' )
CA    74  2 0x0000000000000c02 1x QDR - SW    16 20 0x0000000000000b60 ( 'n2 HCA-1' - 'Leaf' )
CA    73  1 0x0000000000000c01 4x QDR - SW    16  3 0x0000000000000b60 ( 'n2 HCA-1' - 'Leaf' )
)";

}  // namespace

TEST_CASE("the list of ports that ibnetdiscover -p writes gives the same network") {
  const FabricRead read = test::read_fabric(port_list);
  CHECK(read.complaints.empty());
  REQUIRE(read.network);
  CHECK(read.network->format == "ibnetdiscover -p");
  CHECK(read.network->switches == Lines{"Leaf", "Spine"});
  CHECK(test::links_of(*read.network) == Lines{"Leaf:14-Spine:2", "Leaf:15-Spine:1"});
  CHECK(read.network->hosts.size() == 3);
  CHECK(read.network->hosts[0].times.slower == 1);
  CHECK(read.network->hosts[1].times.slower == 4);
  CHECK(read.network->hosts[2].times.slower == 2);
}

TEST_CASE("a malformed list of ports is refused by line", "[quick]") {
  const std::string list = port_list;
  CHECK(complaints_of(with(list, "'Leaf' - 'n2 HCA-1' )", "'Leaf'")).size() == 1);
  CHECK(complaints_of(with(list, "1x QDR", "3x QDR")).at(0).substr(0, 10) == "1: 3xQDR; ");
  CHECK(complaints_of(list + "SW 1 0 0x1 4x QDR\n").size() == 1);
  CHECK(complaints_of(list + "SW 1 1 0xz 4x QDR\n").size() == 1);
  CHECK(complaints_of(list + "nonsense\n").at(0).substr(0, 14) == "12: nonsense; ");
  const Lines torn = complaints_of(list.substr(0, list.find("CA    73  1 0x0000000000000c01 4x")));
  CHECK(torn.size() == 1);
}
