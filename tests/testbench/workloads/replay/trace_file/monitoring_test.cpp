#include <algorithm>
#include <catch2/catch.hpp>

#include "testbench/workloads/replay/trace_file/monitoring.hpp"

using namespace slackline;
using namespace slackline::replay;
using Catch::Matchers::Contains;

namespace {

struct ReadMatrix {
  Trace trace;
  std::string errors;
};

ReadMatrix read_matrix(const std::string& text) {
  ReadMatrix result;
  settings::InputErrors errors;
  result.trace = trace_file::read_monitoring({std::make_shared<const settings::Source>("a.prof", text)}, errors);
  for (const settings::InputError& error : errors) result.errors += settings::to_string(error) + '\n';
  return result;
}

}  // namespace

TEST_CASE("a matrix becomes receives, messages to each partner in turn, and a wait for all") {
  // The format of Open MPI 4 and 5 with pml_monitoring_enable 2: a histogram of sizes after the first line of a pair.
  const ReadMatrix r = read_matrix(
      "# POINT TO POINT\n"
      "E\t1\t0\t6 bytes\t3 msgs sent\t1,0,2,0,0\n"
      "E\t1\t2\t8 bytes\t1 msgs sent\t0,0,0,0,1\n"
      "I\t1\t0\t2 bytes\t1 msgs sent\n"
      "# OSC\n"
      "# COLLECTIVES\n"
      "C\t1\t0\t999 bytes\t9 msgs sent\n"
      "D\tMPI_COMM_WORLD\tprocs: 0,1,2\n"
      "O2A\t0\t0 bytes\t0 msgs sent\n"
      "O2A\t1\t0 bytes\t0 msgs sent\n"
      "O2A\t2\t0 bytes\t0 msgs sent\n"
      "A2O\t1\t999 bytes\t9 msgs sent\n"
      "A2A\t1\t0 bytes\t0 msgs sent\n"
      "D\tMPI COMM 3 DUP FROM 0\tprocs: 0,1,2\n");
  CHECK(r.errors.empty());
  REQUIRE(r.trace.ranks.size() == 3);
  const std::vector<Action>& sends = r.trace.ranks[1].actions;
  REQUIRE(sends.size() == 6);
  const std::vector<std::int32_t> to{2, 0, 0, 0, 0};
  const std::vector<std::uint64_t> bytes{8, 3, 0, 3, 2};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(sends[i].call == Call::send);
    CHECK(sends[i].peer == to[i]);
    CHECK(sends[i].bytes == bytes[i]);
  }
  CHECK(sends[5].call == Call::waitall);
  CHECK(r.trace.ranks[0].actions.size() == 5);
  CHECK(r.trace.ranks[0].actions[0].call == Call::irecv);
  CHECK(r.trace.ranks[2].actions.size() == 2);
}

TEST_CASE("a file for each rank, as Open MPI writes them, is one matrix, and so are files of older versions") {
  settings::InputErrors errors;
  const Trace trace = trace_file::read_monitoring(
      {std::make_shared<const settings::Source>("m.0.prof",
                                                "# POINT TO POINT\nI\t0\t1\t8 bytes\t2 msgs sent\t0,0,0,2\n"
                                                "# OSC\nS\t0\t1\t64 bytes\t1 msgs sent\n# COLLECTIVES\n"),
       std::make_shared<const settings::Source>("m.1.prof",
                                                "# POINT TO POINT\n# RMA\n"
                                                "R\t1\t0\t32 bytes\t1 msgs sent\n"
                                                "C\tMPI_COMM_WORLD\tprocs: 0,1\n")},
      errors);
  CHECK(errors.empty());
  REQUIRE(trace.ranks.size() == 2);
  std::uint64_t bytes = 0;
  for (const Action& action : trace.ranks[0].actions) bytes += action.bytes;
  CHECK(bytes == 8 + 64 + 32);
  CHECK(trace.ranks[1].actions.size() == 4 + 1);
}

TEST_CASE("data that a rank gets from another one-sidedly are sent in the other direction") {
  const ReadMatrix r = read_matrix("R 0 1 64 bytes 1 msgs sent\n");
  REQUIRE(r.trace.ranks.size() == 2);
  CHECK(r.trace.ranks[1].actions[0].call == Call::send);
}

TEST_CASE("a rank may send another one as many bytes as a message can hold, and not one more") {
  // 2^40 - 1 of both kinds of messages together, then 2^40, then one more.
  const std::string most = "E 0 1 1099511627770 bytes 1 msgs sent\nI 0 1 5 bytes 1 msgs sent\n";
  CHECK(read_matrix(most + "E 0 1 1 bytes 1 msgs sent\n").errors.empty());
  CHECK_THAT(read_matrix(most + "E 0 1 2 bytes 1 msgs sent\n").errors,
             Contains("a.prof:3:1") && Contains(" msgs sent (with it more than ") && Contains("1 TiB of a pair"));
  CHECK(read_matrix(most + "E 1 0 1099511627776 bytes 1 msgs sent\n").errors.empty());  // the other direction
}

TEST_CASE("wrong lines of a .prof file are named", "[quick]") {
  CHECK_THAT(read_matrix("E\t0\t1\t5 bytes\n").errors,
             Contains("a.prof:1:1") && Contains("E 0 1 108 bytes 27 msgs sent, found E 0 1 5 bytes\n"));
  CHECK_THAT(read_matrix("E x 1 5 bytes 1 msgs sent\n").errors, Contains("a.prof:1:3"));
  CHECK_THAT(read_matrix("E 0 1 -5 bytes 1 msgs sent\n").errors, Contains("a.prof:1:7"));
  CHECK_THAT(read_matrix("Q 0 1 5 bytes 1 msgs sent\n").errors, Contains("a.prof:1:1"));
  CHECK_THAT(read_matrix("E 0 1 5 bytes 99999999 msgs sent\n").errors, Contains("messages from 0 to"));
  CHECK_THAT(read_matrix("# nothing\n").errors, Contains("no messages"));
}

namespace {

std::vector<std::uint64_t> sizes_sent(const Trace& trace, std::uint32_t rank) {
  std::vector<std::uint64_t> sizes;
  for (const Action& action : trace.ranks.at(rank).actions)
    if (action.call == Call::send) sizes.push_back(action.bytes);
  return sizes;
}

}  // namespace

TEST_CASE("messages have the sizes of their pair's histogram, and its total bytes") {
  // 90 messages of 4 to 7 bytes and 10 of 1 MiB to less than 2 MiB: none has the mean size.
  std::string histogram = "0,0,0,90";
  for (unsigned k = 4; k < 21; ++k) histogram += ",0";
  histogram += ",10";
  const ReadMatrix r = read_matrix("E 0 1 15000000 bytes 100 msgs sent " + histogram + "\n");
  INFO(r.errors);
  REQUIRE(r.trace.ranks.size() == 2);
  const std::vector<std::uint64_t> sizes = sizes_sent(r.trace, 0);
  REQUIRE(sizes.size() == 100);
  std::uint64_t sum = 0, small = 0;
  for (const std::uint64_t size : sizes) {
    sum += size;
    small += size <= 7;
    CHECK(((size >= 4 && size <= 7) || (size >= 1u << 20 && size < 1u << 21)));
  }
  CHECK(sum == 15'000'000);
  CHECK(small == 90);
  CHECK(std::count_if(sizes.begin(), sizes.begin() + 50, [](std::uint64_t size) { return size > 7; }) == 5);  // mixed
}

TEST_CASE("a histogram counts the messages of the program and of the library together", "[quick]") {
  const ReadMatrix r = read_matrix("E 0 1 10 bytes 1 msgs sent 0,1,0,0,1\nI 0 1 1 bytes 1 msgs sent\n");
  INFO(r.errors);
  REQUIRE(r.trace.ranks.size() == 2);
  std::vector<std::uint64_t> sizes = sizes_sent(r.trace, 0);
  std::sort(sizes.begin(), sizes.end());
  REQUIRE(sizes.size() == 2);
  CHECK(sizes[0] + sizes[1] == 11);
  CHECK(sizes[0] == 1);
  CHECK(sizes[1] == 10);
}

TEST_CASE("both ends of every bucket can be reached, and no byte less or more", "[quick]") {
  CHECK(sizes_sent(read_matrix("E 0 1 0 bytes 2 msgs sent 2\n").trace, 0) == std::vector<std::uint64_t>{0, 0});
  CHECK_THAT(read_matrix("E 0 1 1 bytes 1 msgs sent 1\n").errors, Contains("1 bytes in a histogram of at least 0"));
  std::string before = "0";
  for (unsigned k = 1; k <= 40; ++k, before += ",0") {  // 2^(k-1) to 2^k - 1
    const std::uint64_t low = std::uint64_t{1} << (k - 1), high = 2 * low - 1;
    const auto of = [&](std::uint64_t bytes) {
      return read_matrix("E 0 1 " + std::to_string(bytes) + " bytes 1 msgs sent " + before + ",1,0\n");
    };
    INFO(k);
    CHECK(sizes_sent(of(low).trace, 0) == std::vector<std::uint64_t>{low});
    CHECK(sizes_sent(of(high).trace, 0) == std::vector<std::uint64_t>{high});
    for (const std::uint64_t bytes : {low - 1, high + 1})
      CHECK_THAT(of(bytes).errors, Contains(std::to_string(bytes) + " bytes in a histogram of at least"));
  }
}

TEST_CASE("a histogram that contradicts its pair is refused at its line", "[quick]") {
  CHECK_THAT(read_matrix("E 0 1 10 bytes 2 msgs sent 0,0,0,3\n").errors,
             Contains("a.prof:1:1") && Contains("a histogram of 3 messages; expected one of 2"));
  CHECK_THAT(read_matrix("E 1 0 1 bytes 1 msgs sent\nE 0 1 7 bytes 2 msgs sent 0,0,0,2\n").errors,
             Contains("a.prof:2:1") && Contains("7 bytes in a histogram of at least 8"));
  CHECK_THAT(read_matrix("E 0 1 2 bytes 1 msgs sent 0,1\n").errors, Contains("a.prof:1:1") && Contains("2 bytes in"));
  CHECK_THAT(read_matrix("E 0 1 15 bytes 2 msgs sent 0,0,0,2\n").errors, Contains("15 bytes in"));
  CHECK(sizes_sent(read_matrix("E 0 1 14 bytes 2 msgs sent 0,0,0,2\n").trace, 0) == std::vector<std::uint64_t>{7, 7});
  CHECK_THAT(read_matrix("E 0 1 17 bytes 2 msgs sent 0,x,2\n").errors,
             Contains("a.prof:1:28") && Contains("up to 66 numbers"));
  std::string long_one = "1";
  for (unsigned k = 0; k < 70; ++k) long_one += ",0";
  CHECK_THAT(read_matrix("E 0 1 0 bytes 1 msgs sent " + long_one + "\n").errors, Contains("up to 66 numbers"));
}

TEST_CASE("a set of .prof files from which ranks are missing is an error, not a smaller program", "[quick]") {
  const std::string rank_0 = "E 0 1 5 bytes 1 msgs sent\nD\tMPI_COMM_WORLD\tprocs: 0,1,2,3\n";
  CHECK_THAT(
      read_matrix(rank_0).errors,
      Contains(
          "a.prof: traffic.trace: nothing of ranks 1, 2, 3, which a D line names; expected the .prof files of all"));
  CHECK(read_matrix(rank_0 + "O2A 1 0 bytes 0 msgs sent\nO2A 2 0 bytes 0 msgs sent\nI 3 0 1 bytes 1 msgs sent\n")
            .errors.empty());
}

TEST_CASE("a rank whose file is there is not missing, though it has sent nothing", "[quick]") {
  const std::string named = "D\tMPI_COMM_WORLD\tprocs: 0,1,2\n";
  const auto file = [](const std::string& name, const std::string& text) {
    return std::make_shared<const settings::Source>(name, text);
  };
  const auto read = [&](const std::vector<settings::SourcePtr>& files) {
    ReadMatrix result;
    settings::InputErrors errors;
    result.trace = trace_file::read_monitoring(files, errors);
    for (const settings::InputError& error : errors) result.errors += settings::to_string(error) + '\n';
    return result;
  };
  const settings::SourcePtr rank_0 = file("8/prof.0.prof", "E 0 1 5 bytes 1 msgs sent\n" + named),
                            rank_1 = file("8/prof.1.prof", "E 1 0 5 bytes 1 msgs sent\n" + named);
  for (const auto& silent :
       {file("8/prof.2.prof", named), file("8/prof.2.prof", "# POINT TO POINT\n"), file("8/last.prof", named)}) {
    const ReadMatrix r = read({rank_0, rank_1, silent});
    INFO(silent->name() << '\n' << r.errors);
    CHECK(r.errors.empty());
    REQUIRE(r.trace.ranks.size() == 3);  // the program has no fewer ranks for that
    CHECK(r.trace.ranks[2].actions.size() == 1);
  }
  CHECK_THAT(read({rank_0, rank_1}).errors, Contains("nothing of rank 2, which a D line names"));
  CHECK_THAT(read({rank_0, file("8/prof.2.prof", named)}).errors, Contains("nothing of rank 1, which"));
  CHECK_THAT(read({rank_0, file("8/last.prof", named)}).errors, Contains("nothing of ranks 1, 2, which"));
  // Where names are ranks, a second file of rank 1 stands for no other; where they are not, its number says nothing.
  CHECK_THAT(read({rank_0, rank_1, file("9/prof.1.prof", named)}).errors, Contains("nothing of rank 2, which"));
  const settings::SourcePtr silent_twice = file("7/prof.2.prof", named);
  CHECK_THAT(read({rank_0, file("8/prof.2.prof", named), silent_twice}).errors, Contains("nothing of rank 1, which"));
  const settings::SourcePtr other = file("8/host7.prof", "E 1 0 5 bytes 1 msgs sent\n" + named);
  CHECK(read({rank_0, other, file("8/host1.prof", named)}).errors.empty());
}
