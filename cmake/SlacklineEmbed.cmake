# Files, of text, PNG, ELF or archives of that, that are compiled into the program, so that it needs no folder of them.
#
#   slackline_embed(<output.cpp> HEADER <header.hpp> FUNCTION <name> [WHOLE_NAMES] FILES <file>...)
#
# makes a source for a library, in the build folder. Its function returns the files; HEADER declares it as
#   const std::vector<text::EmbeddedFile>& name();
# FUNCTION is its whole name: slackline::presets::embedded. With WHOLE_NAMES the names of the files have their endings.

function(slackline_embed output)
  cmake_parse_arguments(PARSE_ARGV 1 arg "WHOLE_NAMES" "HEADER;FUNCTION" "FILES")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_HEADER OR NOT arg_FUNCTION OR NOT arg_FILES)
    message(FATAL_ERROR "slackline_embed(${output}): HEADER, FUNCTION and FILES are needed, unknown: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  set(script "${PROJECT_SOURCE_DIR}/cmake/embed.cmake")
  list(JOIN arg_FILES "," files)
  set(names "")
  if(arg_WHOLE_NAMES)
    set(names -D names=WHOLE)
  endif()
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -D "files=${files}" -D "output=${output}" -D "header=${arg_HEADER}" -D "function=${arg_FUNCTION}"
            ${names} -P "${script}"
    DEPENDS ${arg_FILES} "${script}"
    COMMENT "Embedding the files of ${arg_FUNCTION}()"
    VERBATIM)
endfunction()
