// measurement: what the simulations of a study have measured. A type of measurements names its values once, as a core
// names its registers, and everything else follows from that list:
//
//   struct Measurement { std::uint64_t first; std::vector<double> later; };
//   template <class Visitor> void visit(Measurement& m, Visitor& v) {
//     v("first", m.first);
//     v("later", m.later);
//   }
//
//   process of a run -> encode() -> pipe -> decode() -> Measurements -> samples(), mean(), ratio() -> claims
//                                                            `- planted(): a test's error, with which a claim must fail
//
// A value is a number, a string, a list or an optional of values, or a structure with a list of its own.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace slackline::reproduction {

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Values as bytes, for another process of this program.
class ValueWriter {
 public:
  template <class T>
  void operator()(const char* /*name*/, T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      write_size(value.size());
      bytes_ += value;
    } else if constexpr (is_list<T>) {
      write_size(value.size());
      for (auto& item : value) (*this)("", item);
    } else if constexpr (is_optional<T>) {
      write_size(value.has_value() ? 1 : 0);
      if (value) (*this)("", *value);
    } else {
      visit(value, *this);
    }
  }

  std::string take() { return std::move(bytes_); }

 private:
  void write_size(std::uint64_t size) { (*this)("", size); }

  std::string bytes_;
};

/// The same values from these bytes. Throws std::invalid_argument where they end too early.
class ValueReader {
 public:
  explicit ValueReader(std::string_view bytes) : left_(bytes) {}

  template <class T>
  void operator()(const char* /*name*/, T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      std::memcpy(&value, next(sizeof value).data(), sizeof value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      value = next(read_size());
    } else if constexpr (is_list<T>) {
      value.clear();
      for (std::uint64_t items = read_size(); items != 0; --items) (*this)("", value.emplace_back());
    } else if constexpr (is_optional<T>) {
      value.reset();
      if (read_size() != 0) (*this)("", value.emplace());
    } else {
      visit(value, *this);
    }
  }

  bool at_end() const { return left_.empty(); }

 private:
  std::uint64_t read_size() {
    std::uint64_t size = 0;
    (*this)("", size);
    return size;
  }
  std::string_view next(std::uint64_t size);

  std::string_view left_;
};

template <class Measurement>
std::string encode(Measurement m) {
  ValueWriter writer;
  visit(m, writer);
  return writer.take();
}

/// Throws std::invalid_argument for anything that encode() did not make of such a measurement.
template <class Measurement>
Measurement decode(std::string_view bytes) {
  Measurement m;
  ValueReader reader(bytes);
  visit(m, reader);
  if (!reader.at_end()) throw std::invalid_argument("bytes after the last value of a measurement");
  return m;
}

/// Multiplies the numbers of the values of one name.
class ValuePlanter {
 public:
  ValuePlanter(std::string_view name, double factor) : name_(name), factor_(factor) {}

  template <class T>
  void operator()(std::string_view name, T& value) {
    if constexpr (is_list<T>) {
      for (auto& item : value) (*this)(name, item);
    } else if constexpr (is_optional<T>) {
      if (value) (*this)(name, *value);
    } else if constexpr (std::is_arithmetic_v<T>) {
      if (name != name_) return;
      value = static_cast<T>(static_cast<double>(value) * factor_);
      found_ = true;
    } else if constexpr (!std::is_same_v<T, std::string>) {
      visit(value, *this);
    }
  }

  bool found() const { return found_; }

 private:
  std::string_view name_;
  double factor_;
  bool found_ = false;
};

/// A measurement in which the numbers of this name are so many times as large. With it a test shows that a claim can
/// fail. Throws std::invalid_argument where there is no such number.
template <class Measurement>
Measurement planted(Measurement m, std::string_view name, double factor) {
  ValuePlanter planter(name, factor);
  visit(m, planter);
  if (!planter.found()) throw std::invalid_argument("a measurement has no " + std::string(name));
  return m;
}

/// Of all runs; by experiment, in the order of the runs.
template <class Measurement>
struct Measurements {
  std::map<std::string, std::vector<Measurement>> of;
  std::vector<std::string> failures;  ///< runs that crashed, and why
  bool finished = true;               ///< false: interrupted

  /// nullptr: the experiment was not simulated.
  const std::vector<Measurement>* find(const std::string& experiment) const {
    const auto found = of.find(experiment);
    return found == of.end() ? nullptr : &found->second;
  }

  /// The first run of an experiment; nullptr: it was not simulated.
  const Measurement* first_of(const std::string& experiment) const {
    const auto* found = find(experiment);
    return found == nullptr || found->empty() ? nullptr : &found->front();
  }

  /// A value of each run of an experiment, as `of_run` has it; none: it was not simulated.
  template <class OfRun>
  std::vector<double> samples(const std::string& experiment, OfRun&& of_run) const {
    std::vector<double> values;
    if (const auto* found = find(experiment))
      for (const Measurement& m : *found) values.push_back(of_run(m));
    return values;
  }
};

/// Nothing where there is no sample.
std::optional<double> mean(const std::vector<double>& samples);

/// A mean of so many samples, and the half width of its 95 % interval; nothing with fewer than two.
struct Mean {
  double value = 0;
  std::optional<double> half_width;
  std::size_t samples = 0;

  // The ends of the interval; the value where there is none.
  double low() const { return value - half_width.value_or(0); }
  double high() const { return value + half_width.value_or(0); }
};
/// Nothing where there is no sample.
std::optional<Mean> mean_of(const std::vector<double>& samples);

/// How many of so many draws have something, as a share with its 95 % interval (Wilson 1927), which also holds where none or all
/// have it.
struct Share {
  std::size_t of = 0, all = 0;
  double low = 0, high = 1;

  double value() const { return static_cast<double>(of) / static_cast<double>(all); }
};
/// `all`: 1 or more.
Share share_of(std::size_t of, std::size_t all);

/// How many times as wide the interval of a mean of so many samples is when `judged` such intervals are to hold together (Bonferroni).
double widening(std::size_t samples, std::size_t judged);
/// The differences a - b of two experiments with the same draws, draw by draw.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b);
/// Their mean. Nothing where either has none.
std::optional<Mean> mean_difference(const std::vector<double>& a, const std::vector<double>& b);

/// How much larger a value is in one experiment than in another with the same draws: the ratio of the means.
struct Ratio : Mean {
  double larger = 0, smaller = 0;  ///< the means
  /// 0 does not lie within the interval of the smaller value: otherwise the ratio may be of any size (Fieller 1954).
  bool is_bounded = true;
};
/// Its interval is that of the differences, draw by draw, from what the ratio makes of the smaller value (Cochran 1977,
/// section 6.4). Nothing where either has no sample, or a mean of zero divides.
std::optional<Ratio> ratio(const std::vector<double>& larger, const std::vector<double>& smaller);

}  // namespace slackline::reproduction
