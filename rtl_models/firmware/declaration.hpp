// declaration: what a firmware declares of itself - own parameters, measures, exported words - and whether that is sound.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/firmware/firmware.h"

namespace slackline::firmware {

/// The words of an own parameter of kind NIC_OWN_WORD, and the line after them. They point into its text.
struct Words {
  std::vector<std::string_view> words;
  std::string_view text;
};
Words words_of(const nic_own_parameter& parameter);

/// All faults of a declaration whose lists have as many entries as it says, a sentence each: "parameter depth: it must have
/// ...". Its functions are not looked at.
std::vector<std::string> declaration_faults(const nic_firmware& firmware);

}  // namespace slackline::firmware
