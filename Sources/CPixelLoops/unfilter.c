#include "loops.h"

// A pixel, and its channels with room for sums and differences. Three channels are read as four; alpha then replaces
// the extra byte.
typedef uint8_t fp_u8x4 __attribute__((vector_size(4)));
typedef int16_t fp_i16x4 __attribute__((vector_size(8)));

#define FP_PIXEL(pointer)                     \
  ({                                          \
    fp_u8x4 bytes;                            \
    memcpy(&bytes, (pointer), 4);             \
    __builtin_convertvector(bytes, fp_i16x4); \
  })
#define FP_MAGNITUDE(value) __builtin_elementwise_max((value), -(value))

/// The prediction from the pixels to the left, above, and above left.
#define FP_PREDICTED_BY_PAETH(left, above, corner)                                       \
  ({                                                                                     \
    fp_i16x4 to_left = (above) - (corner), to_above = (left) - (corner);                 \
    fp_i16x4 to_corner = FP_MAGNITUDE(to_left + to_above);                               \
    to_left = FP_MAGNITUDE(to_left), to_above = FP_MAGNITUDE(to_above);                  \
    fp_i16x4 is_left = (to_left <= to_above) & (to_left <= to_corner);                   \
    fp_i16x4 is_above = (to_above <= to_corner);                                         \
    (is_left & (left)) | (~is_left & ((is_above & (above)) | (~is_above & (corner))));   \
  })

/// Sets each pixel to the stored value plus `prediction`, modulo 256. The prediction can use `left`, `above` and
/// `corner`.
#define FP_UNFILTER_PIXELS(prediction)                                                       \
  for (size_t x = 0; x < columns; x++) {                                                     \
    fp_i16x4 above = FP_PIXEL(row_above + x * 4);                                            \
    fp_i16x4 value = (FP_PIXEL(row + x * channels) + (prediction)) & 0xFF;                   \
    fp_u8x4 pixel = __builtin_convertvector(value, fp_u8x4);                                 \
    if (channels == 3) pixel[3] = 255;                                                       \
    memcpy(target + x * 4, &pixel, 4);                                                       \
    left = value, corner = above;                                                            \
  }                                                                                          \
  break

FP_INLINE bool unfilter_row(
    int filter, const uint8_t *row, const uint8_t *row_above, size_t columns, size_t channels, uint8_t *target) {
  fp_i16x4 left = {0}, corner = {0};
  switch (filter) {
    case 0: FP_UNFILTER_PIXELS(0);
    case 1: FP_UNFILTER_PIXELS(left);
    case 2: FP_UNFILTER_PIXELS(above);
    case 3: FP_UNFILTER_PIXELS((left + above) >> 1);
    case 4: FP_UNFILTER_PIXELS(FP_PREDICTED_BY_PAETH(left, above, corner));
    default: return false;
  }
  (void)corner;
  return true;
}

FP_INLINE bool unfilter_rows(
    const uint8_t *filtered, size_t rows, size_t columns, size_t channels, const uint8_t *zeros, uint8_t *target) {
  const uint8_t *above = zeros;
  for (size_t y = 0; y < rows; y++) {
    if (!unfilter_row(filtered[0], filtered + 1, above, columns, channels, target)) return false;
    above = target;
    filtered += 1 + columns * channels;
    target += columns * 4;
  }
  return true;
}

FP_WIDEST bool fp_rows_unfilter(
    const uint8_t *filtered, size_t rows, size_t columns, size_t channels, const uint8_t *zeros, uint8_t *target) {
  if (channels == 3) return unfilter_rows(filtered, rows, columns, 3, zeros, target);
  return unfilter_rows(filtered, rows, columns, 4, zeros, target);
}
