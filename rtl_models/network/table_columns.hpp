// table_columns: the columns of a large table that is stored row by row, each as an array.
//
// Read one by one, every element of a column would come from a cache line of its own: so the columns are copied some at
// a time, those that follow one another. For whoever goes over the columns in their order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace slackline::network {

template <class Value>
class TableColumns {
 public:
  /// Of `rows` rows of `width` values, which must stay as they are.
  TableColumns(const Value* table, std::size_t rows, std::size_t width) : table_(table), rows_(rows), width_(width) {}

  /// Column `c`, below the width: a value for each row, until another one is asked for.
  const Value* column(std::size_t c) {
    if (c - first_ >= read_) read(c);
    return values_.data() + (c - first_) * stride();
  }

 private:
  static constexpr std::size_t at_once = 64;

  /// Not a power of two: then what is written together would share a set of the cache.
  std::size_t stride() const { return rows_ | 65; }

  void read(std::size_t c) {
    first_ = c;
    read_ = std::min(at_once, width_ - c);
    values_.resize(at_once * stride());
    for (std::size_t row = 0; row < rows_; ++row) {
      const Value* from = table_ + row * width_ + c;
      for (std::size_t i = 0; i < read_; ++i) values_[i * stride() + row] = from[i];
    }
  }

  const Value* table_;
  std::size_t rows_, width_;
  std::size_t first_ = 0, read_ = 0;  ///< the columns that values_ holds
  std::vector<Value> values_;
};

}  // namespace slackline::network
