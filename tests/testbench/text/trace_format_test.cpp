#include "testbench/text/trace_format.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace slackline::text;

TEST_CASE("a trace is recognized by one of its first lines, so that a wrong one does not hide it", "[quick]") {
  CHECK(trace_format("# by smpirun\n\n0 init\n") == TraceFormat::calls);
  CHECK(trace_format("0 init 1\r\n") == TraceFormat::calls);
  CHECK(trace_format("p0 init here\n0 compute 2.5e3\n") == TraceFormat::calls);
  CHECK(trace_format("12 Irecv -555 -444 10\n") == TraceFormat::calls);
  CHECK(trace_format("0 location a.c 3\n") == TraceFormat::calls);
  CHECK(trace_format("0 sendd 1 5 1\n") == TraceFormat::calls);  // its reader knows what was meant
  CHECK(trace_format("# POINT TO POINT\nE\t0\t1\t8 bytes\t2 msgs sent\n") == TraceFormat::monitoring);
  CHECK(trace_format("D MPI COMM 3 DUP FROM 0 procs: 0,1\n") == TraceFormat::monitoring);
  CHECK(trace_format("C\tMPI_COMM_WORLD\tprocs: 0,1\n") == TraceFormat::monitoring);
  CHECK(trace_format("O2A 0 0 bytes 0 msgs sent\n") == TraceFormat::monitoring);
  CHECK(trace_format("rank-1.txt\nrank 2.txt\n") == TraceFormat::list);
  for (const char* text : {"", "# nothing\n", "1 2 3\n", "I am no trace\n", "C this is Fortran\n", "D 0 1 2\n",
                           "1 Introduction to networks\n", "-1 init\n"})
    CHECK(trace_format(text) == TraceFormat::none);
  std::string late;
  for (int line = 0; line < 10; ++line) late += "no trace\n";
  CHECK(trace_format(late.substr(9) + "0 init\n") == TraceFormat::calls);
  CHECK(trace_format(late + "0 init\n") == TraceFormat::none);
}

TEST_CASE("where no trace is expected its first line must fit, or all first lines be names of files", "[quick]") {
  CHECK(evident_trace_format("0 init\nnonsense here\n") == TraceFormat::calls);
  CHECK(evident_trace_format("nonsense here\n0 init\n") == TraceFormat::none);
  CHECK(evident_trace_format("rank-1.txt\ntraces/2\n") == TraceFormat::list);
  for (const char* text :
       {"", "schema_version\n", "rank-1.txt\nrank2\n", "a.b: 1\n", "[a.b]\n", "1.5\n2.5\n", "<a.b>\n"})
    CHECK(evident_trace_format(text) == TraceFormat::none);
}
