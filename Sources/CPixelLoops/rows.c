#include "loops.h"

enum { FP_STEP = 32 };

/// PNG's Paeth predictor for 32 bytes at once, computed in bytes. The distance to left + above − corner is the sum of
/// the other two distances if both have the same direction, else their difference. Saturating the sum changes no
/// comparison.
#define FP_PAETH(left, above, corner)                                                                       \
  ({                                                                                                        \
    fp_u8x32 to_left = __builtin_elementwise_max(above, corner) - __builtin_elementwise_min(above, corner); \
    fp_u8x32 to_above = __builtin_elementwise_max(left, corner) - __builtin_elementwise_min(left, corner);  \
    fp_u8x32 same_way = (fp_u8x32)((above >= corner) == (left >= corner));                                  \
    fp_u8x32 sum = __builtin_elementwise_add_sat(to_left, to_above);                                        \
    fp_u8x32 difference =                                                                                   \
        __builtin_elementwise_max(to_left, to_above) - __builtin_elementwise_min(to_left, to_above);        \
    fp_u8x32 to_corner = (same_way & sum) | (~same_way & difference);                                       \
    fp_u8x32 is_left = (fp_u8x32)((to_left <= to_above) & (to_left <= to_corner));                          \
    fp_u8x32 is_above = (fp_u8x32)(to_above <= to_corner);                                                  \
    fp_u8x32 other = (is_above & above) | (~is_above & corner);                                             \
    (is_left & left) | (~is_left & other);                                                                  \
  })

/// The mean, rounded down.
#define FP_AVERAGE(left, above) ((left & above) + ((left ^ above) >> 1))

/// Partial sums in 16 bits. They can hold 255 steps, each of which adds two magnitudes of at most 128.
typedef struct partial_sums {
  fp_u16x16 sums[5];
  fp_u8x32 unchanged;
} partial_sums;

#define FP_ADD_MAGNITUDES(sum, left_over)                             \
  do {                                                                \
    fp_u8x32 residue = (left_over);                                   \
    fp_u8x32 magnitude = __builtin_elementwise_min(residue, -residue); \
    sum += ((fp_u16x16)magnitude & 0xFF) + ((fp_u16x16)magnitude >> 8); \
  } while (0)

FP_INLINE void add_step(
    partial_sums *part, const uint8_t *row_at, const uint8_t *left_at, const uint8_t *above_at,
    const uint8_t *corner_at) {
  fp_u8x32 row = FP_LOAD(row_at), left = FP_LOAD(left_at), above = FP_LOAD(above_at), corner = FP_LOAD(corner_at);
  FP_ADD_MAGNITUDES(part->sums[0], row);
  FP_ADD_MAGNITUDES(part->sums[1], row - left);
  FP_ADD_MAGNITUDES(part->sums[2], row - above);
  FP_ADD_MAGNITUDES(part->sums[3], row - FP_AVERAGE(left, above));
  FP_ADD_MAGNITUDES(part->sums[4], row - FP_PAETH(left, above, corner));
  part->unchanged -= (fp_u8x32)(row == left);
}

FP_INLINE uint32_t total(const partial_sums *part, int filter) {
  uint32_t sum = 0;
  for (int lane = 0; lane < 16; lane++) sum += part->sums[filter][lane];
  return sum;
}

FP_INLINE void flush(partial_sums *part, size_t bytes, fp_row_costs *costs) {
  for (int filter = 0; filter < 5; filter++) costs->sums[filter] += total(part, filter);
  uint32_t unchanged = 0;
  for (int lane = 0; lane < FP_STEP; lane++) unchanged += part->unchanged[lane];
  costs->changes += (uint32_t)bytes - unchanged;
  memset(part, 0, sizeof *part);
}

FP_WIDEST void fp_row_costs_of(
    const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, fp_row_costs *costs) {
  memset(costs, 0, sizeof *costs);
  partial_sums part;
  memset(&part, 0, sizeof part);
  size_t done = 0, at = 0;
  for (; at + FP_STEP <= count; at += FP_STEP) {
    add_step(&part, row + at, row + at - pixel, above + at, above + at - pixel);
    if (at - done == 254 * FP_STEP) {
      flush(&part, at + FP_STEP - done, costs);
      done = at + FP_STEP;
    }
  }
  if (at < count) {
    // Pads the rest with zeros, which add nothing to the sums.
    uint8_t rest[4][FP_STEP] = {{0}};
    const uint8_t *from[4] = {row + at, row + at - pixel, above + at, above + at - pixel};
    for (int part_index = 0; part_index < 4; part_index++) memcpy(rest[part_index], from[part_index], count - at);
    add_step(&part, rest[0], rest[1], rest[2], rest[3]);
    at += FP_STEP;
  }
  flush(&part, at - done, costs);
}

FP_INLINE uint8_t paeth(uint8_t left, uint8_t above, uint8_t corner) {
  int to_left = above - corner, to_above = left - corner, to_corner = to_left + to_above;
  to_left = to_left < 0 ? -to_left : to_left;
  to_above = to_above < 0 ? -to_above : to_above;
  to_corner = to_corner < 0 ? -to_corner : to_corner;
  if (to_left <= to_above && to_left <= to_corner) return left;
  return to_above <= to_corner ? above : corner;
}

/// `whole` filters 32 bytes at `at`, `single` one byte.
#define FP_FILTER_ROW(whole, single)                                          \
  for (; at + FP_STEP <= count; at += FP_STEP) FP_STORE(target + at, (whole)); \
  for (; at < count; at++) target[at] = (uint8_t)(single);                    \
  break

FP_WIDEST void fp_row_filter(
    int filter, const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *target) {
  const uint8_t *left = row - pixel, *corner = above - pixel;
  size_t at = 0;
  switch (filter) {
    case 1: FP_FILTER_ROW(FP_LOAD(row + at) - FP_LOAD(left + at), row[at] - left[at]);
    case 2: FP_FILTER_ROW(FP_LOAD(row + at) - FP_LOAD(above + at), row[at] - above[at]);
    case 3:
      FP_FILTER_ROW(
          FP_LOAD(row + at) - FP_AVERAGE(FP_LOAD(left + at), FP_LOAD(above + at)),
          row[at] - (left[at] + above[at]) / 2);
    case 4:
      FP_FILTER_ROW(({
                      fp_u8x32 a = FP_LOAD(left + at), b = FP_LOAD(above + at), c = FP_LOAD(corner + at);
                      FP_LOAD(row + at) - FP_PAETH(a, b, c);
                    }),
                    row[at] - paeth(left[at], above[at], corner[at]));
    default: memcpy(target, row, count);
  }
}
