#include <catch2/catch.hpp>

#include "testbench/workloads/replay/trace_file/ti_trace.hpp"

using namespace slackline;
using namespace slackline::replay;
using Catch::Matchers::Contains;

namespace {

std::string errors_of(const std::vector<std::string>& texts) {
  std::vector<settings::SourcePtr> files;
  for (std::size_t i = 0; i < texts.size(); ++i)
    files.push_back(std::make_shared<const settings::Source>("rank" + std::to_string(i), texts[i]));
  settings::InputErrors errors;
  trace_file::read_ti_trace(files, errors);
  std::string text;
  for (const settings::InputError& error : errors) text += settings::to_string(error) + '\n';
  return text;
}

Trace read_calls(const std::string& text) {
  settings::InputErrors errors;
  Trace trace = trace_file::read_ti_trace({std::make_shared<const settings::Source>("trace", text)}, errors);
  for (const settings::InputError& error : errors) UNSCOPED_INFO(settings::to_string(error));
  REQUIRE(errors.empty());
  return trace;
}

/// The only call of rank 0 in a trace of `ranks` ranks.
Action call(const std::string& line, unsigned ranks = 4, const std::string& init = "init") {
  std::string text = "0 " + init + "\n0 " + line + '\n';
  for (unsigned r = 1; r < ranks; ++r) text += std::to_string(r) + " init\n";
  const Trace trace = read_calls(text);
  REQUIRE(trace.ranks[0].actions.size() == 1);
  CHECK(trace.ranks[0].actions[0].line == 2);
  return trace.ranks[0].actions[0];
}

}  // namespace

TEST_CASE("without a datatype counts are bytes, or doubles if init has a value") {
  CHECK(call("send 1 5 10").bytes == 10);
  CHECK(call("send 1 5 10", 4, "init 1").bytes == 80);
}

TEST_CASE("the number of a datatype gives the size of an element", "[quick]") {
  CHECK(call("send 1 5 10 0").bytes == 80);
  CHECK(call("send 1 5 10 1").bytes == 40);
  CHECK(call("send 1 5 10 2").bytes == 10);
  CHECK(call("send 1 5 10 3").bytes == 20);
  CHECK(call("send 1 5 10 14").bytes == 160);
  CHECK_THAT(errors_of({"0 send 0 5 10 51\n"}), Contains("rank0:1:15") && Contains("51 (in send)"));
}

TEST_CASE("messages name the other rank, the tag and the count, in this order") {
  const Action send = call("isend 3 7 10 1");
  CHECK(send.call == Call::isend);
  CHECK(send.peer == 3);
  CHECK(send.tag == 7);
  const Action receive = call("recv -555 -444 10 1");
  CHECK(receive.peer == any);
  CHECK(receive.tag == any);
  CHECK(receive.taken == 40);
  CHECK(call("irecv -333 3 -1").peer == any);
  const Action wait = call("wait 2 0 9");
  CHECK(wait.receives);
  CHECK(wait.peer == 2);
  CHECK(wait.tag == 9);
  CHECK_FALSE(call("test 0 2 9").receives);
  const Action both = call("sendRecv 5 1 6 3 0 1");
  CHECK(both.call == Call::sendrecv);
  CHECK(both.peer == 1);
  CHECK(both.from == 3);
  CHECK(both.bytes == 40);
  CHECK(both.taken == 24);
}

TEST_CASE("collective calls have their values in the order of SimGrid", "[quick]") {
  const Action bcast = call("bcast 10 2 1");
  CHECK(bcast.bytes == 40);
  CHECK(bcast.peer == 2);
  const Action reduce = call("reduce 10 99 3 1 ");
  CHECK(reduce.bytes == 40);
  CHECK(reduce.amount == 99);
  CHECK(reduce.peer == 3);
  const Action allreduce = call("allreduce 10 99.5 0");
  CHECK(allreduce.bytes == 80);
  CHECK(allreduce.amount == 100);
  const Action alltoall = call("alltoall 10 20 0 1");
  CHECK(alltoall.bytes == 80);
  CHECK(alltoall.taken == 80);
  const Action gather = call("gather 10 20 2 0 1");
  CHECK(gather.bytes == 80);
  CHECK(gather.taken == 80);
  CHECK(gather.peer == 2);
}

TEST_CASE("calls with counts have one for each rank, and alltoallv one for what it sends and one for what it receives",
          "[quick]") {
  const auto counts = [](const std::string& line) {
    return read_calls("0 init\n0 " + line + "\n1 init\n2 init\n").ranks[0].counts;
  };
  using Counts = std::vector<std::uint64_t>;
  CHECK(counts("alltoallv 6 1 2 3 60 10 20 30") == Counts{1, 2, 3, 10, 20, 30});
  CHECK(counts("alltoallv 6 1 2 3 60 10 20 30 1 0") == Counts{4, 8, 12, 80, 160, 240});
  CHECK(counts("scatterv 1 2 3 7 2 1 1") == Counts{4, 8, 12});
  CHECK(counts("allgatherv 7 1 2 3 1 1") == Counts{4, 8, 12});
  CHECK(counts("reducescatter 1 2 3 99 1") == Counts{4, 8, 12});
  const Action gatherv = call("gatherv 7 1 2 3 4 2 1 1");
  CHECK(gatherv.bytes == 28);
  CHECK(gatherv.peer == 2);
  CHECK(call("scatterv 1 2 3 4 7 2 1 0").taken == 56);
  CHECK(call("reducescatter 1 2 3 4 99 1").amount == 99);
}

TEST_CASE("the datatype of a call gives the unit of its own counts, not of those of earlier calls") {
  const Trace trace = read_calls(
      "0 init\n0 allgatherv 7 1 2 3 1 1\n0 alltoallv 6 1 2 3 60 10 20 30 2 2\n0 reducescatter 1 2 3 99 0\n1 init\n"
      "2 init\n");
  // Elements of 4 bytes, of 1 and of 8.
  CHECK(trace.ranks[0].counts == std::vector<std::uint64_t>{4, 8, 12, 1, 2, 3, 10, 20, 30, 8, 16, 24});
  REQUIRE(trace.ranks[0].actions.size() == 3);
  CHECK(trace.ranks[0].actions[0].counts == 0);
  CHECK(trace.ranks[0].actions[1].counts == 3);
  CHECK(trace.ranks[0].actions[2].counts == 9);
}

TEST_CASE("calls without effect are left out, and so are messages without a destination") {
  const Trace trace =
      read_calls("0 init\n0 comm_size 4\n0 comm_split\n0 comm_dup\n0 location a.c 3\n0 send -333 1 5\n0 finalize\n");
  CHECK(trace.ranks[0].actions.empty());
}

TEST_CASE("computing and sleeping are rounded up to whole operations and nanoseconds") {
  CHECK(call("compute 5e3").amount == 5000);
  CHECK(call("compute 0.02").amount == 1);
  CHECK(call("sleep 0.5").amount == 500'000'000);
}

TEST_CASE("lines may have blanks, carriage returns and comments, and files may have nothing else") {
  const Trace trace = read_calls("# a comment\n\n  0   init\r\n0\tbarrier  \r\n");
  CHECK(trace.ranks[0].actions.size() == 1);
}

TEST_CASE("each wrong line is named with its place, all at once", "[quick]") {
  const std::string text = errors_of(
      {"0 init\n0 sendd 1 5 1\n0 send 9 5 1\n0 send 1 x 1\n0 send 1 5\n0 bcast 1 0 1 1 1\n0 compute -1\n0 wait 1 1 1\n"
       "0 scan 1 2\n0 send 1 5 1099511627776 0\n1 init\n"});
  CHECK_THAT(text, Contains("rank0:2:3: traffic.trace: expected ") &&
                       Contains(", found sendd (unknown call); did you mean send?"));
  CHECK_THAT(text, Contains("rank0:3:8: traffic.trace: expected a rank from 0 to 1, found 9 (in send)"));
  CHECK_THAT(text, Contains("rank0:4:10: traffic.trace: expected a tag from 0 to 2147483647, found x (in send)"));
  CHECK_THAT(text, Contains("rank0:5:1: traffic.trace: expected a count, found 0 send 1 5 (ends too early)"));
  CHECK_THAT(text, Contains("rank0:6:1") && Contains("nothing after the values of bcast"));
  CHECK_THAT(text, Contains("rank0:7:11"));
  CHECK_THAT(text, Contains("rank0:8:3") && Contains("source or destination being rank 0"));
  CHECK_THAT(text, Contains("rank0:9:3: traffic.trace: expected ") && Contains(", found scan (unknown call)"));
  // Neither of them is close to another call.
  CHECK_THAT(errors_of({"0 Ssend 0 1 1\n0 waitany 1\n0 ibcast 1\n"}), !Contains("did you mean"));
  CHECK_THAT(text, Contains("rank0:10:1") && Contains("more than 1048576 MiB"));
}

TEST_CASE("every rank must be present, in one file, and be a number") {
  CHECK_THAT(errors_of({"0 init\n2 init\n"}), Contains("rank 1 is missing"));
  CHECK_THAT(errors_of({"0 init\n", "0 barrier\n"}), Contains("rank1:1:1") && Contains("its calls are in rank0, too"));
  CHECK_THAT(errors_of({"p0 init\n"}), Contains("rank0:1:1: traffic.trace: expected a rank from 0 to 65535, found p0"));
  CHECK_THAT(errors_of({"0\n"}), Contains("a rank, a call and its values"));
  CHECK_THAT(errors_of({""}), Contains("no call"));
}

TEST_CASE("only the first errors of a file that is wrong throughout are reported") {
  std::string text;
  for (unsigned i = 0; i < 1000; ++i) text += "0 nonsense\n";
  const std::string errors = errors_of({text});
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 10);
}
