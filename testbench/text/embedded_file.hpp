// embedded_file: a file that is compiled into the program: slackline_embed(), in cmake/.
#pragma once

#include <string_view>

namespace slackline::text {

struct EmbeddedFile {
  std::string_view folder;  ///< that it is in: "costs"
  std::string_view name;    ///< without its ending, unless that was asked for
  std::string_view text;    ///< of a PNG or an ELF file: its bytes
};

}  // namespace slackline::text
