#include "loops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Both passes add products of 16-bit pairs, a single instruction (pmaddwd) on x86-64. Compilers don't find it in such
// general code, so the loops are in a separate header instead of being cloned per target.

typedef int16_t fp_i16x16 __attribute__((vector_size(32)));
typedef int32_t fp_i32x4 __attribute__((vector_size(16)));
typedef int32_t fp_i32x8 __attribute__((vector_size(32)));
typedef uint8_t fp_u8x4 __attribute__((vector_size(4)));
typedef uint8_t fp_u8x4_unaligned __attribute__((vector_size(4), aligned(1), may_alias));
typedef uint8_t fp_u8x16_unaligned __attribute__((vector_size(16), aligned(1), may_alias));
typedef int16_t fp_i16x16_unaligned __attribute__((vector_size(32), aligned(2), may_alias));

enum { FP_ROW_SHIFT = FP_WEIGHT_BITS - FP_PLACES, FP_COLUMN_SHIFT = FP_WEIGHT_BITS + FP_PLACES };

#define FP_ALL(value) ((fp_i32x4){value, value, value, value})
#define FP_PIXELS(pointer) __builtin_convertvector(*(const fp_u8x16_unaligned *)(pointer), fp_i16x16)

/// Interleave within each 128-bit half, like the unpack instructions.
#define FP_UNPACK_LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27)
#define FP_UNPACK_HIGH(a, b) __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31)

#if defined(__x86_64__)
#define FP_NAME(name) name##_avx2
#define FP_TARGET __attribute__((target("avx2")))
#define FP_PRODUCTS(v, w) ((fp_i32x8)_mm256_madd_epi16((__m256i)(v), (__m256i)(w)))
#include "resample_loops.h"
#undef FP_NAME
#undef FP_TARGET
#undef FP_PRODUCTS

#define FP_HALF(v, index) ((__m128i)__builtin_shufflevector((fp_i64x4)(v), (fp_i64x4)(v), 2 * index, 2 * index + 1))
#define FP_PRODUCTS(v, w)                                                                               \
  ((fp_i32x8)__builtin_shufflevector(                                                                   \
      _mm_madd_epi16(FP_HALF(v, 0), FP_HALF(w, 0)), _mm_madd_epi16(FP_HALF(v, 1), FP_HALF(w, 1)), 0, 1, \
      2, 3))
typedef long long fp_i64x4 __attribute__((vector_size(32)));
#else
#define FP_EVEN(v) __builtin_shufflevector(v, v, 0, 2, 4, 6, 8, 10, 12, 14)
#define FP_ODD(v) __builtin_shufflevector(v, v, 1, 3, 5, 7, 9, 11, 13, 15)
#define FP_WIDE(v) __builtin_convertvector(v, fp_i32x8)
#define FP_PRODUCTS(v, w) (FP_WIDE(FP_EVEN(v)) * FP_WIDE(FP_EVEN(w)) + FP_WIDE(FP_ODD(v)) * FP_WIDE(FP_ODD(w)))
#endif

#define FP_NAME(name) name##_plain
#define FP_TARGET
#include "resample_loops.h"

#if defined(__x86_64__)
#define FP_WIDEST_OF(name) (__builtin_cpu_supports("avx2") ? name##_avx2 : name##_plain)
#else
#define FP_WIDEST_OF(name) name##_plain
#endif

/// Computes the last one to three pixels. Reading four would leave the row, and after the last row the image.
static void merge_rest(
    const uint8_t *source, size_t stride, size_t pixels, const int16_t *weights, size_t taps, int16_t *target) {
  memset(target, 0, 16 * sizeof *target);
  for (size_t channel = 0; channel < pixels * 4; channel++) {
    int32_t sum = 1 << (FP_ROW_SHIFT - 1);
    for (size_t tap = 0; tap < taps; tap++) sum += source[tap * stride + channel] * weights[tap];
    size_t pixel = channel / 4;
    target[pixel / 2 * 8 + channel % 4 * 2 + pixel % 2] = (int16_t)(sum >> FP_ROW_SHIFT);
  }
}

void fp_merge_rows(
    const uint8_t *source, size_t stride, size_t pixels, const int16_t *weights, size_t taps, int16_t *target) {
  size_t whole = pixels - pixels % 4;
  FP_WIDEST_OF(merge_rows)(source, stride, whole, weights, taps, target);
  if (whole < pixels) merge_rest(source + whole * 4, stride, pixels - whole, weights, taps, target + whole * 4);
}

void fp_merge_columns(
    const int16_t *row, const uint32_t *starts, const int16_t *weights, size_t quads, size_t pixels, uint8_t *target) {
  FP_WIDEST_OF(merge_columns)(row, starts, weights, quads, pixels, target);
}
