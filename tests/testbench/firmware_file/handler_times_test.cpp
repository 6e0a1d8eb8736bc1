#include "testbench/firmware_file/handler_times.hpp"

#include <catch2/catch.hpp>

#include "rtl_models/nic/processor.hpp"

using namespace slackline;
using firmware_file::HandlerRecorder;
using firmware_file::read_handler_times;
using Access = nic::HandlerObserver::Access;
using Found = nic::HandlerObserver::Found;

namespace {

const std::string heading = "event,reads,writes,loads,stores,runs,cycles,offsets\n";

std::string error_of(const std::string& rows) {
  firmware_file::Errors errors;
  read_handler_times(heading + rows, errors);
  return errors.size() == 1 ? errors.front() : std::to_string(errors.size()) + " errors";
}

}  // namespace

TEST_CASE("times of handlers are recorded by what they do, with the mean offset of each write, and read back",
          "[quick]") {
  HandlerRecorder recorder;
  const NodeId host(3), other(4);
  recorder.begins(host, NIC_EVENT_HOST, Cycle(100), 4, Found::waiting);
  recorder.begins(other, NIC_EVENT_HOST, Cycle(101), 6, Found::waiting);
  recorder.accesses(host, Access::read, Cycle(102));
  recorder.accesses(other, Access::read, Cycle(103));
  recorder.accesses(host, Access::write, Cycle(110));
  recorder.accesses(host, Access::store, Cycle(130));
  recorder.accesses(other, Access::write, Cycle(115));
  recorder.accesses(other, Access::store, Cycle(131));
  recorder.ends(host, Cycle(140));
  recorder.ends(other, Cycle(143));
  recorder.begins(host, NIC_EVENT_TIMER, Cycle(147), 6, Found::busy);
  recorder.ends(host, Cycle(150));
  recorder.begins(host, NIC_EVENT_TIMER, Cycle(160), 9, Found::looking);
  recorder.ends(host, Cycle(163));

  const std::string csv = recorder.table().csv();
  CHECK(csv == heading + "woken,,,,,2,5,\nfollowing,,,,,1,6,\nTIMER,0,0,0,0,2,3,\nHOST,1,1,0,1,2,41,12 30\n");
  firmware_file::Errors errors;
  const nic::HandlerTimes times = read_handler_times(csv, errors);
  CHECK(errors.empty());
  CHECK(times.woken == 5);
  CHECK(times.following == 6);
  CHECK(times.size() == 2);
  const nic::HandlerTime* time = times.find({NIC_EVENT_HOST, 1, 1, 0, 1});
  REQUIRE(time != nullptr);
  CHECK(time->cycles == 41);
  CHECK(time->offsets == std::vector<std::uint32_t>{12, 30});
  CHECK(times.find({NIC_EVENT_HOST, 1, 1, 1, 0}) == nullptr);
}

TEST_CASE("a table of times that cannot be read is refused with the line and what was expected", "[quick]") {
  CHECK(error_of("") == "line 2: expected a row for each kind of handlers");
  CHECK(error_of("HOST,1,1,0\n") == "line 2: expected 8 values, found 4");
  CHECK(error_of("HOSTS,0,0,0,0,1,5,\n") ==
        "line 2: event: expected the name of one, start, woken or following, found HOSTS");
  CHECK(error_of("HOST,0,0,0,0,1,0,\n") == "line 2: cycles: expected integer from 1 to 1000000, found 0");
  CHECK(error_of("HOST,x,0,0,0,1,5,\n") == "line 2: reads: expected integer from 0 to 16383, found x");
  CHECK(error_of("HOST,0,2,0,0,1,5,3\n") == "line 2: offsets: expected one for each write and store, 2, found 1");
  CHECK(error_of("HOST,0,2,0,0,1,5,3 2\n") == "line 2: offsets: expected integer from 3 to 5, found 2");
  CHECK(error_of("HOST,0,0,0,0,1,5,\nHOST,0,0,0,0,1,6,\n") ==
        "line 3: expected each signature once, found a second row for it");
  firmware_file::Errors errors;
  read_handler_times("a,b\n", errors);
  CHECK(errors == firmware_file::Errors{"line 1: expected event,reads,writes,loads,stores,runs,cycles,offsets"});
}
