# Run after a test executable is linked: asks it for its tests and writes ctest's commands for them.
# In place of Catch2's own catch_discover_tests(), which cannot give a test two labels.

cmake_minimum_required(VERSION 3.25)
string(REPLACE "," ";" labels "${labels}")
string(REPLACE "," ";" environment "${environment}")

# What CMake takes for list syntax in a title travels through its lists as control characters.
foreach(code IN ITEMS 1 2 3)
  string(ASCII ${code} stand_in_${code})
endforeach()
function(hide_list_syntax variable)
  string(REPLACE "[" "${stand_in_1}" text "${${variable}}")
  string(REPLACE "]" "${stand_in_2}" text "${text}")
  string(REPLACE ";" "${stand_in_3}" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()
function(show_list_syntax variable)
  string(REPLACE "${stand_in_1}" "[" text "${${variable}}")
  string(REPLACE "${stand_in_2}" "]" text "${text}")
  string(REPLACE "${stand_in_3}" ";" text "${text}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# ask(<result> <arguments>...): what the executable prints, one list element a line. Catch2 exits with the number of lines.
function(ask result)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env ${environment} "${executable}" ${ARGN}
    OUTPUT_VARIABLE answer ERROR_VARIABLE complaint RESULT_VARIABLE status)
  if(NOT status MATCHES "^[0-9]+$" OR "${answer}" STREQUAL "")
    message(FATAL_ERROR "${executable} ${ARGN}: lists no tests (${status})\n${answer}${complaint}")
  endif()
  hide_list_syntax(answer)
  string(STRIP "${answer}" answer)
  string(REPLACE "\n" ";" answer "${answer}")
  set(${result} "${answer}" PARENT_SCOPE)
endfunction()

ask(titles --list-test-names-only)
ask(tag_lines --list-tags)
foreach(line IN LISTS tag_lines)
  if(line MATCHES "${stand_in_1}([a-z0-9_]+)${stand_in_2}")
    set(tag "${CMAKE_MATCH_1}")
    ask(tagged --list-test-names-only "[${tag}]")
    foreach(title IN LISTS tagged)
      list(APPEND "labels of ${title}" ${tag})
    endforeach()
  endif()
endforeach()

set(script "")
foreach(title IN LISTS titles)
  set(title_labels ${labels} ${labels\ of\ ${title}})
  list(REMOVE_DUPLICATES title_labels)
  show_list_syntax(title)
  # Characters that Catch2 would read as syntax of a test specification.
  string(REGEX REPLACE "([][\\\\,\"])" "\\\\\\1" specification "${title}")
  string(APPEND script
    "add_test([==[${name}: ${title}]==] [==[${executable}]==] [==[${specification}]==] --warn NoTests)\n"
    "set_tests_properties([==[${name}: ${title}]==] PROPERTIES LABELS [==[${title_labels}]==] TIMEOUT ${timeout}"
    " SKIP_REGULAR_EXPRESSION \"^test skipped: |\\ntest skipped: \""
    " WORKING_DIRECTORY [==[${working_directory}]==] ENVIRONMENT [==[${environment}]==])\n")
endforeach()
file(WRITE "${tests_file}" "${script}")
