#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The loops that run over every byte of a picture, in C: clang compiles one loop for several instruction sets, and the
// process takes the widest that its processor has. Swift has no such thing. All of it is integer arithmetic on values
// that the caller keeps in range, so every instruction set gives the same bytes.

/// What the choice of a PNG row's filter goes by.
typedef struct fp_row_costs {
  /// By the filter's number: the sum of the magnitudes, as signed bytes, of what the filter leaves.
  uint32_t sums[5];
  /// Bytes that differ from the pixel before.
  uint32_t changes;
} fp_row_costs;

/// Both rows have `count` bytes and, in front of them, `pixel` (1…4) bytes of zeros.
void fp_row_costs_of(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, fp_row_costs *costs);

/// Filters a row (PNG, third edition, 9.2) into `target`; the rows as above, `filter` 0…4.
void fp_row_filter(int filter, const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *target);

/// Undoes the filters of whole rows of 3 or 4 channels (each with its filter's number in front) into pixels of four bytes,
/// alpha 255 where there was none. False at a number that is no filter's.
///
/// `filtered` may lie in the same memory as `target`, as long as its end is at least four rows of `target` behind the
/// end of the pixels. One byte behind it is read. `zeros` is a row of `target` that holds nothing else.
bool fp_rows_unfilter(
    const uint8_t *filtered, size_t rows, size_t columns, size_t channels, const uint8_t *zeros, uint8_t *target);

/// Every pixel of B, G, R, A has alpha 255.
bool fp_pixels_opaque(const uint8_t *pixels, size_t count);

/// B, G, R, A to R, G, B, A (or back).
void fp_pixels_exchange(const uint8_t *pixels, size_t count, uint8_t *target);

/// Divides the colors of pixels with alpha last by their alpha, in place. `table` has 256 colors for each alpha.
void fp_pixels_straighten(uint8_t *pixels, size_t count, const uint8_t *table);

/// Blurs a mask of `width` × `height` values in place by three box filters: `radius` whole pixels to each side, the share
/// `edge` of the next pixel, and the result times `weight`. Values outside the mask count as zero. `line` has room for
/// `fp_blur_line(width, height)` values.
///
/// Every product and sum is rounded by itself, so all processors give the same values.
void fp_blur(float *mask, size_t width, size_t height, size_t radius, float edge, float weight, float *line);
size_t fp_blur_line(size_t width, size_t height);

/// Coverage in rows of `stride` bytes to values in rows of `width`.
void fp_mask_read(const uint8_t *coverage, size_t stride, size_t width, size_t height, float *mask);

/// Values to coverage: rounded to nearest, halves up, and limited to 0…255.
void fp_mask_round(const float *mask, size_t count, uint8_t *coverage);

/// B, G, R, A to R, G, B; `target` has three bytes for each pixel.
void fp_pixels_pack(const uint8_t *pixels, size_t count, uint8_t *target);

/// Two rows of B, G, R, A to the planes that lossy codecs work on (ITU-R BT.601: luma 16…235, chroma 16…240), chroma once
/// for each four pixels. `u` and `v` have room for `pixels` halved, rounded up; the two rows of luma may be the same.
void fp_rows_to_yuv(
    const uint8_t *upper, const uint8_t *lower, size_t pixels, uint8_t *luma_upper, uint8_t *luma_lower, uint8_t *u,
    uint8_t *v);

/// Adds a mask's coverage to a row's, each at most 255.
void fp_add_coverage(const uint8_t *coverage, size_t count, uint8_t *row);

/// One row between a resampler's passes, out of `taps` rows of a picture (B, G, R, A, `stride` bytes apart): `pixels` of
/// them, four channels each, as 16-bit values with `FP_PLACES` binary places.
///
/// Pixels stand in pairs, channel by channel: B of the first, B of the second, G of the first … `target` has room for
/// `pixels` rounded up to four, and what is behind them becomes zero. Weights have `FP_WEIGHT_BITS` binary places, add
/// up to one, and their magnitudes to less than two.
void fp_merge_rows(
    const uint8_t *source, size_t stride, size_t pixels, const int16_t *weights, size_t taps, int16_t *target);

enum { FP_WEIGHT_BITS = 14, FP_PLACES = 6 };

/// `pixels` of the result, premultiplied B, G, R, A, out of such a row. Output pixel i takes four times `quads` pixels from
/// `starts[i]` (even) on. Their weights stand as a pair of pixels does: w0 w1 four times, w2 w3 four times, and so on.
void fp_merge_columns(
    const int16_t *row, const uint32_t *starts, const int16_t *weights, size_t quads, size_t pixels, uint8_t *target);
