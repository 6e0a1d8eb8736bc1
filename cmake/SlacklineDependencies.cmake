# The dependencies of Slackline. All that are missing or do not fit are listed, one line each, before CMake stops.

set(problems "")

# slackline_require(package version what): find_package, with our own words when it fails.
macro(slackline_require package version what)
  find_package(${package} ${version} QUIET)
  if(NOT ${package}_FOUND)
    if(${package}_CONSIDERED_VERSIONS)
      list(APPEND problems "${what} ${version} is needed, found ${${package}_CONSIDERED_VERSIONS}")
    else()
      list(APPEND problems "${what} ${version} is needed, found none")
    endif()
  endif()
endmacro()

if(NOT "cxx_std_17" IN_LIST CMAKE_CXX_COMPILE_FEATURES)
  list(APPEND problems "a C++17 compiler is needed, found ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
endif()

find_package(SystemC 2.3.4 QUIET)
if(NOT SystemC_FOUND)
  if(SystemC_VERSION)
    list(APPEND problems "SystemC 2.3.4 is needed, found ${SystemC_VERSION}")
  else()
    list(APPEND problems "SystemC 2.3.4 is needed, found none")
  endif()
elseif(NOT SystemC_LINKS)
  list(APPEND problems
    "SystemC ${SystemC_VERSION} (${SystemC_LIBRARY}) does not link with C++17: a library built as C++17 by this compiler is needed")
endif()

# Verilator's package file states no usable version, so the program is asked.
find_package(verilator QUIET)
set(verilator_version "")
if(verilator_FOUND)
  execute_process(COMMAND "${VERILATOR_BIN}" --version OUTPUT_VARIABLE verilator_says ERROR_QUIET)
  string(REGEX MATCH "[0-9]+\\.[0-9]+" verilator_version "${verilator_says}")
endif()
if(NOT verilator_version)
  list(APPEND problems "Verilator 5.006 is needed, found none")
elseif(verilator_version VERSION_LESS 5.006)
  list(APPEND problems "Verilator 5.006 is needed, found ${verilator_version}")
endif()

# Firmware for RV32 processors, whatever compiles the rest.
foreach(tool IN ITEMS clang llvm-ar ld.lld)
  string(TOUPPER "SLACKLINE_${tool}" variable)
  string(REGEX REPLACE "[-.]" "_" variable "${variable}")
  find_program(${variable} ${tool})
  mark_as_advanced(${variable})
  if(NOT ${variable})
    list(APPEND problems "${tool} is needed for firmware, found none")
  endif()
endforeach()

slackline_require(yaml-cpp 0.7 "yaml-cpp")
slackline_require(CLI11 2.1 "CLI11")
slackline_require(nlohmann_json 3.11 "nlohmann-json")
slackline_require(fmt 9 "fmt")
slackline_require(pugixml 1.13 "pugixml")
slackline_require(Boost 1.74 "Boost's headers")
slackline_require(OpenSSL 3.0 "OpenSSL")
slackline_require(Threads "" "A threads library")
if(SLACKLINE_TESTS)
  slackline_require(Python3 3.9 "Python")
  slackline_require(Catch2 2.13 "Catch2") # its version file refuses Catch2 3, whose headers and main differ
endif()

if(problems)
  list(JOIN problems "\n  slackline: " problems)
  # The leading spaces keep CMake from wrapping the lines.
  message(FATAL_ERROR "  slackline: ${problems}\n  slackline: run scripts/bootstrap, which installs what is missing")
endif()
