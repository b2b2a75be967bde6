// The two loops of resample.c. Included once per instruction set, with FP_NAME (the functions' names), FP_TARGET and
// FP_PRODUCTS (sums of the products of adjacent pairs).

FP_TARGET static void FP_NAME(merge_rows)(
    const uint8_t *source, size_t stride, size_t pixels, const int16_t *weights, size_t taps, int16_t *target) {
  for (size_t at = 0; at < pixels; at += 4) {
    const uint8_t *from = source + at * 4;
    fp_i32x8 low = (fp_i32x8){0} + (1 << (FP_ROW_SHIFT - 1)), high = low;
    size_t tap = 0;
    for (; tap + 2 <= taps; tap += 2, from += 2 * stride) {
      fp_i16x16 first = FP_PIXELS(from), second = FP_PIXELS(from + stride);
      int32_t both;
      memcpy(&both, weights + tap, sizeof both);
      fp_i16x16 pair = (fp_i16x16)((fp_i32x8){0} + both);
      low += FP_PRODUCTS(FP_UNPACK_LOW(first, second), pair);
      high += FP_PRODUCTS(FP_UNPACK_HIGH(first, second), pair);
    }
    if (tap < taps) {
      fp_i16x16 first = FP_PIXELS(from), none = {0}, pair = (fp_i16x16){0} + weights[tap];
      low += FP_PRODUCTS(FP_UNPACK_LOW(first, none), pair);
      high += FP_PRODUCTS(FP_UNPACK_HIGH(first, none), pair);
    }
    // `low` has the first and the third pixel, `high` the second and the fourth.
    fp_i32x8 pairs = ((low >> FP_ROW_SHIFT) & 0xFFFF) | ((high >> FP_ROW_SHIFT) << 16);
    *(fp_i16x16_unaligned *)(target + at * 4) = (fp_i16x16)pairs;
  }
}

FP_TARGET static void FP_NAME(merge_columns)(
    const int16_t *row, const uint32_t *starts, const int16_t *weights, size_t quads, size_t pixels, uint8_t *target) {
  for (size_t at = 0; at < pixels; at++, weights += quads * 16) {
    const int16_t *from = row + (size_t)starts[at] * 4;
    fp_i32x8 sums = {0};
    for (size_t quad = 0; quad < quads; quad++) {
      fp_i16x16 values = ((const fp_i16x16_unaligned *)from)[quad];
      fp_i16x16 factors = ((const fp_i16x16_unaligned *)weights)[quad];
      sums += FP_PRODUCTS(values, factors);
    }
    fp_i32x4 sum = __builtin_shufflevector(sums, sums, 0, 1, 2, 3) + __builtin_shufflevector(sums, sums, 4, 5, 6, 7);
    fp_i32x4 value = (sum + (1 << (FP_COLUMN_SHIFT - 1))) >> FP_COLUMN_SHIFT;
    value = __builtin_elementwise_min(__builtin_elementwise_max(value, FP_ALL(0)), FP_ALL(255));
    // The filter overshoots at hard edges, but a premultiplied color must not exceed its alpha.
    value = __builtin_elementwise_min(value, __builtin_shufflevector(value, value, 3, 3, 3, 3));
    *(fp_u8x4_unaligned *)(target + at * 4) = __builtin_convertvector(value, fp_u8x4);
  }
}
