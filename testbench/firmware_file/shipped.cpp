#include "testbench/firmware_file/shipped.hpp"

#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "testbench/firmware_file/embedded_firmware.hpp"
#include "testbench/firmware_file/image_reader.hpp"

namespace slackline::firmware_file {

namespace {

using Images = std::map<std::string, std::shared_ptr<const firmware::FirmwareImage>, std::less<>>;

Images read_all() {
  Images images;
  for (const text::EmbeddedFile& file : embedded_firmware()) {
    ImageReading reading = read_image(file.text);
    if (!reading.image) throw std::logic_error(std::string(file.name) + ".elf: " + reading.errors.front());
    images.emplace(file.name, std::make_shared<const firmware::FirmwareImage>(std::move(*reading.image)));
  }
  return images;
}

}  // namespace

std::shared_ptr<const firmware::FirmwareImage> shipped_image(std::string_view name) {
  static const Images images = read_all();
  const auto found = images.find(name);
  return found == images.end() ? nullptr : found->second;
}

}  // namespace slackline::firmware_file
