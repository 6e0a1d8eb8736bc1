#!/usr/bin/env bash
# usage: own_firmware.sh SOURCE_DIR C_COMPILER CXX_COMPILER
# SLACKLINE_FIRMWARE as in the guide of docs/nic.md: a copy of the skeleton, by a relative name; and refused values.
set -euo pipefail
source=$1 cc=$2 cxx=$3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/mine" "$work/project"
copy() { # NAME
  sed -e "s/firmware_skeleton = {.name = \"skeleton\"/firmware_$1 = {.name = \"$1\"/" "$source/rtl_models/firmware/skeleton.c" >"$work/mine/$1.c"
}
for name in my_protocol another unicast; do copy "$name"; done

echo 'void spin(uint32_t n); void spin(uint32_t n) { for (; n != 0; --n); while (n != 0); }' >>"$work/mine/another.c"

# Its own name is irrelevant: the name of the file counts.
echo '#include "rtl_models/firmware/firmware.h"
const struct nic_firmware firmware_hollow = {0, 0, 0};' >"$work/mine/hollow.c"

# The flow control that docs/flow-control.md shows.
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$source/docs/flow-control.md" >"$work/mine/two_windows.c"

cp "$source"/tests/rtl_models/firmware/own_firmware/{CMakeLists.txt,firmware_names.cpp,two_windows_run.cpp} "$work/project"
configure() { # SLACKLINE_FIRMWARE: called in the folder of the user's sources
  (cd "$work/mine" && cmake -S "$work/project" -B "$work/build" -G Ninja -DSLACKLINE_SOURCE="$source" -DSLACKLINE_WERROR=ON \
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" "-DSLACKLINE_FIRMWARE=$1") >"$work/log" 2>&1
}
fail() { echo "own_firmware: $1"; cat "$work/log"; exit 1; }
refused() { # SLACKLINE_FIRMWARE, the expected message
  if configure "$1"; then fail "$1 is not refused"; fi
  # CMake wraps its messages.
  tr -s ' \n' '  ' <"$work/log" | grep -qF "SLACKLINE_FIRMWARE: $2" || fail "$1: another message than: $2"
}

refused unicast.c "$work/mine/unicast.c: the name unicast is taken; expected any but aimd_window, alternating_window, barrier, dissemination, echo, fbs, go_back_n, isotach"
refused 'my_protocol.c;my_protocol.c' "$work/mine/my_protocol.c: the name my_protocol is given twice"
refused nothing.c "$work/mine/nothing.c: there is no file $work/mine/nothing.c"
form="expected NAME.c, NAME.c:peer, NAME.c:reply or NAME.c:sender with a name in C, found"
refused my_protocol.c:nowhere "$form $work/mine/my_protocol.c:nowhere"
refused my-protocol.c "$form $work/mine/my-protocol.c"

configure 'my_protocol.c;another.c:sender;hollow.c:reply;two_windows.c' || fail "four of our own are refused"
cmake --build "$work/build" >"$work/log" 2>&1 || fail "it does not build"
"$work/build/firmware_names" >"$work/log"
grep -qx 'my_protocol 0' "$work/log" || fail "my_protocol is not there"
grep -qx 'another 2' "$work/log" || fail "another is not there"
grep -qx 'hollow 1' "$work/log" || fail "hollow is not there"
grep -qx 'two_windows 0' "$work/log" || fail "two_windows is not there"
cmake --build "$work/build" --target two_windows_run >"$work/log" 2>&1 || fail "two_windows_run does not build"
"$work/build/two_windows_run" >"$work/log"
grep -qx 'two_windows 8 2' "$work/log" || fail "two_windows keeps other windows than 8 and 2"
# A user's firmware may not take a name that the program already has.
while read -r name _; do
  [[ $name == my_protocol || $name == another || $name == hollow || $name == two_windows ]] && continue
  copy "$name"
  refused "$name.c" "$work/mine/$name.c: the name $name is taken"
done < <("$work/build/firmware_names")
