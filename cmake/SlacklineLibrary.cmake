# One library a folder.
#
#   slackline_library(<name>
#     [SOURCES <file>...]             none: a header-only (INTERFACE) library
#     [HEADERS <file>...]             installed headers; all *.hpp of the folder when not given
#     [DEPENDS <target>...]           what its headers use
#     [PRIVATE_DEPENDS <target>...]   what only its sources use
#     [SYSTEMC]                       uses SystemC
#     [NO_INSTALL])
#
#   slackline_executable(<name> SOURCES <file>... [DEPENDS <target>...] [SYSTEMC] [INSTALL])
#
# The library is the target slackline_<name>, called slackline::<name> by its users, here and from an installation.
# Includes start at the repository's root: "rtl_models/slack_buffer/slack_buffer.hpp". An executable lands in the build folder itself.

# Which package brings each foreign target, for find_dependency() in the installed configuration.
set(SLACKLINE_PACKAGE_OF_SystemC::systemc "SystemC 2.3.4")
set(SLACKLINE_PACKAGE_OF_Threads::Threads "Threads")
set(SLACKLINE_PACKAGE_OF_fmt::fmt "fmt 9")
set(SLACKLINE_PACKAGE_OF_yaml-cpp "yaml-cpp 0.7")
set(SLACKLINE_PACKAGE_OF_CLI11::CLI11 "CLI11 2.1")
set(SLACKLINE_PACKAGE_OF_pugixml::pugixml "pugixml 1.13")
set(SLACKLINE_PACKAGE_OF_nlohmann_json::nlohmann_json "nlohmann_json 3.11")

# Headers that most sources include are compiled once and shared: the standard library's, and <systemc>, half of most translation
# units that include it. A source still includes all that it uses: scripts/lint compiles each on its own, without these.
set(SLACKLINE_STANDARD_HEADERS <algorithm> <array> <cmath> <cstdint> <deque> <fstream> <functional> <map> <memory> <numeric> <optional>
  <ostream> <set> <sstream> <stdexcept> <string> <string_view> <tuple> <utility> <variant> <vector>)
function(slackline_precompiled_header target headers)
  file(WRITE "${PROJECT_BINARY_DIR}/cmake/${target}.cpp" "// Carries a precompiled header.\n")
  add_library(${target} OBJECT "${PROJECT_BINARY_DIR}/cmake/${target}.cpp")
  target_link_libraries(${target} PRIVATE slackline_warnings ${ARGN})
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()
slackline_precompiled_header(slackline_standard_pch "${SLACKLINE_STANDARD_HEADERS}")
slackline_precompiled_header(slackline_systemc_pch "${SLACKLINE_STANDARD_HEADERS};<systemc>" SystemC::systemc)

# Several sources of a library are compiled as one, which takes less than half the time. File-local names are therefore unique within a
# library. OFF compiles each source on its own: less to compile again after a small change.
option(SLACKLINE_UNITY "Compile several sources of a target as one" ON)

# Warnings and a shared precompiled header for a target of ours that has sources.
function(slackline_compile_with target precompiled)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:slackline_warnings>)
  get_target_property(sources ${target} SOURCES)
  if(NOT "${sources}" MATCHES "\\.c(;|$)") # C has other headers
    target_precompile_headers(${target} REUSE_FROM ${precompiled})
  endif()
endfunction()
function(slackline_compile_ours target systemc)
  if(systemc)
    slackline_compile_with(${target} slackline_systemc_pch)
  else()
    slackline_compile_with(${target} slackline_standard_pch)
  endif()
  get_target_property(sources ${target} SOURCES)
  if(NOT "${sources}" MATCHES "\\.c(;|$)") # C sources have no unique file-local names
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${SLACKLINE_UNITY} UNITY_BUILD_BATCH_SIZE 10)
  endif()
endfunction()

function(slackline_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SYSTEMC;NO_INSTALL" "" "SOURCES;HEADERS;DEPENDS;PRIVATE_DEPENDS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "slackline_library(${name}): unknown ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_SYSTEMC)
    list(APPEND arg_DEPENDS SystemC::systemc)
  endif()

  set(target slackline_${name})
  if(arg_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${arg_SOURCES})
    slackline_compile_ours(${target} "${arg_SYSTEMC}")
    target_link_libraries(${target} PRIVATE ${arg_PRIVATE_DEPENDS})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(slackline::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${scope} cxx_std_17)
  target_link_libraries(${target} ${scope} ${arg_DEPENDS})
  target_include_directories(${target} ${scope}
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include/slackline>)
  if(arg_NO_INSTALL)
    return()
  endif()

  if(NOT arg_HEADERS)
    file(GLOB arg_HEADERS CONFIGURE_DEPENDS *.hpp)
  endif()
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  install(FILES ${arg_HEADERS} DESTINATION include/slackline/${folder})
  install(TARGETS ${target} EXPORT slacklineTargets)
  set_property(GLOBAL APPEND PROPERTY SLACKLINE_INSTALLED ${target})
  foreach(dependency IN LISTS arg_DEPENDS arg_PRIVATE_DEPENDS)
    if(DEFINED SLACKLINE_PACKAGE_OF_${dependency})
      set_property(GLOBAL APPEND PROPERTY SLACKLINE_PACKAGES "${SLACKLINE_PACKAGE_OF_${dependency}}")
    elseif(NOT dependency MATCHES "^slackline::")
      message(FATAL_ERROR "slackline_library(${name}): ${dependency} is neither slackline::... nor a package that"
        " cmake/SlacklineLibrary.cmake knows; name it there or say NO_INSTALL")
    endif()
  endforeach()
endfunction()

function(slackline_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SYSTEMC;INSTALL" "" "SOURCES;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "slackline_executable(${name}): unknown ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_executable(${name} ${arg_SOURCES})
  slackline_compile_ours(${name} "${arg_SYSTEMC}")
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS} $<$<BOOL:${arg_SYSTEMC}>:SystemC::systemc>)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  if(arg_INSTALL)
    install(TARGETS ${name})
  endif()
endfunction()
