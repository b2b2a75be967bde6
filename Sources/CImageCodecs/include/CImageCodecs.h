#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Versions of the codec libraries as text ("2.1.5", "1.6.39", …). libjpeg has no call for it: that one is the build's.
const char *fp_libjpeg_version(void);
const char *fp_libpng_version(void);

typedef enum fp_status {
  /// Every row was decoded (warnings may still have been counted).
  FP_COMPLETE = 0,
  /// The file ended or broke off after some rows.
  FP_PARTIAL,
  /// Nothing could be decoded.
  FP_CORRUPT,
  /// Well formed as far as one can see, but of a kind the library does not decode.
  FP_UNSUPPORTED,
  FP_NO_MEMORY,
  /// Well formed as far as one can see, but it would cost far more than a picture does.
  FP_EXCESSIVE,
} fp_status;

/// How a call ended. Nothing is ever printed by the libraries.
typedef struct fp_report {
  fp_status status;
  /// Rows from the top that hold decoded pixels.
  uint32_t rows;
  uint32_t warnings;
  /// The file's end came before the picture's.
  bool ended_early;
  /// The library's words for the error, else for the first warning; empty where there was neither.
  char message[160];
} fp_report;

typedef struct fp_jpeg_header {
  uint32_t width;
  uint32_t height;
  bool progressive;
  /// Bytes that decoding takes beside the pixels: rows on their way, and all coefficients of a file with several scans,
  /// at their full size whatever scale is asked for.
  uint64_t decoder_bytes;
} fp_jpeg_header;

/// Reads as far as the first scan. Status is FP_COMPLETE or a failure.
fp_report fp_jpeg_read_header(const uint8_t *bytes, size_t count, fp_jpeg_header *header);

/// Decodes to B, G, R, 255 at `eighths`/8 (1…8) of the size. `width` and `height` are the size expected at that scale;
/// `pixels` has width * height * 4 bytes, all of which are written where the status is FP_COMPLETE or FP_PARTIAL.
/// `decoder_bytes` is the header's; all scans together may have `max_blocks` blocks of eight by eight pixels.
fp_report fp_jpeg_decode(
    const uint8_t *bytes, size_t count, int eighths, uint32_t width, uint32_t height, uint64_t decoder_bytes,
    uint64_t max_blocks, uint8_t *pixels);

/// Encodes B, G, R and a byte that is passed over, with colours as sharp as light; `quality` 1 to 100. Where the status is
/// FP_COMPLETE the caller frees `*bytes`.
fp_report fp_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count);

/// Decodes to B, G, R, A, colour not premultiplied. As above for the size and `pixels`. Beside them it takes about 40 bytes
/// for each pixel of a row.
fp_report fp_png_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels);
