// complaints: errors of a file, and their places in it. As many as help.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace slackline::fabric_file {

/// Some bytes of a file.
struct Place {
  std::size_t at = 0, length = 0;
};

struct Complaint {
  Place place;
  std::string found;     ///< the text that was read there; empty: there is a problem
  std::string problem;   ///< what is wrong, where no text shows it
  std::string expected;  ///< what would be right; empty: the problem tells it
};

class Complaints {
 public:
  static constexpr std::size_t most = 20;

  void add(Place place, std::string found, std::string expected) {
    if (!full()) all_.push_back({place, std::move(found), "", std::move(expected)});
  }
  void add_problem(Place place, std::string problem, std::string expected) {
    if (!full()) all_.push_back({place, "", std::move(problem), std::move(expected)});
  }
  /// The rest of a file with so many errors adds nothing new.
  bool full() const { return all_.size() >= most; }
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  /// Keeps only the first `count`.
  void keep(std::size_t count) { all_.resize(std::min(count, all_.size())); }
  const std::vector<Complaint>& all() const { return all_; }

 private:
  std::vector<Complaint> all_;
};

}  // namespace slackline::fabric_file
