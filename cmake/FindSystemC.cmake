# Finds the SystemC library and defines the target SystemC::systemc. Debian's package has a pkg-config file and no CMake
# package. Installed next to slacklineConfig.cmake, so that projects using Slackline find SystemC in the same way.
#
#   SystemC_FOUND, SystemC_VERSION
#   SystemC_LINKS   whether a C++17 program links against it
#
# SYSTEMC_HOME, as a CMake or environment variable, names another installation.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_SystemC QUIET systemc)
endif()
find_path(SystemC_INCLUDE_DIR systemc
  HINTS "${SYSTEMC_HOME}/include" "$ENV{SYSTEMC_HOME}/include" ${PC_SystemC_INCLUDEDIR})
find_library(SystemC_LIBRARY systemc
  HINTS "${SYSTEMC_HOME}" "$ENV{SYSTEMC_HOME}" ${PC_SystemC_LIBDIR}
  PATH_SUFFIXES lib lib64 lib-linux64)
mark_as_advanced(SystemC_INCLUDE_DIR SystemC_LIBRARY)

if(SystemC_INCLUDE_DIR AND EXISTS "${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h")
  file(STRINGS "${SystemC_INCLUDE_DIR}/sysc/kernel/sc_ver.h" version_lines
    REGEX "^#define SC_VERSION_(MAJOR|MINOR|PATCH)")
  string(REGEX MATCHALL "[0-9]+" version_numbers "${version_lines}")
  list(JOIN version_numbers "." SystemC_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC
  REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR
  VERSION_VAR SystemC_VERSION)

if(SystemC_FOUND AND NOT TARGET SystemC::systemc)
  find_package(Threads REQUIRED)
  add_library(SystemC::systemc UNKNOWN IMPORTED)
  set_target_properties(SystemC::systemc PROPERTIES
    IMPORTED_LOCATION "${SystemC_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${SystemC_INCLUDE_DIR}"
    # Read when <systemc> is first included, which our precompiled header does before any source could set it; the TLM
    # utilities need it.
    INTERFACE_COMPILE_DEFINITIONS SC_INCLUDE_DYNAMIC_PROCESSES
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()

if(SystemC_FOUND AND NOT SystemC_LINKS)
  # A SystemC that is installed may still not link: its language standard or C++ library may differ.
  file(WRITE "${CMAKE_BINARY_DIR}/CMakeFiles/systemc_links.cpp"
    "#include <systemc>\nint sc_main(int, char**) { sc_core::sc_start(); return 0; }\n")
  try_compile(SystemC_LINKS "${CMAKE_BINARY_DIR}/CMakeFiles/systemc_links"
    SOURCES "${CMAKE_BINARY_DIR}/CMakeFiles/systemc_links.cpp"
    LINK_LIBRARIES SystemC::systemc
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
endif()
