// study: Song, "Synchronization of Network Interfaces in System Area Networks", 2005.
#pragma once

#include "testbench/studies/song2005/measurement.hpp"
#include "testbench/studies/song2005/runs.hpp"

namespace slackline::song2005 {

reproduction::Study study();

/// Claims that were not simulated are listed as such.
reproduction::Page page(const Measurements& measurements, Effort effort = Effort::full,
                        const reproduction::Given& given = {});

// Its sections.
reproduction::Section schedule_section();
reproduction::Section skew_section(const Measurements& measurements);
reproduction::Section interval_section(const Measurements& measurements, Effort effort);
reproduction::Section figure_section(const Measurements& measurements);
reproduction::Section comparison_section(const Measurements& measurements);
reproduction::Section topology_section(const Measurements& measurements, const reproduction::Given& given);
reproduction::Section failure_section(const Measurements& measurements);
reproduction::Section clock_section();

}  // namespace slackline::song2005
