#include "testbench/features/nic/own_firmware.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "testbench/features/files/file_use.hpp"
#include "testbench/firmware_file/handler_times.hpp"
#include "testbench/firmware_file/image_reader.hpp"
#include "testbench/settings/nearest.hpp"
#include "testbench/settings/value_reader.hpp"

namespace slackline::features {

namespace {

constexpr const char* firmware_key = "nic.firmware";
constexpr const char* parameters_key = "nic.parameters";
constexpr const char* times_key = "nic.handler_times";
constexpr const char* processor_key = "nic.processor";

/// The values of nic.parameters, read one after the other.
class ParameterReader {
 public:
  ParameterReader(Reading& reading, const std::vector<OwnParameter>& parameters)
      : reading_(reading), parameters_(parameters) {}

  void read() {
    const std::vector<std::string> texts = reading_.values().get<NicSettings>().parameters;
    for (item_ = 0; item_ < texts.size(); ++item_) read(texts[item_]);
  }

 private:
  void read(const std::string& text) {
    const std::size_t sign = text.find('=');
    const std::string key = text.substr(0, sign);
    const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                    [&](const OwnParameter& one) { return one.declared().key == key; });
    if (found == parameters_.end()) return refuse_key(text, key);
    if (sign == std::string::npos) return refuse(value_found(text), key + "=VALUE");
    if (!given_.insert(key).second) return refuse(value_found(text, "a second time"), "each parameter once");
    const auto source = std::make_shared<const Source>(parameters_key, text.substr(sign + 1));
    InputErrors errors;
    if (const std::optional<Node> value = parse_document(source, errors))
      read_value(key_of(*found), source, *value, reading_.values(), errors);
    for (InputError& error : errors)
      refuse(
          error.what.problem.empty() ? value_found(text, error.what.remark) : problem(text + ": " + error.what.problem),
          std::move(error.expected), std::move(error.hint));
  }

  void refuse_key(const std::string& text, const std::string& key) {
    if (parameters_.empty())
      return refuse(problem(text + ": " + reading_.values().get<NicSettings>().firmware + " declares no parameters"),
                    "");
    std::vector<std::string_view> keys;
    for (const OwnParameter& one : parameters_) keys.emplace_back(one.declared().key);
    refuse(value_found(text), "KEY=VALUE with KEY " + alternatives(keys), nearest(key, keys));
  }

  void refuse(Finding what, Expected expected, std::string hint = "") {
    const Origin& origin = reading_.given.find(parameters_key)->second;
    reading_.errors.push_back(
        {origin.source, origin.of_item(item_), parameters_key, std::move(what), std::move(expected), std::move(hint)});
    reading_.doubtful.insert(parameters_key);
  }

  Reading& reading_;
  const std::vector<OwnParameter>& parameters_;
  std::set<std::string> given_;
  std::size_t item_ = 0;
};

void refuse_file(Reading& reading, const firmware_file::Errors& errors) {
  for (const std::string& error : errors)
    add_error(reading, firmware_key, {}, problem(path_of(reading, firmware_key) + ": " + error),
              wanted(FileUse::firmware));
  reading.doubtful.insert(firmware_key);
}

}  // namespace

bool is_from_file(const NicSettings& settings) {
  return std::string_view(settings.firmware).size() > firmware_ending.size() &&
         settings.firmware.compare(settings.firmware.size() - firmware_ending.size(), firmware_ending.size(),
                                   firmware_ending) == 0;
}

const firmware::Entry& entry_of(const NicSettings& settings) {
  if (settings.own != nullptr) return settings.own->entry;
  const firmware::Entry* const entry = firmware::find_firmware(settings.firmware);
  return entry != nullptr ? *entry : *firmware::find_firmware(NicSettings().firmware);
}

void read_firmware_file(Reading& reading) {
  NicSettings& nic = reading.values().get<NicSettings>();
  if (!is_from_file(nic) || is_doubtful(reading, {firmware_key, "endpoint"})) return;
  const SourcePtr file = read_file_of(reading, firmware_key, firmware_file::most_bytes, FileUse::firmware);
  if (file == nullptr) return;
  firmware_file::ImageReading read = firmware_file::read_image(file->text(), nic.firmware);
  if (!read.image) return refuse_file(reading, read.errors);
  if (is_given_by_user(reading, processor_key) && nic.processor != ProcessorKind::rv32)
    add_error(reading, processor_key, {firmware_key}, remark("next to a firmware from a file"), "rv32");
  nic.processor = ProcessorKind::rv32;

  const auto own = std::make_shared<OwnFirmware>();
  own->image = std::make_shared<const firmware::FirmwareImage>(std::move(*read.image));
  own->entry = firmware::entry_of_own(own->image->firmware(), nic.delivery, "from a file");
  own->parameters = parameters_of_file(own->image->firmware(), parameters_key, reading.values());
  nic.own = own;
  if (!is_doubtful(reading, {parameters_key})) ParameterReader(reading, own->parameters).read();
}

void read_handler_times(Reading& reading) {
  NicSettings& nic = reading.values().get<NicSettings>();
  if (nic.handler_times.empty() || is_doubtful(reading, {times_key})) return;
  const SourcePtr file = read_file_of(reading, times_key, firmware_file::most_table_bytes, FileUse::table);
  if (file == nullptr) return;
  firmware_file::Errors errors;
  auto times = std::make_shared<const nic::HandlerTimes>(firmware_file::read_handler_times(file->text(), errors));
  for (const std::string& error : errors)
    add_error(reading, times_key, {}, problem(path_of(reading, times_key) + ", " + error),
              "a table of slackline firmware calibrate");
  if (errors.empty()) nic.times = std::move(times);
}

}  // namespace slackline::features
