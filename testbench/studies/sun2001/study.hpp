// study: Sun, Cheung, Lin, "Barrier Synchronization on Wormhole-Routed Networks", 2001: published, analytic, simulated. The
// paper's figures print no values: what they show is held against as claims.
#pragma once

#include "testbench/studies/reproduction/page.hpp"
#include "testbench/studies/sun2001/measurement.hpp"
#include "testbench/studies/sun2001/runs.hpp"

namespace slackline::sun2001 {

/// What was not simulated is said to be so.
reproduction::Page page(const Measurements& measurements, Effort effort = Effort::full);

// Its sections.
reproduction::Section analysis_section();
reproduction::Section size_section(const Measurements& measurements, Effort effort);
reproduction::Section congestion_section(const Measurements& measurements, Effort effort);
reproduction::Section load_section(const Measurements& measurements, Effort effort);
reproduction::Section bound_section(const Measurements& measurements, Effort effort);
reproduction::Section data_section(const Measurements& measurements, Effort effort);

/// A claim that the model alone can judge; without `simulated` it says that it was not. `shape`: what the paper says of the
/// curves, which have no values in print; empty where it says nothing.
reproduction::Claim claim(std::string name, std::string where, std::string shape,
                          std::optional<reproduction::Simulated> simulated);

/// A figure of latencies, and a table of its points.
void add_with_values(reproduction::Section& section, reproduction::Figure figure);

}  // namespace slackline::sun2001
