#include "loops.h"

FP_WIDEST void fp_rows_to_yuv(
    const uint8_t *upper, const uint8_t *lower, size_t pixels, uint8_t *luma_upper, uint8_t *luma_lower, uint8_t *u,
    uint8_t *v) {
  const uint8_t *rows[2] = {upper, lower};
  uint8_t *luma[2] = {luma_upper, luma_lower};
  for (int row = 0; row < 2; row++) {
    const uint8_t *restrict from = rows[row];
    uint8_t *restrict to = luma[row];
    for (size_t i = 0; i < pixels; i++) {
      const uint8_t *at = from + 4 * i;
      // At most 60,324, which fits 16 bits. 4224 adds the offset of luma (16) and rounds to nearest.
      to[i] = (uint8_t)((uint16_t)(25 * at[0] + 129 * at[1] + 66 * at[2] + 4224) >> 8);
    }
  }
  uint8_t *restrict to_u = u, *restrict to_v = v;
  for (size_t i = 0; i < (pixels + 1) / 2; i++) {
    // The last pixel of an odd row replaces its missing neighbor.
    size_t next = 2 * i + 1 < pixels ? 4 : 0;
    const uint8_t *a = upper + 8 * i, *b = lower + 8 * i;
    int blue = a[0] + a[next] + b[0] + b[next], green = a[1] + a[next + 1] + b[1] + b[next + 1];
    int red = a[2] + a[next + 2] + b[2] + b[next + 2];
    to_u[i] = (uint8_t)((112 * blue - 74 * green - 38 * red + (257 << 9)) >> 10);
    to_v[i] = (uint8_t)((112 * red - 94 * green - 18 * blue + (257 << 9)) >> 10);
  }
}
