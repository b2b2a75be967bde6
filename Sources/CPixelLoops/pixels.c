#include "loops.h"

FP_WIDEST bool fp_pixels_opaque(const uint8_t *pixels, size_t count) {
  // Check in pieces: most images with transparency have some in their first row.
  for (size_t start = 0; start < count; start += 256) {
    size_t end = count - start < 256 ? count : start + 256;
    uint8_t all = 255;
    for (size_t at = start; at < end; at++) all &= pixels[at * 4 + 3];
    if (all != 255) return false;
  }
  return true;
}

FP_WIDEST void fp_pixels_exchange(const uint8_t *pixels, size_t count, uint8_t *target) {
  for (size_t at = 0; at < count; at++) {
    uint32_t pixel;
    memcpy(&pixel, pixels + at * 4, 4);
    uint32_t kept = pixel & 0xFF00FF00;
    uint32_t moved = pixel ^ kept;
    pixel = kept | moved << 16 | moved >> 16;
    memcpy(target + at * 4, &pixel, 4);
  }
}

FP_WIDEST void fp_pixels_pack(const uint8_t *pixels, size_t count, uint8_t *target) {
  for (size_t at = 0; at < count; at++) {
    target[at * 3] = pixels[at * 4 + 2];
    target[at * 3 + 1] = pixels[at * 4 + 1];
    target[at * 3 + 2] = pixels[at * 4];
  }
}

FP_WIDEST void fp_add_coverage(const uint8_t *coverage, size_t count, uint8_t *row) {
  for (size_t at = 0; at < count; at++) row[at] = __builtin_elementwise_add_sat(row[at], coverage[at]);
}

void fp_pixels_straighten(uint8_t *pixels, size_t count, const uint8_t *table) {
  for (size_t at = 0; at < count; at++) {
    uint8_t *pixel = pixels + at * 4;
    if (pixel[3] == 255) continue;
    const uint8_t *colors = table + (size_t)pixel[3] * 256;
    for (int channel = 0; channel < 3; channel++) pixel[channel] = colors[pixel[channel]];
  }
}
