#include "testbench/studies/papers.hpp"

#include "testbench/studies/anglano/study.hpp"
#include "testbench/studies/shurbanov2000/study.hpp"
#include "testbench/studies/song2005/study.hpp"
#include "testbench/studies/sun2001/study.hpp"
#include "testbench/studies/tam2000/study.hpp"

namespace slackline::studies {

const std::vector<reproduction::Study>& papers() {
  static const std::vector<reproduction::Study> all{song2005::study(), sun2001::study(), shurbanov2000::study(),
                                                    anglano::study(), tam2000::study()};
  return all;
}

}  // namespace slackline::studies
