// Lines of cells, lined up.
#pragma once

#include <string>
#include <vector>

namespace slackline::present {

enum class Align : unsigned char { left, right, point };  ///< point: at the decimal point

/// Two blanks before the first column and between columns, none at the end of a line. Every row has a cell a column; a
/// column without text takes no room. The first row is a heading when `heading` is set: it is not lined up at points.
std::string text_table(const std::vector<Align>& columns, const std::vector<std::vector<std::string>>& rows,
                       bool heading = true);

}  // namespace slackline::present
