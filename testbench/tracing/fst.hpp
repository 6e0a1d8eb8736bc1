// fst: dumps in GTKWave's own format, which is a fifth as large. GTKWave's vcd2fst makes them of a value change dump.
#pragma once

#include <optional>
#include <string>

namespace slackline::tracing {

/// The name asks for it.
bool is_fst(const std::string& file);

/// The path of vcd2fst; nothing: it is not installed.
std::optional<std::string> find_vcd2fst();

/// Writes `fst`, aside first, so that nothing half is left behind; the dump stays. Returns the error; empty: none.
std::string make_fst(const std::string& vcd2fst, const std::string& vcd, const std::string& fst);

}  // namespace slackline::tracing
