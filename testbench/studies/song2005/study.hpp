// study: Song, "Synchronization of Network Interfaces in System Area Networks", 2005: published, analytic, simulated.
#pragma once

#include "testbench/studies/reproduction/page.hpp"
#include "testbench/studies/song2005/measurement.hpp"
#include "testbench/studies/song2005/runs.hpp"

namespace slackline::song2005 {

/// What was not simulated is said to be so.
reproduction::Page page(const Measurements& measurements, Effort effort = Effort::full, const Given& given = {});

// Its sections.
reproduction::Section schedule_section();
reproduction::Section skew_section(const Measurements& measurements);
reproduction::Section interval_section(const Measurements& measurements, Effort effort);
reproduction::Section figure_section(const Measurements& measurements);
reproduction::Section comparison_section(const Measurements& measurements);
reproduction::Section topology_section(const Measurements& measurements, const Given& given);
reproduction::Section failure_section(const Measurements& measurements);
reproduction::Section clock_section();

}  // namespace slackline::song2005
