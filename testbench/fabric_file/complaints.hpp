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
  std::string read, allowed;
};

class Complaints {
 public:
  static constexpr std::size_t most = 20;

  void add(Place place, std::string read, std::string allowed) {
    if (!full()) all_.push_back({place, std::move(read), std::move(allowed)});
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
