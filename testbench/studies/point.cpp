#include "testbench/studies/point.hpp"

#include <fstream>
#include <iterator>

#include "rtl_models/common/random_stream.hpp"
#include "testbench/config/key.hpp"
#include "testbench/config/meaning.hpp"
#include "testbench/config/permutation_file.hpp"
#include "testbench/report/result.hpp"

namespace slackline::studies {

namespace {

/// Two chains of 64 bits over the same bytes: equal for different texts once in 2^128.
class Hash {
 public:
  void add(const std::string& bytes) {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      first_ = mix64(first_ ^ byte);
      second_ = mix64(second_ + byte + 1);
    }
    first_ ^= bytes.size();
  }
  std::string digits() const { return hexadecimal(first_) + hexadecimal(second_); }

 private:
  static std::string hexadecimal(std::uint64_t number) {
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(number >> shift) & 15];
    return digits;
  }
  std::uint64_t first_ = 1, second_ = 2;
};

/// Of this program; the bytes of its file where the system shows them.
const std::string& program() {
  static const std::string identity = [] {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    Hash hash;
    hash.add(report::version());
    hash.add({std::istreambuf_iterator<char>(file), {}});
    return hash.digits();
  }();
  return identity;
}

}  // namespace

config::Reading read_point(const config::SourcePtr& file, const std::vector<config::Override>& overrides) {
  config::Reading reading = config::read_experiment(file, overrides);
  config::read_permutation_file(reading);
  config::check_meaning(reading);
  return reading;
}

std::string point_name(const std::vector<config::Override>& overrides) {
  std::string name;
  for (const config::Override& o : overrides) name += (name.empty() ? "" : " ") + o.key + "=" + o.value;
  return name;
}

Point point_of(config::Experiment experiment, const std::vector<config::Override>& named) {
  Point point;
  point.name = point_name(named);
  point.hash = experiment_hash(experiment);
  point.experiment = std::move(experiment);
  return point;
}

std::string experiment_hash(const config::Experiment& experiment) {
  Hash hash;
  hash.add(program());
  for (const config::Key& key : config::key_table()) {
    if (key.bearing == config::Bearing::manner) continue;
    hash.add(std::string(key.path));
    hash.add(config::to_string(config::value_of(key, experiment)));
  }
  return hash.digits();
}

}  // namespace slackline::studies
