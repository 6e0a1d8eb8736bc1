# Compilation: the language, the flags of each build type, warnings, sanitizers, ccache.

# SystemC's library exports a version symbol that contains the language standard it was built with; Debian's is C++17.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)

if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
  # In place of CMake's -O3: the flags under which scripts/bench compares us with a bare loop.
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
  set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

# Statistics must be the same digits on every machine: a fused multiply-add rounds once where two operations round twice.
add_compile_options(-ffp-contract=off)

# Our own sources link this privately; generated code does not.
add_library(slackline_warnings INTERFACE)
target_compile_options(slackline_warnings INTERFACE -Wall -Wextra -Wpedantic $<$<BOOL:${SLACKLINE_WERROR}>:-Werror>)

if(SLACKLINE_SANITIZE)
  add_compile_options(-fsanitize=${SLACKLINE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)
  if(SLACKLINE_SANITIZE MATCHES address)
    # The address sanitizer stops at null pointers too; asked for twice they cost a third of the time it takes to compile.
    add_compile_options(-fno-sanitize=null)
  endif()
  add_link_options(-fsanitize=${SLACKLINE_SANITIZE})
  # In instrumented code GCC sees uninitialized variables even in the standard library's headers.
  target_compile_options(slackline_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

# The faster linkers, where there is one: with static libraries, tests link nearly everything.
find_program(SLACKLINE_LINKER NAMES mold ld.lld)
mark_as_advanced(SLACKLINE_LINKER)
if(SLACKLINE_LINKER AND PROJECT_IS_TOP_LEVEL)
  get_filename_component(linker "${SLACKLINE_LINKER}" NAME)
  string(REGEX REPLACE "^ld\\." "" linker "${linker}")
  add_link_options(-fuse-ld=${linker})
endif()

# ccache refuses a translation unit that uses a precompiled header unless told that -D options and __TIME__ in it do not matter.
find_program(SLACKLINE_CCACHE ccache)
mark_as_advanced(SLACKLINE_CCACHE)
if(SLACKLINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${SLACKLINE_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${SLACKLINE_CCACHE}")
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endif()
