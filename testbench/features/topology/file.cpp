#include "testbench/features/topology/file.hpp"

#include <tuple>
#include <utility>

#include "testbench/fabric_file/network_of.hpp"
#include "testbench/features/files/file_use.hpp"
#include "testbench/settings/utf8.hpp"

namespace slackline::features {

namespace {

constexpr const char* fabric_key = "topology.file";
constexpr const char* hosts_key = "topology.hosts_per_switch";

Finding what_of(const fabric_file::Complaint& complaint) {
  return complaint.problem.empty() ? value_found(escaped(complaint.found, 200))
                                   : problem(escaped(complaint.problem, 200));
}

/// Messages name the format: "X5.topofile:17:3: ibnetdiscover: ...".
void add_errors(Reading& reading, const SourcePtr& file, const fabric_file::Complaints& complaints,
                std::string_view format) {
  Position last;
  for (const fabric_file::Complaint& complaint : complaints.all()) {
    const Position at = file->position_of(complaint.place.at, complaint.place.length);
    if (std::tie(last.line, last.column) < std::tie(at.line, at.column)) last = at;
    reading.errors.push_back({file, at, std::string(format), what_of(complaint), complaint.expected, ""});
  }
  // Messages are in the order of their places: this one comes after all others.
  if (complaints.full())
    reading.errors.push_back(
        {file, last, std::string(format), problem("too many errors: the rest is not read"), "", ""});
}

}  // namespace

void read_fabric_file(Reading& reading) {
  const TopologySettings& topology = reading.values().get<TopologySettings>();
  if (topology.kind != TopologyKind::file || topology.file.empty() ||
      is_doubtful(reading, {"topology.kind", fabric_key}))
    return;
  if (const SourcePtr file = read_file_of(reading, fabric_key, fabric_file::most_bytes, FileUse::network))
    read_fabric(reading, file);
}

void read_fabric(Reading& reading, const SourcePtr& file) {
  fabric_file::Complaints complaints;
  fabric_file::Format format{};
  if (const std::string other = other_kind(file->text(), FileUse::network); !other.empty())
    complaints.add({}, other, wanted(FileUse::network));
  else if (fabric_file::recognise(file->text(), format, complaints))
    return read_fabric(reading, file, format);
  add_errors(reading, file, complaints, fabric_key);
  reading.doubtful.insert(fabric_key);
}

void read_fabric(Reading& reading, const SourcePtr& file, fabric_file::Format format) {
  TopologySettings& topology = reading.values().get<TopologySettings>();
  fabric_file::Complaints complaints;
  fabric_file::FabricFile read = fabric_file::read(file->text(), format, complaints);
  if (read.has_hosts() && is_given(reading, hosts_key))
    add_error(reading, hosts_key, {fabric_key},
              problem("has no effect with a file of " + std::string(fabric_file::word_of(format))),
              advice("use it only with a file that names no hosts, of graphml or cray"));
  read.keeps_aggregation_nodes = topology.aggregation_nodes == AggregationNodes::keep;
  if (!is_given(reading, hosts_key)) topology.hosts_per_switch = fabric_file::usual_hosts_per_switch(format);
  if (complaints.empty() && !is_doubtful(reading, {hosts_key}))
    topology.given = fabric_file::network_of(std::move(read), file->name(), topology.hosts_per_switch, complaints);
  add_errors(reading, file, complaints, fabric_file::word_of(format));
  topology.source = file;
  if (topology.given == nullptr) reading.doubtful.insert(fabric_key);
}

}  // namespace slackline::features
