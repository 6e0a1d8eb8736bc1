#include "testbench/fabric_file/link_speed.hpp"

#include <cmath>
#include <cstdio>

namespace slackline::fabric_file {

namespace {

struct LaneRate {
  std::string_view name;
  std::uint64_t kilobits_per_second;  ///< of data
};
constexpr LaneRate lane_rates[] = {
    {"SDR", 2'000'000},  {"DDR", 4'000'000},  {"QDR", 8'000'000},   {"FDR10", 10'000'000}, {"FDR", 13'636'364},
    {"EDR", 25'000'000}, {"HDR", 50'000'000}, {"NDR", 100'000'000}, {"XDR", 200'000'000},
};
struct Width {
  std::string_view name;
  std::uint64_t lanes;
};
constexpr Width widths[] = {{"1x", 1}, {"2x", 2}, {"4x", 4}, {"8x", 8}, {"12x", 12}};

}  // namespace

const char* const infiniband_speeds = "1x, 2x, 4x, 8x or 12x SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR or XDR, as 4xQDR";

std::optional<LinkSpeed> infiniband_speed(std::string_view text) {
  const std::size_t x = text.find('x');
  if (x == std::string_view::npos) return std::nullopt;
  for (const Width& width : widths)
    for (const LaneRate& rate : lane_rates)
      if (text.substr(0, x + 1) == width.name && text.substr(x + 1) == rate.name)
        return LinkSpeed{width.lanes * rate.kilobits_per_second, std::string(text)};
  return std::nullopt;
}

LinkSpeed speed_of(double bits_per_second) {
  char name[32];
  std::snprintf(name, sizeof name, "%.6g Gb/s", bits_per_second / 1e9);
  return {static_cast<std::uint64_t>(std::llround(bits_per_second / 1000)), name};
}

}  // namespace slackline::fabric_file
