#include "testbench/features/nic/firmware_keys.hpp"

#include <stdexcept>
#include <string_view>
#include <utility>

#include "rtl_models/firmware/catalogue.hpp"
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

bool is_key_name(std::string_view name) {
  return !name.empty() && name.size() <= 40 &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

/// The words of a parameter, and the line behind them.
struct Words {
  std::vector<settings::ChoiceWord> words;
  std::string_view text;
};
Words words_of(const nic_own_parameter& declared) {
  const std::string_view all = declared.text;
  const std::size_t end = all.find(' ');
  Words found;
  found.text = end == std::string_view::npos ? std::string_view() : all.substr(end + 1);
  for (std::string_view rest = all.substr(0, end); !rest.empty();) {
    const std::size_t bar = rest.find('|');
    found.words.push_back({rest.substr(0, bar), ""});
    rest = bar == std::string_view::npos ? std::string_view() : rest.substr(bar + 1);
  }
  return found;
}

void check(const nic_firmware& firmware, const nic_own_parameter& declared) {
  const std::string where = std::string("firmware ") + firmware.name + ", parameter ";
  if (declared.key == nullptr || !is_key_name(declared.key))
    throw std::invalid_argument(where + (declared.key == nullptr ? "without a name" : declared.key) +
                                ": the name must have 1 to 40 small letters, digits and _");
  if (declared.text == nullptr || declared.least > declared.initial || declared.initial > declared.most)
    throw std::invalid_argument(where + declared.key + ": it must have a text, and least <= initial <= most");
  if (declared.kind == NIC_OWN_WORD && words_of(declared).words.size() != std::size_t{declared.most} + 1)
    throw std::invalid_argument(where + declared.key + ": `most` must be the number of its words, less one");
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
      const Words words = words_of(declared);
      return Key(parameter.path, choice(words.words, number), "", words.text);
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
      if (firmware.own_count > NIC_OWN_PARAMETERS || found.size() + firmware.own_count > most_own_parameters)
        throw std::invalid_argument(std::string("firmware ") + firmware.name + " declares too many parameters");
      for (std::uint32_t i = 0; i < firmware.own_count; ++i) {
        check(firmware, firmware.own[i]);
        found.push_back(
            {&firmware, i, found.size(), std::string("firmware.") + firmware.name + "." + firmware.own[i].key});
      }
    }
    return found;
  }();
  return all;
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
