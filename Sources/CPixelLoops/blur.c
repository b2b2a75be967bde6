#include "loops.h"

// Swift rounds each product and each sum separately. This code must do the same, or processors with fused instructions
// would give other results.
#pragma STDC FP_CONTRACT OFF

// Several columns are blurred together, so that the processor reads whole cache lines.
enum { LANES = 16, PASSES = 3 };

// Blurs `lanes` neighboring lines of `count` values, `step` values apart. `line` has room for `count * lanes` values.
FP_INLINE void blur_lines(
    float *mask, size_t step, size_t count, size_t lanes, size_t radius, float edge, float weight, float *line) {
  for (int pass = 0; pass < PASSES; pass++) {
    float sum[LANES] = {0};
    for (size_t at = 0; at < count; at++)
      for (size_t lane = 0; lane < lanes; lane++) line[at * lanes + lane] = mask[at * step + lane];
    for (size_t at = 0; at < radius && at < count; at++)
      for (size_t lane = 0; lane < lanes; lane++) sum[lane] += line[at * lanes + lane];
    for (size_t at = 0; at < count; at++) {
      const float *entering = at + radius < count ? line + (at + radius) * lanes : NULL;
      const float *beyond = at + radius + 1 < count ? line + (at + radius + 1) * lanes : NULL;
      const float *before = at >= radius + 1 ? line + (at - radius - 1) * lanes : NULL;
      const float *leaving = at >= radius ? line + (at - radius) * lanes : NULL;
      float *target = mask + at * step;
      for (size_t lane = 0; lane < lanes; lane++) {
        if (entering) sum[lane] += entering[lane];
        float edges = (before ? before[lane] : 0) + (beyond ? beyond[lane] : 0);
        target[lane] = weight * (sum[lane] + edge * edges);
        if (leaving) sum[lane] -= leaving[lane];
      }
    }
  }
}

void fp_blur(float *mask, size_t width, size_t height, size_t radius, float edge, float weight, float *line) {
  for (size_t row = 0; row < height; row++) blur_lines(mask + row * width, 1, width, 1, radius, edge, weight, line);
  size_t column = 0;
  for (; column + LANES <= width; column += LANES)
    blur_lines(mask + column, width, height, LANES, radius, edge, weight, line);
  for (; column < width; column++) blur_lines(mask + column, width, height, 1, radius, edge, weight, line);
}

size_t fp_blur_line(size_t width, size_t height) {
  size_t columns = width < LANES ? height : height * LANES;
  return width > columns ? width : columns;
}

void fp_mask_read(const uint8_t *coverage, size_t stride, size_t width, size_t height, float *mask) {
  for (size_t row = 0; row < height; row++)
    for (size_t at = 0; at < width; at++) mask[row * width + at] = coverage[row * stride + at];
}

void fp_mask_round(const float *mask, size_t count, uint8_t *coverage) {
  for (size_t at = 0; at < count; at++) {
    float value = mask[at] > 0 ? mask[at] : 0;
    value = value < 255 ? value : 255;
    uint8_t whole = (uint8_t)value;
    // Rounds halves up. Adding 0.5 first could round the sum itself and give a wrong result.
    coverage[at] = (uint8_t)(whole + (value - (float)whole >= 0.5f));
  }
}
