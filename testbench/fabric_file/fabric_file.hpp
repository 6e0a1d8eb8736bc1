// fabric_file: networks in the file formats of other programs, with one reader a format. Each file is checked here on
// its own; network_of makes a network of it.
//
//   ibnetdiscover  the dump of an InfiniBand fabric (infiniband-diags: `ibnetdiscover > FILE`)
//   port_list      the same by ports (`ibnetdiscover -p > FILE`)
//   ibsim          what the simulator of such fabrics reads (ibsim-utils): nearly the same as a dump
//   anynet         BookSim's irregular networks
//   graphml        GraphML as the Internet Topology Zoo has it: undirected, one graph
//   cray           ports of the routers of a Cray XC, as Theta's listing has them
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/fabric_file/complaints.hpp"
#include "testbench/fabric_file/link_speed.hpp"

namespace slackline::fabric_file {

constexpr std::size_t most_bytes = std::size_t{64} << 20;  ///< of such a file
constexpr std::size_t most_nodes = 65536;                  ///< switches and hosts together
constexpr std::size_t most_cables = 1'000'000;
constexpr std::size_t most_name = 200;  ///< characters of what a file calls a node

enum class Format : std::uint8_t { ibnetdiscover, ibsim, port_list, anynet, graphml, cray };
/// "ibnetdiscover"
std::string_view word_of(Format format);

/// Nodes of InfiniBand fabrics that are no part of the network that is simulated.
enum class Aside : std::uint8_t {
  no,
  aggregation_node,  ///< a channel adapter within a switch that computes on what passes: no host
  router,            ///< to other subnets, of which the file knows nothing
};

struct Node {
  std::string id;           ///< unique in the file: "S-0008f10500200b50"
  std::string description;  ///< what people call it; may be empty, and that of several
  bool is_host = false;
  std::size_t at = 0;  ///< byte of the file
  Aside aside = Aside::no;
};

struct End {
  std::uint32_t node = 0;
  std::uint32_t port = 0;  ///< as the file numbers it, otherwise in the order of the file
};
constexpr std::uint64_t key_of(const End& end) { return std::uint64_t{end.node} << 32 | end.port; }

struct Cable {
  End a, b;
  LinkSpeed speed;
  std::uint32_t there = 0, back = 0;  ///< cycles of delay from a to b, and from b to a; 0: not in the file
  Place place;
};

struct FabricFile {
  Format format = Format::ibnetdiscover;
  std::vector<Node> nodes;
  std::vector<Cable> cables;
  std::vector<std::string> notes;        ///< what was left out, a line each
  bool keeps_aggregation_nodes = false;  ///< as hosts

  bool has_hosts() const { return format != Format::graphml && format != Format::cray; }
  bool numbers_ports() const {
    return format == Format::ibnetdiscover || format == Format::port_list || format == Format::ibsim;
  }
  bool names_ports() const { return numbers_ports() || format == Format::cray; }
};

constexpr const char* formats =
    "a dump of ibnetdiscover, a file of ibsim, BookSim's anynet, GraphML, or a Cray's listing of ports";

/// The format, by what the text begins with; with a complaint when it is none of them.
bool recognise(std::string_view text, Format& format, Complaints& complaints);

/// The same of a text that was not expected to be a network, by more of its beginning: words like "node" and "Switch"
/// begin other texts, too.
std::optional<Format> evident_format(std::string_view text);

/// Every file that leaves no complaint holds cables between nodes that exist, no two at one port.
FabricFile read(std::string_view text, Format format, Complaints& complaints);

}  // namespace slackline::fabric_file
