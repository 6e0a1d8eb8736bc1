# One executable of Catch2 tests; one ctest test for each TEST_CASE, because SystemC elaborates once a process.
#
#   slackline_test(<name> SOURCES <file>... [DEPENDS <target>...] [LABELS <label>...] [TIMEOUT <seconds>] [SYSTEMC])
#
# The executable is test_<name>; its tests are called "<name>: <title of the TEST_CASE>". Besides LABELS, which all of them get, each
# test is labelled with its own Catch2 tags: TEST_CASE("...", "[quick]"). With SYSTEMC the tests run inside sc_main.

add_library(slackline_test_main OBJECT "${PROJECT_SOURCE_DIR}/tests/test_main.cpp")
target_link_libraries(slackline_test_main PRIVATE slackline_warnings PUBLIC Catch2::Catch2)

add_library(slackline_test_main_systemc OBJECT EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/test_main_systemc.cpp")
target_link_libraries(slackline_test_main_systemc PRIVATE slackline_warnings PUBLIC Catch2::Catch2 SystemC::systemc)

set(SLACKLINE_TEST_ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
if(SLACKLINE_SANITIZE)
  set(SLACKLINE_TEST_OPTIONS -O0) # what takes long to run is in the libraries
  # SystemC's coroutines switch stacks behind the sanitizer's back.
  list(APPEND SLACKLINE_TEST_ENVIRONMENT ASAN_OPTIONS=detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1)
endif()

function(slackline_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SYSTEMC" "TIMEOUT" "SOURCES;DEPENDS;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "slackline_test(${name}): SOURCES are needed, unknown: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  if(SLACKLINE_SANITIZE)
    math(EXPR arg_TIMEOUT "10 * ${arg_TIMEOUT}")
  endif()

  set(target test_${name})
  add_executable(${target} ${arg_SOURCES})
  slackline_compile_ours(${target} "${arg_SYSTEMC}")
  if(NOT arg_SYSTEMC) # those go by the options of SystemC's precompiled header
    target_compile_options(${target} PRIVATE ${SLACKLINE_TEST_OPTIONS})
    if(NOT "${arg_SOURCES}" MATCHES "\\.c(;|$)") # for sources in C there is none
      target_precompile_headers(${target} REUSE_FROM slackline_catch_pch)
    endif()
  endif()
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  set(main slackline_test_main$<$<BOOL:${arg_SYSTEMC}>:_systemc>)
  target_link_libraries(${target} PRIVATE ${arg_DEPENDS} ${main})

  # The tests of an executable are known once it is built: it is asked then, and ctest reads the answer.
  set(discover "${PROJECT_SOURCE_DIR}/cmake/SlacklineDiscoverTests.cmake")
  set_target_properties(${target} PROPERTIES LINK_DEPENDS "${discover}")
  set(tests_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_tests.cmake")
  set(include_file "${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake")
  list(JOIN arg_LABELS "," labels)
  list(JOIN SLACKLINE_TEST_ENVIRONMENT "," environment)
  add_custom_command(TARGET ${target} POST_BUILD
    BYPRODUCTS "${tests_file}"
    COMMAND "${CMAKE_COMMAND}"
      -D "executable=$<TARGET_FILE:${target}>" -D "name=${name}" -D "labels=${labels}" -D "timeout=${arg_TIMEOUT}"
      -D "environment=${environment}" -D "working_directory=${PROJECT_SOURCE_DIR}" -D "tests_file=${tests_file}"
      -P "${discover}"
    VERBATIM)
  file(WRITE "${include_file}"
    "if(EXISTS \"${tests_file}\")\n  include(\"${tests_file}\")\nelse()\n  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include_file}")
endfunction()
