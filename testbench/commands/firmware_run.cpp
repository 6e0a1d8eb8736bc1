#include <algorithm>
#include <deque>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "rtl_models/firmware/log_text.hpp"
#include "rtl_models/nic/error_text.hpp"
#include "rtl_models/nic/nic_instance.hpp"
#include "testbench/commands/commands.hpp"
#include "testbench/commands/exit_status.hpp"
#include "testbench/commands/firmware_script.hpp"
#include "testbench/commands/load.hpp"
#include "testbench/commands/option_reader.hpp"
#include "testbench/features/files/file_use.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/text/counted.hpp"

namespace slackline::commands {

namespace {

/// The others of the network are not there: what comes from them is in the script.
const std::string experiment = "schema_version: 1\nendpoint: nic\ntopology: { kind: single_switch, hosts_per_switch: " +
                               std::to_string(hosts_of_script) + " }\n";
constexpr const char* usual_script = "0 send 1 16\n0 send 2 100\n";

std::string words_text(const std::vector<std::uint32_t>& words) {
  constexpr std::size_t most_shown = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(words.size(), most_shown); ++i)
    text += (i == 0 ? "" : " ") + firmware::log_text("%x", words[i], 0);
  return text + (words.size() > most_shown ? " ..." : "");
}

std::string completion_text(const firmware::Completion& completion) {
  const std::string kind = completion.kind == NIC_DONE_SENT       ? "sent"
                           : completion.kind == NIC_DONE_RECEIVED ? "received"
                           : completion.kind == NIC_DONE_FAILED   ? "failed"
                                                                  : "completion " + std::to_string(completion.kind);
  return kind + ": message " + std::to_string(completion.message) + ", host " + std::to_string(completion.peer) + ", " +
         text::counted(completion.words, "word");
}

/// One interface, its host and its link.
class Trial {
 public:
  Trial(const nic::Params& params, Script script)
      : script_(std::move(script)), nic_(params, nic::Place(), port::Params(), packets_, latencies_) {}

  /// Up to `end` cycles, or until nothing more can happen. False: the firmware failed.
  bool run(std::uint64_t end) {
    for (now_ = Cycle(0); now_.value < end; now_ = now_ + 1) {
      const firmware::Command command = next_command();
      const nic::Result result = nic_.step(now_, {{next_flit(), 0}, command.words != 0 ? &command : nullptr});
      show(result.flit_out);
      show_handlers();
      if (nic_.state.processor.error.kind != nic::FirmwareErrorKind::none) return false;
      if (is_over()) break;
    }
    return true;
  }

  void log(Cycle cycle, const char* text, std::uint32_t a, std::uint32_t b) {
    line(cycle, "log: " + firmware::log_text(text, a, b));
  }

  void show_totals(std::uint64_t end) const {
    const nic::Processor& processor = nic_.state.processor;
    std::cout << (now_.value < end ? "nothing more happens after cycle " + std::to_string(now_.value)
                                   : "stopped after " + text::counted(end, "cycle") + " (--cycles)")
              << '\n';
    for (std::uint8_t e = 0; e <= NIC_EVENTS; ++e)
      if (processor.runs[e] != 0)
        std::cout << "  " << nic::event_name(e) << ": " << text::counted(processor.runs[e], "handler") << ", "
                  << text::counted(processor.cycles[e], "cycle") << '\n';
    if (next_ != script_.size())
      std::cout << "  " << text::counted(script_.size() - next_, "step") << " of the script not reached\n";
  }
  const nic::FirmwareError& error() const { return nic_.state.processor.error; }

 private:
  static void line(Cycle cycle, const std::string& text) {
    const std::string number = std::to_string(cycle.value);
    std::cout << std::string(number.size() < 8 ? 8 - number.size() : 0, ' ') << number << "  " << text << '\n';
  }

  bool is_due(bool is_message) const {
    return next_ < script_.size() && script_[next_].cycle <= now_.value &&
           (script_[next_].message_words != 0) == is_message;
  }

  /// Commands and packets keep the order of the script.
  firmware::Command next_command() {
    if (!is_due(true) || nic::room(nic_.state) == 0) return {};
    const ScriptStep& step = script_[next_++];
    line(now_, "host: message " + std::to_string(messages_) + " to host " + std::to_string(step.peer) + ", " +
                   text::counted(step.message_words, "word"));
    return {NIC_COMMAND_SEND, step.peer, messages_++, step.message_words};
  }

  Flit next_flit() {
    while (is_due(false)) {
      const ScriptStep& step = script_[next_++];
      const auto flits = static_cast<std::uint32_t>(step.words.size() + 1);
      const std::uint32_t tag = packets_.open(NodeId(step.peer), NodeId(0), arrived_++, flits, now_, now_).value_or(0);
      arriving_.emplace_back(FlitKind::head, VcId(0), 0, tag);
      for (std::size_t i = 0; i < step.words.size(); ++i)
        arriving_.emplace_back(i + 1 == step.words.size() ? FlitKind::tail : FlitKind::body, VcId(0), step.words[i],
                               tag);
      line(now_, "link: packet of host " + std::to_string(step.peer) + ", " + text::counted(step.words.size(), "word") +
                     " after its head: " + words_text(step.words));
    }
    if (arriving_.empty()) return Flit();
    const Flit flit = arriving_.front();
    arriving_.pop_front();
    return flit;
  }

  void show(Flit flit) {
    if (const firmware::Completion* completion = nic::completion(nic_.state); completion != nullptr)
      line(now_, "host: " + completion_text(*completion));
    if (nic_.state.receive.dropped != dropped_) {
      dropped_ = nic_.state.receive.dropped;
      line(now_, "a packet is dropped: there is no buffer for it");
    }
    if (!flit.valid()) return;
    if (flit.opens_worm()) {
      leaving_.clear();
      const PacketRecord* const packet = packets_.find(flit.tag());
      destination_ = packet == nullptr ? 0 : packet->destination.value;
      began_ = now_;
    } else {
      leaving_.push_back(flit.data());
    }
    if (flit.closes_worm())
      line(now_, "link: packet to host " + std::to_string(destination_) + " since cycle " +
                     std::to_string(began_.value) + ", " + text::counted(leaving_.size(), "word") +
                     " after its head: " + words_text(leaving_));
  }

  void show_handlers() {
    const nic::Processor& processor = nic_.state.processor;
    if (was_busy_ && !processor.busy) {
      const std::uint64_t cycles = processor.cycles[event_] - cycles_before_;
      line(now_, std::string("handler ") + nic::event_name(event_) + ": " + text::counted(cycles, "cycle") +
                     ", from cycle " + std::to_string(handled_.value) + " on");
    }
    if (!was_busy_ && processor.busy) {
      event_ = processor.event;
      cycles_before_ = processor.cycles[event_];
      handled_ = now_;
    }
    was_busy_ = processor.busy;
  }

  bool is_over() const {
    return next_ == script_.size() && arriving_.empty() && nic_.state.processor.started &&
           nic::is_idle(nic_.params, nic_.state);
  }

  Script script_;
  std::size_t next_ = 0;
  PacketTable packets_{hosts_of_script, 1};
  port::Latencies latencies_;
  nic::Instance nic_;
  Cycle now_;
  Cycle began_;    ///< of the packet that leaves
  Cycle handled_;  ///< the first edge of the handler that runs
  std::uint32_t messages_ = 0, arrived_ = 0, dropped_ = 0, destination_ = 0;
  std::deque<Flit> arriving_;
  std::vector<std::uint32_t> leaving_;
  bool was_busy_ = false;
  std::uint8_t event_ = 0;
  std::uint64_t cycles_before_ = 0;
};

bool sets(const std::vector<settings::Override>& overrides, std::string_view key) {
  return std::any_of(overrides.begin(), overrides.end(), [&](const settings::Override& one) { return one.key == key; });
}

}  // namespace

int firmware_run(const FirmwareRunOptions& options) {
  OptionReader reader;
  constexpr std::uint64_t usual_cycles = 100'000;
  const std::uint64_t end = reader.integer("--cycles", options.cycles, 1, most_cycles_of_script, usual_cycles);
  settings::InputErrors errors;
  settings::SourcePtr source = std::make_shared<const settings::Source>("script", usual_script);
  if (options.script)
    source = features::read_file(*options.script, errors, most_script_bytes, features::FileUse::table);
  Script script;
  if (source != nullptr) script = read_script(source, errors);
  if (!errors.empty()) {
    print_errors(errors, "nothing run");
    reader.refuse();
  }
  std::vector<settings::Override> overrides = overrides_of(options.settings);
  if (!sets(overrides, "nic.processor")) overrides.insert(overrides.begin(), {"FILE", "nic.processor", "rv32"});
  overrides.insert(overrides.begin(), {"FILE", "nic.firmware", options.file});
  const auto reading = load_text("firmware run", experiment, overrides, "nothing run");
  if (!reading || !reader.good()) return bad_input;

  nic::Params params = features::nic_params(reading->experiment);
  params.nodes = hosts_of_script;
  std::unique_ptr<Trial> trial;
  params.log = [&trial](NodeId, Cycle cycle, const char* text, std::uint32_t a, std::uint32_t b) {
    trial->log(cycle, text, a, b);
  };
  trial = std::make_unique<Trial>(params, std::move(script));
  if (trial->run(end)) {
    trial->show_totals(end);
    return done;
  }
  const nic::FirmwareError& error = trial->error();
  std::cerr << "slackline firmware run: handler of " << nic::event_name(error.event) << " in cycle "
            << error.cycle.value << ": " << nic::error_text(error) << '\n';
  return network_error;
}

}  // namespace slackline::commands
