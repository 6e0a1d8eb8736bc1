#include "testbench/commands/preparation.hpp"

#include <memory>
#include <string>

#include "testbench/commands/interrupt.hpp"
#include "testbench/commands/progress.hpp"

namespace slackline::commands {

routing::OnProgress show_preparation(bool wanted) {
  return [wanted, line = std::shared_ptr<Progress>(), shown = std::string()](const char* work, std::uint64_t done,
                                                                             std::uint64_t all) mutable {
    if (interrupt_noted()) throw Interrupted();
    if (line == nullptr || shown != work) {
      line = std::make_shared<Progress>(wanted, "");
      shown = work;
    }
    line->show(done, all, work);
  };
}

}  // namespace slackline::commands
