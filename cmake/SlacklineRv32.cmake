# Firmware for the RV32 processor of an interface, compiled by clang with the options that `slackline firmware build` uses.
#
#   slackline_rv32_archive(<archive> <source>...)
#   slackline_rv32_firmware(<variable> <archive> <name>...)
#
# The first compiles sources of firmware and the functions that compilers call (rv32/builtins.c) into an archive. The second
# links the firmware of each name, whose source is in the archive, into NAME.elf in the current build folder, and sets the
# variable to the files.

set(rv32 "${PROJECT_SOURCE_DIR}/rtl_models/firmware/rv32")
file(STRINGS "${rv32}/compile_options.txt" SLACKLINE_RV32_COMPILE_OPTIONS)
file(STRINGS "${rv32}/link_options.txt" SLACKLINE_RV32_LINK_OPTIONS)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${rv32}/compile_options.txt" "${rv32}/link_options.txt")
set(SLACKLINE_RV32_COMPILE "${SLACKLINE_CLANG}" --target=riscv32-unknown-elf ${SLACKLINE_RV32_COMPILE_OPTIONS} -O2 -I "${PROJECT_SOURCE_DIR}")

function(slackline_rv32_archive archive)
  set(objects "")
  set(warnings -Wpedantic $<$<BOOL:${SLACKLINE_WERROR}>:-Werror>)
  foreach(source IN LISTS ARGN ITEMS "${rv32}/builtins.c")
    get_filename_component(name "${source}" NAME_WE)
    set(object "${CMAKE_CURRENT_BINARY_DIR}/rv32/${name}.o")
    add_custom_command(OUTPUT "${object}"
      COMMAND ${SLACKLINE_RV32_COMPILE} ${warnings} -MD -MF "${object}.d" -c "${source}" -o "${object}"
      DEPENDS "${source}"
      DEPFILE "${object}.d"
      COMMENT "Compiling ${name}.c for RV32"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/rv32")
  add_custom_command(OUTPUT "${archive}"
    COMMAND "${CMAKE_COMMAND}" -E rm -f "${archive}" # members of sources that are gone
    COMMAND "${SLACKLINE_LLVM_AR}" rcsD "${archive}" ${objects}
    DEPENDS ${objects}
    COMMENT "Archiving the firmware for RV32"
    VERBATIM)
endfunction()

function(slackline_rv32_firmware variable archive)
  set(images "")
  foreach(name IN LISTS ARGN)
    set(image "${CMAKE_CURRENT_BINARY_DIR}/${name}.elf")
    add_custom_command(OUTPUT "${image}"
      COMMAND ${SLACKLINE_RV32_COMPILE} -DNIC_FIRMWARE=firmware_${name} "${rv32}/start.c" ${SLACKLINE_RV32_LINK_OPTIONS} -fuse-ld=lld
              -T "${rv32}/firmware.ld" -Wl,--undefined=firmware_${name} "${archive}" -o "${image}"
      DEPENDS "${archive}" "${rv32}/start.c" "${rv32}/firmware.ld" "${rv32}/map.h" "${rv32}/access.h" "${PROJECT_SOURCE_DIR}/rtl_models/firmware/firmware.h"
              "${PROJECT_SOURCE_DIR}/rtl_models/firmware/registers.def"
      COMMENT "Linking ${name} for RV32"
      VERBATIM)
    list(APPEND images "${image}")
  endforeach()
  set(${variable} ${images} PARENT_SCOPE)
endfunction()
