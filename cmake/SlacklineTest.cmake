# One executable of Catch2 tests; one ctest test for each TEST_CASE.
#
#   slackline_test(<name> SOURCES <file>... [DEPENDS <target>...] [LABELS <label>...] [TIMEOUT <seconds>] [SYSTEMC] [COMMAND])
#
# The executable is test_<name>; its tests are called "<name>: <title of the TEST_CASE>". In addition to LABELS, which all of them get, each
# test is labelled with its own Catch2 tags: TEST_CASE("...", "[quick]"). With SYSTEMC the tests run inside sc_main and get the label
# `alone`: SystemC elaborates once a process. scripts/support/run_tests.py runs the others of an executable in one process.
# With COMMAND the tests run the command `slackline`, whose path is SLACKLINE_COMMAND, and get the label `command`.

# Catch2's own code is compiled once for all executables.
add_library(slackline_catch OBJECT "${PROJECT_SOURCE_DIR}/tests/run_cases.cpp")
target_link_libraries(slackline_catch PRIVATE slackline_warnings PUBLIC Catch2::Catch2)
target_include_directories(slackline_catch PRIVATE "${PROJECT_SOURCE_DIR}")
target_compile_options(slackline_catch PRIVATE -O1) # -O2 takes longer to compile than it saves

add_library(slackline_test_main OBJECT "${PROJECT_SOURCE_DIR}/tests/test_main.cpp")
target_include_directories(slackline_test_main PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(slackline_test_main PRIVATE slackline_warnings)

add_library(slackline_test_main_systemc OBJECT EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/tests/test_main_systemc.cpp")
target_include_directories(slackline_test_main_systemc PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(slackline_test_main_systemc PRIVATE slackline_warnings PUBLIC SystemC::systemc)

# The code that runs for long is in the libraries: tests are compiled quickly.
set(SLACKLINE_TEST_OPTIONS -O1)
set(SLACKLINE_TEST_ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
if(SLACKLINE_SANITIZE)
  set(SLACKLINE_TEST_OPTIONS -O0)
  # SystemC's coroutines switch stacks, which the sanitizer cannot see.
  list(APPEND SLACKLINE_TEST_ENVIRONMENT ASAN_OPTIONS=detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1)
endif()

slackline_precompiled_header(slackline_test_pch "${SLACKLINE_STANDARD_HEADERS};<catch2/catch.hpp>" Catch2::Catch2)
target_compile_options(slackline_test_pch PRIVATE ${SLACKLINE_TEST_OPTIONS})
slackline_precompiled_header(slackline_test_systemc_pch "${SLACKLINE_STANDARD_HEADERS};<systemc>;<catch2/catch.hpp>"
  Catch2::Catch2 SystemC::systemc)
target_compile_options(slackline_test_systemc_pch PRIVATE ${SLACKLINE_TEST_OPTIONS})

# slackline_batch(<variable> <target> <source>...): sets the variable to sources that include those given, ten each; to those given with
# SLACKLINE_UNITY off.
function(slackline_batch variable target)
  set(compiled "")
  set(batch "")
  set(number 0)
  set(left ${ARGN})
  list(LENGTH left count)
  foreach(source IN LISTS left)
    math(EXPR count "${count} - 1")
    if(NOT SLACKLINE_UNITY OR NOT source MATCHES "\\.cpp$")
      list(APPEND compiled "${source}")
    else()
      get_filename_component(path "${source}" ABSOLUTE)
      list(APPEND batch "${path}")
    endif()
    list(LENGTH batch length)
    if(length EQUAL 10 OR (count EQUAL 0 AND length GREATER 0))
      set(output "${CMAKE_CURRENT_BINARY_DIR}/${target}_batch${number}.cpp")
      add_custom_command(OUTPUT "${output}"
        COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/cmake/batch_tests.py" "${output}" ${batch}
        DEPENDS ${batch} "${PROJECT_SOURCE_DIR}/cmake/batch_tests.py"
        VERBATIM)
      list(APPEND compiled "${output}")
      set(batch "")
      math(EXPR number "${number} + 1")
    endif()
  endforeach()
  set(${variable} ${compiled} PARENT_SCOPE)
endfunction()

add_custom_target(tests)
add_custom_target(tests_sharing_processes)

function(slackline_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SYSTEMC;COMMAND" "TIMEOUT" "SOURCES;DEPENDS;LABELS")
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
  slackline_batch(arg_SOURCES ${target} ${arg_SOURCES})
  add_executable(${target} EXCLUDE_FROM_ALL ${arg_SOURCES})
  add_dependencies(tests ${target})
  if(arg_SYSTEMC)
    set(precompiled slackline_test_systemc_pch)
    set(main slackline_test_main_systemc)
    list(APPEND arg_LABELS alone)
  else()
    set(precompiled slackline_test_pch)
    set(main slackline_test_main)
  endif()
  if(arg_COMMAND)
    target_compile_definitions(${target} PRIVATE SLACKLINE_COMMAND="$<TARGET_FILE:slackline>")
    add_dependencies(${target} slackline)
    list(APPEND arg_LABELS command)
  endif()
  if(NOT arg_SYSTEMC AND NOT arg_COMMAND)
    add_dependencies(tests_sharing_processes ${target})
  endif()
  slackline_compile_with(${target} ${precompiled})
  target_compile_options(${target} PRIVATE ${SLACKLINE_TEST_OPTIONS})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE ${arg_DEPENDS} slackline_catch ${main})

  # The tests of an executable are known once it is built: it is then run to list them, and ctest reads the list.
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
    "if(EXISTS \"${tests_file}\")\n  include(\"${tests_file}\")\nelse()\n"
    "  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\n"
    "  set_tests_properties(${target}_NOT_BUILT PROPERTIES LABELS \"${arg_LABELS}\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include_file}")
endfunction()
