#pragma once
#include <string.h>

#include "CPixelLoops.h"

// The resolver that picks a variant runs before the thread sanitizer is loaded, and would call it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FP_ONE_VARIANT
#endif
#endif

// glibc picks the variant when it loads the program. Elsewhere, the compiler's default instruction set is used (NEON on
// arm64).
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(FP_ONE_VARIANT)
#define FP_WIDEST __attribute__((target_clones("avx2", "default")))
#else
#define FP_WIDEST
#endif

#define FP_INLINE static inline __attribute__((always_inline))

// 32 bytes are one register with AVX2, two with SSE2 and NEON. Loads use pointers to unaligned variants of the types.
// No function passes or returns a vector, because each instruction set has its own calling convention for that.
typedef uint8_t fp_u8x32 __attribute__((vector_size(32)));
typedef uint16_t fp_u16x16 __attribute__((vector_size(32)));
typedef uint8_t fp_u8x32_unaligned __attribute__((vector_size(32), aligned(1), may_alias));
#define FP_LOAD(pointer) (*(const fp_u8x32_unaligned *)(pointer))
#define FP_STORE(pointer, value) (*(fp_u8x32_unaligned *)(pointer) = (value))
