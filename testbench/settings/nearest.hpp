// The word that was probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slackline::settings {

/// Letters to insert, remove, replace, or exchange with their neighbour, to make `b` of `a`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The word nearest to `read`, letter case and - for _ aside; empty when none is near enough to be meant.
std::string nearest(std::string_view read, const std::vector<std::string_view>& words);

}  // namespace slackline::settings
