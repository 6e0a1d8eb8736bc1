// Equations (1) to (4) and figure 11.
#include <fmt/format.h>

#include "testbench/studies/sun2001/equations.hpp"
#include "testbench/studies/sun2001/study.hpp"

namespace slackline::sun2001 {

namespace {

using reproduction::Figure;

constexpr double preemptions[] = {6, 10};

Model model(double Tp, unsigned levels) {
  Model m;
  m.Tp = Tp;
  m.levels = levels;
  return m;
}

Figure figure_11(const char* name, unsigned levels) {
  Figure figure{name,
                fmt::format("Figure 11 of the paper, L = {}: equations (1) to (4) as printed.", levels),
                "duration of congestion (cycles)",
                "latency (cycles)",
                {}};
  const auto add = [&](const std::string& label, auto&& latency) {
    reproduction::FigureSeries series{label, {}};
    for (double duration = 0; duration <= 2000; duration += 100) series.add(duration, latency(duration));
    figure.series.push_back(std::move(series));
  };
  for (const double Tp : preemptions) {
    const Model m = model(Tp, levels);
    add(fmt::format("I, Tp = {}", Tp), [&](double) { return latency_1(m); });
    add(fmt::format("II, Tp = {}", Tp), [&](double) { return latency_2(m); });
    add(fmt::format("III, Tp = {}", Tp), [&](double duration) { return latency_3(m, duration); });
  }
  add("tree without preemption", [&](double duration) { return latency_4(model(6, levels), duration); });
  return figure;
}

}  // namespace

reproduction::Section analysis_section() {
  reproduction::Section section{"Analysis", {}};
  section.blocks.emplace_back(reproduction::Paragraph{
      "Equations (1) to (4) with the values of figure 11, which prints no numbers: Ts = 100, Tb "
      "= 16, p = 0.8, pf = 0.2, k = 16. As printed they count Tb twice a hop, 4 (L - 1) Tb in "
      "all, where theorem 2 has 2 (L - 1) Tb."});
  reproduction::Table table{"Latency without congestion, and where III stops being ahead of II, cycles",
                            {"Tp", "L", "I, (1)", "II, (2)", "theorem 2", "with Ts and Tp", "III = II at"},
                            {}};
  for (const double Tp : preemptions)
    for (const unsigned levels : {10u, 128u}) {
      const Model m = model(Tp, levels);
      std::vector<std::string> row{fmt::format("{}", Tp), fmt::format("{}", levels)};
      for (const double value : {latency_1(m), latency_2(m), theorem_2(m, levels - 1),
                                 corrected_bound(m, levels - 1, 0), congestion_where_3_meets_2(m).value()})
        row.push_back(fmt::format("{:.1f}", value));
      table.rows.push_back(std::move(row));
    }
  section.blocks.emplace_back(std::move(table));
  section.blocks.emplace_back(figure_11("figure11a", 10));
  section.blocks.emplace_back(figure_11("figure11b", 128));
  return section;
}

}  // namespace slackline::sun2001
