// The table and the figures of docs/nic.md, "Overhead, gap, latency", against runs of the commands above them.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/cli/command.hpp"

using namespace slackline::test;

namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(in_repository(file));
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The commands of the page that begin with `begin`, without line breaks and without `slackline` itself.
std::vector<std::string> commands(const std::string& page, const std::string& begin) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = page.find(begin, at)) != std::string::npos;) {
    std::string line;
    for (; page[at] != '\n' || line.back() == '\\'; ++at) {
      if (page[at] == '\n')
        line.back() = ' ';
      else
        line += page[at];
    }
    const std::string experiments = "testbench/experiments";
    line.replace(line.find(experiments), experiments.size(), in_repository(experiments));
    found.push_back(line.substr(std::string("slackline ").size()));
  }
  return found;
}

/// The cells of the table's rows that begin with a number.
std::vector<std::vector<std::string>> rows(const std::string& page, const std::string& head) {
  std::istringstream lines(page.substr(page.find(head)));
  std::vector<std::vector<std::string>> table;
  for (std::string line; std::getline(lines, line) && line.find('|') == 0;) {
    std::istringstream cells(line.substr(1));
    std::vector<std::string> row;
    for (std::string cell; std::getline(cells, cell, '|');) {
      const std::size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
      row.push_back(first == std::string::npos ? "" : cell.substr(first, last + 1 - first));
    }
    if (row.front().find_first_not_of("0123456789") == std::string::npos) table.push_back(row);
  }
  return table;
}

/// `value` with as many decimals as `like` has.
std::string written_like(double value, const std::string& like) {
  const std::size_t point = like.find('.');
  std::ostringstream text;
  text.setf(std::ios::fixed);
  text.precision(point == std::string::npos ? 0 : static_cast<std::streamsize>(like.size() - point - 1));
  text << value;
  return text.str();
}

}  // namespace

TEST_CASE("the page on network interfaces shows the latencies and bandwidths that its commands print") {
  const std::string page = text_of("docs/nic.md");
  const auto table = rows(page, "| words of a message ");
  REQUIRE(table.size() == 8);
  const auto sweeps = commands(page, "slackline sweep testbench/experiments/nic/latency_bandwidth.yaml");
  REQUIRE(sweeps.size() == 2);
  const Workplace w;
  for (const std::string& sweep : sweeps) {
    const Output output = w.slackline(sweep + " --quiet");
    INFO(sweep << '\n' << output.err);
    REQUIRE(output.status == 0);
  }
  const auto results = [&](const std::string& folder) {
    std::vector<nlohmann::json> found(table.size());
    std::istringstream files(w.shell("ls " + folder + "/points/*.json").out);
    for (std::string file; files >> file;) {
      nlohmann::json json = nlohmann::json::parse(w.read(file));
      for (std::size_t i = 0; i < table.size(); ++i)
        if (json["configuration"]["traffic"]["packet"]["flits"] == std::stoul(table[i][0])) found[i] = json;
    }
    return found;
  };
  const auto latency = results("latency"), bandwidth = results("bandwidth");
  for (std::size_t i = 0; i < table.size(); ++i) {
    INFO("words of a message: " << table[i][0]);
    REQUIRE(latency[i].is_object());
    REQUIRE(bandwidth[i].is_object());
    CHECK(written_like(latency[i]["nic"]["latency"]["total"]["mean"], table[i][2]) == table[i][2]);
    CHECK(written_like(bandwidth[i]["nic"]["words_per_cycle_and_host"], table[i][3]) == table[i][3]);
    CHECK(written_like(100 * bandwidth[i]["nic"]["processor"]["busy"].get<double>(), "98") + " %" == table[i][4]);
  }
  CHECK(w.read("latency/sweep.svg") == text_of("docs/nic_latency.svg"));
  CHECK(w.read("bandwidth/accepted.svg") == text_of("docs/nic_bandwidth.svg"));
}
