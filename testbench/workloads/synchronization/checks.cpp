#include "testbench/workloads/synchronization/settings.hpp"

#include "rtl_models/firmware/fbs.h"
#include "testbench/features/files/file_use.hpp"
#include "testbench/features/nic/build.hpp"
#include "testbench/features/routing/settings.hpp"
#include "testbench/features/run/settings.hpp"

namespace slackline::features {

namespace {

SourcePtr read_schedule(Reading& reading, const char* key) {
  return is_given(reading, key) ? read_file_of(reading, key, most_schedule_bytes, FileUse::table) : nullptr;
}

/// A file that goes with a word of a choice.
void check_file(Reading& reading, const char* file, const char* choice, bool wanted) {
  if (wanted && !is_given(reading, file) && !is_doubtful(reading, {file}))
    add_error(reading, file, {choice}, problem("missing"), "name of a file with a schedule");
  if (!wanted && is_given_by_user(reading, file))
    add_error(reading, file, {choice}, problem("has no effect with " + name_and_value(choice, reading.values())),
              advice("use it only with " + std::string(reading.keys().find(choice)->name()) + ": file"));
}

}  // namespace

void read_schedule_files(Reading& reading) {
  SynchronizationSettings& s = reading.values().get<SynchronizationSettings>();
  s.schedule_source = read_schedule(reading, "nic.synchronization.schedule_file");
  s.stream_source = read_schedule(reading, "nic.synchronization.stream_file");
}

void check_report_queue(Reading& of_host) {
  const Values& e = of_host.values();
  constexpr std::uint64_t least_queue = FBS_COUNTERS + 3;
  if ((synchronizes(e) || hands_out_tokens(e)) && e.get<NicSettings>().host_queue < least_queue)
    add_error(of_host, "nic.host_queue", {"nic.firmware"}, {},
              "at least " + std::to_string(least_queue) + " with " + e.get<NicSettings>().firmware);
}

void check_synchronization(Reading& reading) {
  Values& e = reading.values();
  if (is_doubtful(reading, {"endpoint"}) || (!synchronizes(e) && !hands_out_tokens(e))) return;
  // A lone token firmware is no workload that ends.
  if (hands_out_tokens(e) && !is_given(reading, "run.max_cycles")) e.get<RunSettings>().max_cycles = most_cycles;
  check_report_queue(reading);
  if (!synchronizes(e)) return;
  const SynchronizationSettings& s = e.get<SynchronizationSettings>();
  check_file(reading, "nic.synchronization.schedule_file", "nic.synchronization.schedule",
             s.schedule == SynchronizingSchedule::file);
  check_file(reading, "nic.synchronization.stream_file", "nic.synchronization.stream", s.stream == SlotStream::file);
  if (!s.packets && is_given_by_user(reading, "nic.synchronization.pause"))
    add_error(reading, "nic.synchronization.pause", {"nic.synchronization.packets"},
              problem("has no effect with packets: false"), advice("use it only with packets: true"));
  if (s.stream == SlotStream::none && s.stream_words && is_given_by_user(reading, "nic.synchronization.stream_words"))
    add_error(reading, "nic.synchronization.stream_words", {"nic.synchronization.stream"},
              problem("has no effect with stream: none"), advice("use it only with stream: shift, schedule or file"));
  if (e.get<RoutingSettings>().at_switch == route_unit::Kind::source_stripped)
    add_error(reading, "routing.switch", {"nic.firmware"}, {},
              "table or source_shifted, without route flits (packets are as long as a slot)");
}

}  // namespace slackline::features
