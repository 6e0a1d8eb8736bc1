// shipped: the firmware of rtl_models/firmware, compiled for RV32 processors and into the program.
#pragma once

#include <memory>
#include <string_view>

#include "rtl_models/firmware/image.hpp"

namespace slackline::firmware_file {

/// The image of the firmware that the catalogue has under this name; read once. Null: there is none, as for a user's own
/// firmware that is compiled into the simulator. Safe from several threads.
std::shared_ptr<const firmware::FirmwareImage> shipped_image(std::string_view name);

}  // namespace slackline::firmware_file
