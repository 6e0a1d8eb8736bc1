#include "tests/testbench/fabric_file/reading.hpp"

#include <algorithm>

namespace slackline::test {

FabricRead read_fabric(const std::string& text, std::uint64_t hosts_per_switch) {
  FabricRead read;
  fabric_file::Complaints complaints;
  if (fabric_file::recognise(text, read.format, complaints)) {
    read.file = fabric_file::read(text, read.format, complaints);
    if (complaints.empty()) read.network = network_of(read.file, "folder/test.txt", hosts_per_switch, complaints);
  }
  for (const fabric_file::Complaint& complaint : complaints.all()) {
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(complaint.place.at), '\n');
    read.complaints.push_back(std::to_string(line) + ": " + complaint.found + complaint.problem + "; " +
                              complaint.expected);
  }
  return read;
}

std::vector<std::string> links_of(const topology::GivenNetwork& network) {
  std::vector<std::string> links;
  for (const auto& link : network.links)
    links.push_back(network.switches[link.a] + ":" + std::to_string(link.port_of_a) + "-" + network.switches[link.b] +
                    ":" + std::to_string(link.port_of_b));
  std::sort(links.begin(), links.end());
  return links;
}

std::vector<std::string> hosts_of(const topology::GivenNetwork& network) {
  std::vector<std::string> hosts;
  for (const auto& host : network.hosts)
    hosts.push_back(host.name + ":" + network.switches[host.at] + ":" + std::to_string(host.port));
  return hosts;
}

}  // namespace slackline::test
