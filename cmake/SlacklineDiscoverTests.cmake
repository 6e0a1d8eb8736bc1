# Run after a test executable is linked: asks it for its cases and writes ctest's commands for them, one test a case.
# In place of Catch2's own catch_discover_tests(), which cannot give a test two labels.

cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" labels "${labels}")
string(REPLACE "," ";" environment "${environment}")

execute_process(
  COMMAND "${CMAKE_COMMAND}" -E env ${environment} "${executable}" --cases
  OUTPUT_VARIABLE cases ERROR_VARIABLE complaint RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR cases STREQUAL "")
  message(FATAL_ERROR "${executable} --cases: lists no cases (${status})\n${cases}${complaint}")
endif()

# Characters in a title that CMake takes for list syntax pass through its lists as control characters.
foreach(code IN ITEMS 1 2 3)
  string(ASCII ${code} stand_in_${code})
endforeach()
string(REPLACE "[" "${stand_in_1}" cases "${cases}")
string(REPLACE "]" "${stand_in_2}" cases "${cases}")
string(REPLACE ";" "${stand_in_3}" cases "${cases}")
string(REGEX REPLACE "\n$" "" cases "${cases}")
string(REPLACE "\n" ";" cases "${cases}")

set(script "")
foreach(case IN LISTS cases)
  string(REGEX MATCH "^([^\t]*)\t([^\t]*)$" ignored "${case}")
  set(title "${CMAKE_MATCH_1}")
  string(REPLACE "," ";" tags "${CMAKE_MATCH_2}")
  set(case_labels ${labels} ${tags})
  list(REMOVE_DUPLICATES case_labels)
  string(REPLACE "${stand_in_1}" "[" title "${title}")
  string(REPLACE "${stand_in_2}" "]" title "${title}")
  string(REPLACE "${stand_in_3}" ";" title "${title}")
  # Characters that Catch2 would read as syntax of a test specification.
  string(REGEX REPLACE "([][\\\\,\"])" "\\\\\\1" specification "${title}")
  string(APPEND script
    "add_test([==[${name}: ${title}]==] [==[${executable}]==] [==[${specification}]==] --warn NoTests)\n"
    "set_tests_properties([==[${name}: ${title}]==] PROPERTIES LABELS [==[${case_labels}]==] TIMEOUT ${timeout}"
    " SKIP_REGULAR_EXPRESSION \"^test skipped: |\\ntest skipped: \""
    " WORKING_DIRECTORY [==[${working_directory}]==] ENVIRONMENT [==[${environment}]==])\n")
endforeach()
file(WRITE "${tests_file}" "${script}")
