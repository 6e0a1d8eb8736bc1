// What nodes of a file are called.
#include "testbench/fabric_file/names.hpp"

#include <catch2/catch.hpp>

using namespace slackline::fabric_file;
using Lines = std::vector<std::string>;

namespace {

Lines names(const std::vector<Node>& nodes) {
  FabricFile file;
  file.nodes = nodes;
  return names_of(file);
}

}  // namespace

TEST_CASE("a node is called by its description without its adapter, if no other node is", "[quick]") {
  CHECK(names({{"H-1", "n01 HCA-1", true, 0},
               {"H-2", "n02 mlx5_0", true, 0},
               {"S-3", "SwitchX -  Mellanox!", false, 0}}) == Lines{"n01", "n02", "SwitchX_Mellanox"});
  CHECK(names({{"H-1", "n01 HCA-1", true, 0}, {"H-2", "n01 HCA-2", true, 0}}) == Lines{"n01_HCA_1", "n01_HCA_2"});
  CHECK(names({{"H-1", "MT25408", true, 0}, {"H-2", "MT25408", true, 0}}) == Lines{"H_1", "H_2"});
}

TEST_CASE("names are legal scopes of waves, not long, and all different") {
  CHECK(names({{"7", "", false, 0}, {"8", "", true, 0}}) == Lines{"switch7", "host8"});
  CHECK(names({{"S-1", std::string(37, 'x'), false, 0}, {"S-2", std::string(36, 'x'), false, 0}}) ==
        Lines{"S_1", std::string(36, 'x')});
  CHECK(names({{"a.b", "", false, 0}, {"a_b", "", false, 0}, {"...", "", true, 0}}) ==
        Lines{"switch_0", "switch_1", "host_2"});
  CHECK(names({{"S-1", "clock", false, 0}}) == Lines{"S_1"});
}
