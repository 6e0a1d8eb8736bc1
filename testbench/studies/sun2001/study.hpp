// study: Sun, Cheung, Lin, "Barrier Synchronization on Wormhole-Routed Networks", 2001. The paper's figures print no
// values: claims are about the shapes of their curves.
#pragma once

#include <optional>
#include <string>

#include "testbench/studies/sun2001/equations.hpp"
#include "testbench/studies/sun2001/measurement.hpp"
#include "testbench/studies/sun2001/runs.hpp"

namespace slackline::sun2001 {

reproduction::Study study();

/// Claims that were not simulated are listed as such.
reproduction::Page page(const Measurements& measurements, Effort effort = Effort::full);

// Its sections.
reproduction::Section analysis_section();
reproduction::Section size_section(const Measurements& measurements, Effort effort);
reproduction::Section congestion_section(const Measurements& measurements, Effort effort);
reproduction::Section load_section(const Measurements& measurements, Effort effort);
reproduction::Section bound_section(const Measurements& measurements, Effort effort);
reproduction::Section data_section(const Measurements& measurements, Effort effort);

/// The model with what a hop of a message takes here, in the place of the paper's Tb.
inline Model simulated_hop() {
  Model model;
  model.Tb = hop_cycles;
  return model;
}

using reproduction::mean_of;
/// The mean over the runs of an experiment; nothing where it was not simulated.
inline std::optional<reproduction::Mean> mean_of(const Measurements& measurements, const std::string& experiment,
                                                 double (*of)(const Measurement&)) {
  return reproduction::mean_of(measurements.samples(experiment, of));
}

}  // namespace slackline::sun2001
