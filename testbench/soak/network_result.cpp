#include "testbench/soak/network_result.hpp"

#include <sstream>
#include <stdexcept>

namespace slackline::soak {

// Lines of numbers, a name at the end of a line. A network, then its differences, stale values and errors, then the next:
//   seed cycles comparisons channels registers flits_delivered asked complete worms_cut padding packets differences stale errors
//   cycle signal fabric what
//   stale
//   error

BarrierCounts& BarrierCounts::operator+=(const BarrierCounts& other) {
  asked += other.asked;
  complete += other.complete;
  worms_cut += other.worms_cut;
  padding += other.padding;
  packets += other.packets;
  return *this;
}

std::string encode(const std::vector<NetworkResult>& results) {
  std::ostringstream out;
  for (const NetworkResult& r : results) {
    const monitors::Comparison& c = r.comparison;
    const BarrierCounts& b = r.barriers;
    out << r.seed << ' ' << c.cycles << ' ' << c.comparisons << ' ' << c.channels << ' ' << c.registers << ' '
        << c.flits_delivered << ' ' << b.asked << ' ' << b.complete << ' ' << b.worms_cut << ' ' << b.padding << ' '
        << b.packets << ' ' << c.differences.size() << ' ' << c.stale.size() << ' ' << r.errors.size() << '\n';
    for (const monitors::Difference& d : c.differences)
      out << d.cycle.value << ' ' << d.signal << ' ' << d.fabric << ' ' << d.what << '\n';
    for (const std::string& stale : c.stale) out << stale << '\n';
    for (const std::string& error : r.errors) out << error << '\n';
  }
  return out.str();
}

std::vector<NetworkResult> decode(const std::string& bytes) {
  std::istringstream in(bytes);
  std::vector<NetworkResult> results;
  const auto require = [](bool good) {
    if (!good) throw std::invalid_argument("not the results of a soak");
  };
  while (in.peek() != std::istringstream::traits_type::eof()) {
    NetworkResult r;
    monitors::Comparison& c = r.comparison;
    BarrierCounts& b = r.barriers;
    std::uint64_t differences = 0, stale = 0, errors = 0;
    in >> r.seed >> c.cycles >> c.comparisons >> c.channels >> c.registers >> c.flits_delivered >> b.asked >>
        b.complete >> b.worms_cut >> b.padding >> b.packets >> differences >> stale >> errors;
    require(in.get() == '\n');
    for (; differences != 0; --differences) {
      monitors::Difference d;
      in >> d.cycle.value >> d.signal >> d.fabric;
      require(in.get() == ' ' && std::getline(in, d.what) && !in.eof());
      c.differences.push_back(d);
    }
    const auto read_lines = [&](std::vector<std::string>& lines, std::uint64_t count) {
      for (; count != 0; --count) {
        lines.emplace_back();
        require(std::getline(in, lines.back()) && !in.eof());
      }
    };
    read_lines(c.stale, stale);
    read_lines(r.errors, errors);
    results.push_back(std::move(r));
  }
  return results;
}

}  // namespace slackline::soak
