#include "rtl_models/firmware/catalogue.hpp"

#include <algorithm>

#include "rtl_models/firmware/catalogue.h"

namespace slackline::firmware {

const std::vector<Entry>& catalogue() {
  static const std::vector<Entry> entries = {
      {&firmware_unicast, Delivery::peer, "messages in packets, several under way; with a timeout acknowledged"},
      {&firmware_request_response, Delivery::reply, "messages are requests, which the other interface answers itself"},
      {&firmware_echo, Delivery::sender, "the other interface sends each packet back while it still comes in"},
      {&firmware_skeleton, Delivery::peer, "messages of one packet, one at a time: where a new firmware begins"},
  };
  return entries;
}

const Entry* find_firmware(std::string_view name) {
  const std::vector<Entry>& all = catalogue();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Entry& e) { return name == e.firmware->name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace slackline::firmware
