// link_speed: what a link of a fabric carries. InfiniBand: so many lanes of a data rate each (InfiniBand Architecture
// Specification 1.7, volume 2: SDR 2.5 GBd and the others; here less what 8b/10b and 64b/66b take).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace slackline::fabric_file {

struct LinkSpeed {
  std::uint64_t kilobits_per_second = 0;  ///< 0: unknown
  std::string name;                       ///< "4xQDR"

  bool is_known() const { return kilobits_per_second != 0; }
};

/// "4xQDR": 1, 2, 4, 8 or 12 lanes of SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR or XDR. Nothing for other texts.
std::optional<LinkSpeed> infiniband_speed(std::string_view text);

/// The texts that infiniband_speed accepts, for messages.
extern const char* const infiniband_speeds;

/// "2.5 Gb/s"
LinkSpeed speed_of(double bits_per_second);

}  // namespace slackline::fabric_file
