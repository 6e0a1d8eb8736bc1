#include <catch2/catch.hpp>

#include "tests/cli/command.hpp"
#include "tests/support/skip.hpp"

using namespace slackline::test;
using Catch::Matchers::Contains;

namespace {

/// The quick form with one process. With three the files are the same, and --quiet prints nothing.
Output study_with_any_number_of_processes(const Workplace& w, const std::string& name) {
  Output output = w.slackline("study " + name + " --quick --jobs 1 --out one");
  INFO(output.out);
  CHECK(output.err.empty());
  CHECK(output.status == 0);  // 3 would mean that a claim fails for no known reason
  CHECK_THAT(w.read("one/" + name + ".html"), Contains("<svg") && Contains("</html>"));
  const Output quiet = w.slackline("study " + name + " --quick --quiet --jobs 3 --out two");
  CHECK(quiet.status == 0);
  CHECK(quiet.out.empty());
  CHECK(w.shell("rm one/manifest.json two/manifest.json; diff -r one two").status == 0);
  return output;
}

}  // namespace

TEST_CASE(
    "study checks the claims of Song 2005 with its formulas and the model; the page is the same for any number of "
    "processes",
    "[song2005]") {
  const Workplace w;
  if (w.shell("command -v gnuplot > found").status != 0) return skip("no gnuplot to draw with");
  const Output output = study_with_any_number_of_processes(w, "song2005");
  CHECK_THAT(output.out, Contains("Table 4: overhead") && Contains("; 0 contradicted without a cause\n") &&
                             Contains("the printed bound"));
  CHECK_THAT(w.read("one/song2005.md"), Contains("](figure6.svg)"));
}

TEST_CASE("study takes a real fabric, and refuses other files", "[song2005]") {
  const Workplace w;
  const std::string fabric = in_repository("testbench/experiments/real/cluster40.topofile");
  const Output output = w.slackline("study song2005 --quick --fabric " + fabric);
  CHECK(output.status == 0);
  CHECK_THAT(output.out, Contains("no skew along a spanning tree exceeds"));
  w.write("none.topofile", "nothing\n");
  const Output refused = w.slackline("study song2005 --quick --fabric none.topofile");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, Contains("none.topofile") && Contains("nothing was run"));
  CHECK(w.slackline("study song2005 --quick --fabric missing.topofile").status == 2);
}

TEST_CASE("study checks the claims of Sun, Cheung, Lin 2001 with the model, the same for any number of processes",
          "[sun2001]") {
  const Workplace w;
  if (w.shell("command -v gnuplot > found").status != 0) return skip("no gnuplot to draw with");
  const Output output = study_with_any_number_of_processes(w, "sun2001");
  CHECK_THAT(output.out, Contains("(a) the first barrier takes at most twice a later one") &&
                             Contains(", 0 not run; 0 contradicted without a cause\n"));
  CHECK_THAT(w.read("one/sun2001.md"), Contains("](figure11a.svg)"));
}

TEST_CASE("study checks the claims of Shurbanov et al. 2000 with the model, the same for any number of processes",
          "[shurbanov2000][window]") {
  const Workplace w;
  if (w.shell("command -v gnuplot > found").status != 0) return skip("no gnuplot to draw with");
  const Output output = study_with_any_number_of_processes(w, "shurbanov2000");
  CHECK_THAT(output.out,
             Contains("(4) SW keeps its window full") && Contains(", 0 not run; 0 contradicted without a cause\n"));
  CHECK_THAT(w.read("one/shurbanov2000.md"), Contains("](figure4.svg)"));
}

TEST_CASE("study checks the claims of Anglano et al. with the model, the same for any number of processes",
          "[anglano][multicast]") {
  const Workplace w;
  if (w.shell("command -v gnuplot > found").status != 0) return skip("no gnuplot to draw with");
  const Output output = study_with_any_number_of_processes(w, "anglano");
  CHECK_THAT(output.out, Contains("(13) one class of buffers deadlocks") && Contains(", 0 not run; "));
  CHECK_THAT(w.read("one/anglano.md"), Contains("](star-16-words-light.svg)"));
}

TEST_CASE("study checks the claims of Tam and Wang 2000 with the model, the same for any number of processes",
          "[tam2000][exchange]") {
  const Workplace w;
  if (w.shell("command -v gnuplot > found").status != 0) return skip("no gnuplot to draw with");
  const Output output = study_with_any_number_of_processes(w, "tam2000");
  CHECK_THAT(output.out,
             Contains("(3) sync beats pairwise") && Contains(", 0 not run; 0 contradicted without a cause\n"));
  CHECK_THAT(w.read("one/tam2000.md"), Contains("](figure7.svg)"));
}

TEST_CASE("wrong options of study are refused", "[song2005][quick]") {
  const Workplace w;
  const Output output = w.slackline("study song2004 --jobs 0");
  CHECK(output.status == 2);
  CHECK(output.out.empty());
  CHECK_THAT(output.err, Contains("--jobs: expected integer from 1 to 1024, found 0") &&
                             Contains("STUDY: expected song2005, sun2001, shurbanov2000, anglano or tam2000, "
                                      "found song2004; did you mean song2005?") &&
                             Contains("nothing was run"));
  const Output fabric = w.slackline("study sun2001 --fabric x.topofile");
  CHECK(fabric.status == 2);
  CHECK_THAT(fabric.err, Contains("--fabric: has no effect on sun2001; use it only with song2005"));
  CHECK(w.shell("PATH= \"$slackline\" study song2005 --quick --out there").status == 2);
  const Output taken = w.shell("mkdir mine; echo mine > mine/notes; \"$slackline\" study song2005 --quick --out mine");
  CHECK(taken.status == 2);
  CHECK_THAT(taken.err, Contains("--out mine") && Contains("nothing was run"));
}
