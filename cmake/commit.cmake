# Writes the commit being built into HEADER, as SLACKLINE_COMMIT, when it differs from the last one. Run at every
# build: cmake -DSOURCE=... -DHEADER=... -P commit.cmake
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty --exclude=* --abbrev=12
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed OR NOT commit)
  set(commit "unknown")
endif()
set(line "#define SLACKLINE_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS "${HEADER}")
  file(READ "${HEADER}" before)
endif()
if(NOT before STREQUAL line)
  file(WRITE "${HEADER}" "${line}")
endif()
