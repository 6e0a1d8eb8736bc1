#include "rtl_models/firmware/declaration.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>

#include "rtl_models/firmware/flow_control.h"

namespace slackline::firmware {

namespace {

constexpr std::size_t most_key = 40;

bool is_key_name(std::string_view name) {
  return !name.empty() && name.size() <= most_key &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

bool is_name_in_c(std::string_view name) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

/// The faults of one list: of its keys, and those that `check` finds of an entry.
class Faults {
 public:
  explicit Faults(std::vector<std::string>& all) : all_(all) {}

  template <class Entry, class Check>
  void of_list(const char* what, const Entry* list, std::uint32_t count, Check&& check) {
    std::set<std::string_view> keys;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Entry& entry = list[i];
      const std::string where =
          std::string(what) + " " + (entry.key == nullptr ? std::to_string(i) : std::string(entry.key)) + ": ";
      if (entry.key == nullptr || !is_key_name(entry.key))
        all_.push_back(where + "the key must have 1 to 40 small letters, digits and _");
      else if (!keys.insert(entry.key).second)
        all_.push_back(where + "the key is there twice");
      check(entry, [&](const char* fault) { all_.push_back(where + fault); });
    }
  }

 private:
  std::vector<std::string>& all_;
};

template <class Report>
void check_parameter(const nic_own_parameter& parameter, const Report& report) {
  if (parameter.text == nullptr || parameter.least > parameter.initial || parameter.initial > parameter.most)
    report("it must have a text, and least <= initial <= most");
  else if (parameter.kind == NIC_OWN_WORD && words_of(parameter).words.size() != std::size_t{parameter.most} + 1)
    report("`most` must be the number of its words, less one");
}

template <class Report>
void check_measure(const nic_own_measure& measure, const Report& report) {
  if (measure.text == nullptr || measure.divisor == 0) report("it must have a text, and a divisor above 0");
}

template <class Report>
void check_export(const nic_own_export& word, const Report& report) {
  const bool is_named = word.kind == NIC_EXPORT_NAME || word.kind == NIC_EXPORT_STATE;
  if ((word.names != nullptr) != is_named)
    report("names are for the kinds NIC_EXPORT_NAME and NIC_EXPORT_STATE, which must have them");
}

}  // namespace

Words words_of(const nic_own_parameter& parameter) {
  const std::string_view all = parameter.text;
  const std::size_t end = all.find(' ');
  Words found;
  found.text = end == std::string_view::npos ? std::string_view() : all.substr(end + 1);
  for (std::string_view rest = all.substr(0, end); !rest.empty();) {
    const std::size_t bar = rest.find('|');
    found.words.push_back(rest.substr(0, bar));
    rest = bar == std::string_view::npos ? std::string_view() : rest.substr(bar + 1);
  }
  return found;
}

std::vector<std::string> declaration_faults(const nic_firmware& firmware) {
  std::vector<std::string> all;
  if (firmware.name == nullptr || !is_name_in_c(firmware.name)) all.emplace_back("its name must be one in C");
  const auto check_count = [&](const char* what, std::uint32_t count, std::uint32_t most) {
    if (count > most)
      all.push_back(std::to_string(count) + " " + what + "; expected " + std::to_string(most) + " at most");
  };
  check_count("parameters", firmware.own_count, NIC_OWN_PARAMETERS);
  check_count("measures", firmware.measure_count, NIC_OWN_MEASURES);
  check_count("exported words", firmware.export_count, NIC_EXPORTS);

  Faults faults(all);
  faults.of_list("parameter", firmware.own, firmware.own_count,
                 [](const nic_own_parameter& entry, const auto& report) { check_parameter(entry, report); });
  faults.of_list("measure", firmware.measures, firmware.measure_count,
                 [](const nic_own_measure& entry, const auto& report) { check_measure(entry, report); });
  faults.of_list("exported word", firmware.exports, firmware.export_count,
                 [](const nic_own_export& entry, const auto& report) { check_export(entry, report); });
  for (std::uint32_t i = 0; i < firmware.condition_count; ++i) {
    const nic_own_condition& condition = firmware.conditions[i];
    if (condition.parameter >= firmware.own_count || condition.decider >= firmware.own_count ||
        firmware.own[condition.decider].kind != NIC_OWN_WORD)
      all.push_back("condition " + std::to_string(i) + ": it must name two parameters, the second one of words");
  }
  if (firmware.is_flow_control > 1 || (firmware.is_flow_control == 1 && firmware.own_count < FLOW_PARAMETERS))
    all.emplace_back("a flow control (is_flow_control: 1) begins with the parameters of flow_control.h");
  return all;
}

}  // namespace slackline::firmware
