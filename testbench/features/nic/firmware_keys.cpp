#include "testbench/features/nic/firmware_keys.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "rtl_models/firmware/catalogue.hpp"
#include "rtl_models/firmware/declaration.hpp"
#include "testbench/features/nic/settings.hpp"

namespace slackline::features {

namespace {

Time time_of_ns(std::uint32_t ns) { return Time{ns, 1}; }

template <class Array, Array FirmwareSettings::*array, std::size_t place>
auto& element_of(Values& values) {
  return (values.get<FirmwareSettings>().*array)[place];
}
template <class Array, Array FirmwareSettings::*array, std::size_t place>
const auto& initial_of() {
  static const FirmwareSettings defaults;
  return (defaults.*array)[place];
}

/// Targets for the elements of an array, by place.
template <class Array, Array FirmwareSettings::*array, std::size_t... places>
auto targets_of(std::index_sequence<places...>) {
  using Of = settings::Target<typename Array::value_type>;
  return std::array<Of, sizeof...(places)>{Of(element_of<Array, array, places>, initial_of<Array, array, places>)...};
}
using Places = std::make_index_sequence<most_own_parameters>;

const auto& number_targets() {
  static const auto targets = targets_of<decltype(FirmwareSettings::numbers), &FirmwareSettings::numbers>(Places());
  return targets;
}
const auto& time_targets() {
  static const auto targets = targets_of<decltype(FirmwareSettings::times), &FirmwareSettings::times>(Places());
  return targets;
}

Key key_of(const OwnParameter& parameter) {
  const nic_own_parameter& declared = parameter.declared();
  const auto number = number_targets()[parameter.place];
  switch (declared.kind) {
    case NIC_OWN_TIME:
      return Key(
          parameter.path,
          settings::Period{time_of_ns(declared.least), time_of_ns(declared.most), time_targets()[parameter.place]}, "",
          declared.text);
    case NIC_OWN_WORD: {
      const firmware::Words declared_words = firmware::words_of(declared);
      std::vector<settings::ChoiceWord> words;
      for (const std::string_view word : declared_words.words) words.push_back({word, ""});
      return Key(parameter.path, choice(words, number), "", declared_words.text);
    }
    case NIC_OWN_NUMBER: break;
  }
  return Key(parameter.path, Integer{declared.least, declared.most, number}, "", declared.text);
}

}  // namespace

FirmwareSettings::FirmwareSettings() {
  for (const OwnParameter& parameter : own_parameters()) {
    numbers.at(parameter.place) = parameter.declared().initial;
    times.at(parameter.place) = time_of_ns(parameter.declared().initial);
  }
}

const std::vector<OwnParameter>& own_parameters() {
  static const std::vector<OwnParameter> all = [] {
    std::vector<OwnParameter> found;
    for (const firmware::Entry& entry : firmware::catalogue()) {
      const nic_firmware& firmware = *entry.firmware;
      if (const std::vector<std::string> faults = firmware::declaration_faults(firmware); !faults.empty())
        throw std::invalid_argument(std::string("firmware ") + firmware.name + ": " + faults.front());
      if (found.size() + firmware.own_count > most_own_parameters)
        throw std::invalid_argument(std::string("firmware ") + firmware.name + " declares too many parameters");
      for (std::uint32_t i = 0; i < firmware.own_count; ++i)
        found.push_back(
            {&firmware, i, found.size(), std::string("firmware.") + firmware.name + "." + firmware.own[i].key});
    }
    return found;
  }();
  return all;
}

const OwnParameter& own_parameter(const nic_firmware& firmware, std::uint32_t index) {
  const std::vector<OwnParameter>& all = own_parameters();
  return *std::find_if(all.begin(), all.end(), [&](const OwnParameter& parameter) {
    return parameter.firmware == &firmware && parameter.index == index;
  });
}

std::vector<Key> firmware_keys() {
  std::vector<Key> keys;
  for (const OwnParameter& parameter : own_parameters()) keys.push_back(key_of(parameter).of_all());
  return keys;
}

std::uint64_t register_value(const OwnParameter& parameter, const Values& experiment) {
  const FirmwareSettings& settings = experiment.get<FirmwareSettings>();
  if (parameter.declared().kind != NIC_OWN_TIME) return settings.numbers[parameter.place];
  // A time that is not 0 takes a tick at least.
  const Time& time = settings.times[parameter.place];
  return settings::cycles_of(settings::Delay{0, time}, experiment.clock_period, time.numerator != 0 ? 1 : 0);
}

std::array<std::uint32_t, NIC_OWN_PARAMETERS> own_parameter_registers(const Values& experiment) {
  std::array<std::uint32_t, NIC_OWN_PARAMETERS> registers{};
  for (const OwnParameter& parameter : own_parameters()) {
    if (experiment.get<NicSettings>().firmware == parameter.firmware->name)
      registers[parameter.index] = static_cast<std::uint32_t>(register_value(parameter, experiment));
  }
  return registers;
}

}  // namespace slackline::features
