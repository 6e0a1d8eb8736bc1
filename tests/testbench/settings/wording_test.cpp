#include "testbench/settings/wording.hpp"

#include <catch2/catch.hpp>

using slackline::settings::Wording;

TEST_CASE("keys in a text are written in another way, and nothing that looks like one", "[quick]") {
  const auto in_list = [](const std::string& path) { return "workloads[0]" + path.substr(path.find('.')); };
  const Wording text = "traffic.trace: has no effect with " + Wording::key("traffic.trace") + " or " +
                       Wording::key("traffic.load") + "; see ../runs/traffic.load";
  CHECK(text.text() == "traffic.trace: has no effect with traffic.trace or traffic.load; see ../runs/traffic.load");
  const Wording written = text.with_keys(in_list);
  CHECK(written.text() ==
        "traffic.trace: has no effect with workloads[0].trace or workloads[0].load; see ../runs/traffic.load");
  // They are still known as keys.
  CHECK(written.with_keys([](const std::string& path) { return "`" + path + "`"; }).text() ==
        "traffic.trace: has no effect with `workloads[0].trace` or `workloads[0].load`; see ../runs/traffic.load");
  CHECK(Wording("traffic.trace").with_keys(in_list) == "traffic.trace");
}
