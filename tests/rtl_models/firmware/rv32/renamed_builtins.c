/* builtins.c under names that the test's own compiler and library do not have. */
#define memcpy rv32_memcpy
#define memmove rv32_memmove
#define memset rv32_memset
#define memcmp rv32_memcmp
#define __ashldi3 rv32_ashldi3
#define __lshrdi3 rv32_lshrdi3
#define __ashrdi3 rv32_ashrdi3
#define __muldi3 rv32_muldi3
#define __udivdi3 rv32_udivdi3
#define __umoddi3 rv32_umoddi3
#define __divdi3 rv32_divdi3
#define __moddi3 rv32_moddi3
#define __clzsi2 rv32_clzsi2
#define __ctzsi2 rv32_ctzsi2
#define __clzdi2 rv32_clzdi2
#define __ctzdi2 rv32_ctzdi2
#define __popcountsi2 rv32_popcountsi2
#define __popcountdi2 rv32_popcountdi2
#define __bswapsi2 rv32_bswapsi2
#define __bswapdi2 rv32_bswapdi2
#include "rtl_models/firmware/rv32/builtins.c"
