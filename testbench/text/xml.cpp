#include "testbench/text/xml.hpp"

namespace slackline::text {

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default:
        if (static_cast<unsigned char>(c) >= ' ') safe += c;
    }
  return safe;
}

}  // namespace slackline::text
