# A user's own firmware, compiled into the simulator.
#
#   slackline_own_firmware(<sources variable> <list file> BUILT_IN <name>...)
#
# Reads SLACKLINE_FIRMWARE: NAME.c, or NAME.c:peer, :reply, :sender, separated by ;. Relative names are looked for where cmake was
# called, or, when no command line gave them, in the folder of the topmost project. Sets the variable to the sources, and writes the
# list that catalogue.cpp includes.

# CMake makes names absolute that the command line gives to a variable of this type, relative to the folder where it was called.
set(SLACKLINE_FIRMWARE "" CACHE FILEPATH
  "C sources of firmware of your own, separated by ;: NAME.c defines firmware_NAME. After a colon, where messages end: peer, reply, sender")

function(slackline_own_firmware sources_variable list_file)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "BUILT_IN")
  set(sources "")
  set(names ${arg_BUILT_IN})
  set(list "// Made by CMake of SLACKLINE_FIRMWARE.\n")
  foreach(item IN LISTS SLACKLINE_FIRMWARE)
    set(source "${item}")
    set(delivery peer)
    if(item MATCHES "^(.*):([a-z]*)$")
      set(source "${CMAKE_MATCH_1}")
      set(delivery "${CMAKE_MATCH_2}")
    endif()
    get_filename_component(name "${source}" NAME_WE)
    if(NOT source MATCHES "[.]c$" OR NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$" OR NOT delivery MATCHES "^(peer|reply|sender)$")
      message(FATAL_ERROR "SLACKLINE_FIRMWARE: expected NAME.c, NAME.c:peer, NAME.c:reply or NAME.c:sender with a name in C, found ${item}")
    endif()
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${CMAKE_SOURCE_DIR}")
    if(NOT EXISTS "${source}")
      message(FATAL_ERROR "SLACKLINE_FIRMWARE: ${item}: there is no file ${source}")
    endif()
    if(name IN_LIST arg_BUILT_IN)
      list(JOIN arg_BUILT_IN ", " built_in)
      message(FATAL_ERROR "SLACKLINE_FIRMWARE: ${item}: the name ${name} is taken; expected any but ${built_in}")
    endif()
    if(name IN_LIST names)
      message(FATAL_ERROR "SLACKLINE_FIRMWARE: ${item}: the name ${name} is given twice; expected each name once")
    endif()
    list(APPEND names "${name}")
    list(APPEND sources "${source}")
    string(APPEND list "SLACKLINE_OWN_FIRMWARE(${name}, ${delivery})\n")
  endforeach()
  file(CONFIGURE OUTPUT "${list_file}" CONTENT "${list}" @ONLY)
  set(${sources_variable} "${sources}" PARENT_SCOPE)
endfunction()
