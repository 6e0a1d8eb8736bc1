// point_store: the finished points of a study, one file each: FOLDER/<hash of the experiment>.json, a result.json.
#pragma once

#include <optional>
#include <string>

namespace slackline::studies {

class PointStore {
 public:
  /// Makes the folder if there is none. Throws std::runtime_error when it cannot be.
  explicit PointStore(std::string folder);

  /// The result.json of an experiment with this hash; nothing when there is none, or what is there is none.
  std::optional<std::string> find(const std::string& hash) const;
  /// Written aside and renamed. Throws std::runtime_error.
  void put(const std::string& hash, const std::string& result_json) const;

 private:
  std::string path_of(const std::string& hash) const;
  std::string folder_;
};

}  // namespace slackline::studies
