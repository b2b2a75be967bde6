#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loops over every byte of an image, in C: clang compiles a loop for several instruction sets, and the process uses the
// widest one its processor supports. Swift has no equivalent. All loops except the blur use integer arithmetic on
// values that the caller keeps in range, so every instruction set gives the same bytes.

/// The basis for choosing the filter of a PNG row.
typedef struct fp_row_costs {
  /// By filter number: the sum of the residuals' magnitudes, read as signed bytes.
  uint32_t sums[5];
  /// The number of bytes that differ from the previous pixel.
  uint32_t changes;
} fp_row_costs;

/// Computes the costs of a row. Both rows have `count` bytes, preceded by `pixel` (1…4) zero bytes.
void fp_row_costs_of(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, fp_row_costs *costs);

/// Filters a row (PNG, third edition, section 9.2) into `target`. The rows are as above; `filter` is 0…4.
void fp_row_filter(int filter, const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *target);

/// Reverses the filters of rows with 3 or 4 channels, each preceded by its filter number, into pixels of four bytes.
/// With 3 channels, alpha becomes 255. Returns false for an unknown filter number.
///
/// `filtered` may share the memory of `target` if its end is at least four rows of `target` behind the end of the
/// pixels. One byte behind `filtered` is read. `zeros` is a row of zeros as wide as a row of `target`.
bool fp_rows_unfilter(
    const uint8_t *filtered, size_t rows, size_t columns, size_t channels, const uint8_t *zeros, uint8_t *target);

/// Returns whether every B, G, R, A pixel has alpha 255.
bool fp_pixels_opaque(const uint8_t *pixels, size_t count);

/// Converts B, G, R, A to R, G, B, A, or back.
void fp_pixels_exchange(const uint8_t *pixels, size_t count, uint8_t *target);

/// Divides the colors of pixels with alpha last by their alpha, in place. `table` has 256 colors for each alpha.
void fp_pixels_straighten(uint8_t *pixels, size_t count, const uint8_t *table);

/// Blurs a mask of `width` × `height` values in place with three box filters. Each covers `radius` whole pixels to
/// either side and the share `edge` of the next pixel; results are multiplied by `weight`. Values outside the mask
/// count as zero. `line` has room for `fp_blur_line(width, height)` values.
///
/// Every product and sum is rounded separately, so all processors give the same values.
void fp_blur(float *mask, size_t width, size_t height, size_t radius, float edge, float weight, float *line);
size_t fp_blur_line(size_t width, size_t height);

/// Converts coverage in rows of `stride` bytes to values in rows of `width`.
void fp_mask_read(const uint8_t *coverage, size_t stride, size_t width, size_t height, float *mask);

/// Converts values to coverage: rounds to nearest, halves up, and clamps to 0…255.
void fp_mask_round(const float *mask, size_t count, uint8_t *coverage);

/// Converts B, G, R, A to R, G, B. `target` has three bytes per pixel.
void fp_pixels_pack(const uint8_t *pixels, size_t count, uint8_t *target);

/// Converts two rows of B, G, R, A to the planes that lossy codecs use (ITU-R BT.601: luma 16…235, chroma 16…240), with
/// one chroma value per four pixels. `u` and `v` have room for half of `pixels`, rounded up. The two rows of luma may
/// be the same.
void fp_rows_to_yuv(
    const uint8_t *upper, const uint8_t *lower, size_t pixels, uint8_t *luma_upper, uint8_t *luma_lower, uint8_t *u,
    uint8_t *v);

/// Adds a mask's coverage to a row's. Each sum is clamped to 255.
void fp_add_coverage(const uint8_t *coverage, size_t count, uint8_t *row);

/// Computes one row between a resampler's passes from `taps` rows of an image (B, G, R, A, `stride` bytes apart). The
/// row has `pixels` pixels of four channels, as 16-bit values with `FP_PLACES` fractional bits.
///
/// Pixels are stored in pairs, channel by channel: B of the first, B of the second, G of the first … `target` has room
/// for `pixels` rounded up to four; the padding becomes zero. Weights have `FP_WEIGHT_BITS` fractional bits. They add
/// up to one, and their magnitudes to less than two.
void fp_merge_rows(
    const uint8_t *source, size_t stride, size_t pixels, const int16_t *weights, size_t taps, int16_t *target);

enum { FP_WEIGHT_BITS = 14, FP_PLACES = 6 };

/// Computes `pixels` pixels of the result, premultiplied B, G, R, A, from such a row. Output pixel i reads four times
/// `quads` pixels from `starts[i]` (even) on. Weights are stored in the order of pixel pairs: w0 w1 four times, w2 w3
/// four times, and so on.
void fp_merge_columns(
    const int16_t *row, const uint32_t *starts, const int16_t *weights, size_t quads, size_t pixels, uint8_t *target);
