// point_store: the finished points of a study, one file each: FOLDER/<hash of the experiment>.json, a result.json. One
// study has it at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testbench/files/lock.hpp"

namespace slackline::studies {

class PointStore {
 public:
  /// Makes the folder if there is none. Throws std::runtime_error when it cannot be made, or when another study has it.
  explicit PointStore(std::string folder);

  /// Files of killed studies, which were removed.
  const std::vector<std::string>& removed() const { return removed_; }

  /// The result.json of an experiment with this hash; nothing when there is none, or the file is not one.
  std::optional<std::string> find(const std::string& hash) const;
  /// Written aside and renamed. Throws std::runtime_error.
  void put(const std::string& hash, const std::string& result_json) const;

 private:
  std::string path_of(const std::string& hash) const;
  std::string folder_;
  std::unique_ptr<files::Lock> lock_;
  std::vector<std::string> removed_;
};

}  // namespace slackline::studies
