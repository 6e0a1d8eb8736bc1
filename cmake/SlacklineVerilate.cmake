# A Verilog module compiled by Verilator into a static library.
#
#   slackline_verilate(<target> TOP <module> SOURCES <file.sv>...
#     [PREFIX <class>]               V<module> when not given
#     [PARAMETERS -G<name>=<value>...]
#     [INCLUDE_DIRS <folder>...]     for `include; rtl_models/common is always searched
#     [ARGS <argument>...]           anything else for Verilator
#     [SYSTEMC])                     --sc instead of --cc: the class is an sc_module
#
# Include "<class>.h". Verilator runs when CMake configures, and again when a source changes; any of its lint warnings is an error.

function(slackline_verilate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SYSTEMC" "TOP;PREFIX" "SOURCES;PARAMETERS;INCLUDE_DIRS;ARGS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_TOP OR NOT arg_SOURCES)
    message(FATAL_ERROR "slackline_verilate(${target}): TOP and SOURCES are needed, unknown: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_PREFIX)
    set(arg_PREFIX V${arg_TOP})
  endif()

  # verilate() runs Verilator with paths as they are given, from a folder that is not always ours.
  set(sources "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    list(APPEND sources "${source}")
  endforeach()
  set(include_dirs "${PROJECT_SOURCE_DIR}/rtl_models/common")
  foreach(include_dir IN LISTS arg_INCLUDE_DIRS)
    get_filename_component(include_dir "${include_dir}" ABSOLUTE)
    list(APPEND include_dirs "${include_dir}")
  endforeach()
  set(systemc "")
  if(arg_SYSTEMC)
    set(systemc SYSTEMC)
  endif()

  add_library(${target} STATIC)
  verilate(${target} ${systemc}
    PREFIX ${arg_PREFIX}
    TOP_MODULE ${arg_TOP}
    SOURCES ${sources}
    INCLUDE_DIRS ${include_dirs}
    VERILATOR_ARGS -Wall --assert ${arg_PARAMETERS} ${arg_ARGS})
  target_compile_options(${target} PRIVATE -w)
  target_link_libraries(${target} PUBLIC Threads::Threads $<$<BOOL:${arg_SYSTEMC}>:SystemC::systemc>)

  # Our warnings do not apply to generated headers in the sources that include them.
  get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(${target} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${folders}")
endfunction()
