#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Versions of the codec libraries ("2.1.5", "1.6.39", …). libjpeg has no function for it, so its version is that of
/// the headers.
const char *fp_libjpeg_version(void);
const char *fp_libpng_version(void);

typedef enum fp_status {
  /// Every row was decoded. Warnings may have been counted.
  FP_COMPLETE = 0,
  /// The file ended or broke off after some rows.
  FP_PARTIAL,
  /// Nothing could be decoded.
  FP_CORRUPT,
  /// Seems well-formed, but the library can't decode this kind.
  FP_UNSUPPORTED,
  FP_NO_MEMORY,
  /// Seems well-formed, but would cost far more to decode than a real image.
  FP_EXCESSIVE,
} fp_status;

/// The result of a call. The libraries never print anything.
typedef struct fp_report {
  fp_status status;
  /// The number of rows from the top with decoded pixels.
  uint32_t rows;
  uint32_t warnings;
  /// The file ended before the image did.
  bool ended_early;
  /// The library's message for the error, else for the first warning. Empty without either.
  char message[160];
} fp_report;

typedef struct fp_jpeg_header {
  uint32_t width;
  uint32_t height;
  bool progressive;
  /// The memory that decoding needs in addition to the pixels, in bytes: row buffers, and for a file with several scans
  /// all coefficients at full size, whatever the output scale.
  uint64_t decoder_bytes;
} fp_jpeg_header;

/// Reads up to the first scan. Returns FP_COMPLETE or a failure.
fp_report fp_jpeg_read_header(const uint8_t *bytes, size_t count, fp_jpeg_header *header);

/// Decodes to B, G, R, 255 at `eighths`/8 (1…8) of the size. `width` and `height` are the expected size at that scale.
/// `pixels` has width * height * 4 bytes; all of them are set if the status is FP_COMPLETE or FP_PARTIAL.
/// `decoder_bytes` is the header's. All scans together may have at most `max_blocks` blocks of 8 × 8 pixels.
fp_report fp_jpeg_decode(
    const uint8_t *bytes, size_t count, int eighths, uint32_t width, uint32_t height, uint64_t decoder_bytes,
    uint64_t max_blocks, uint8_t *pixels);

/// Encodes B, G, R and an ignored byte, without chroma subsampling. `quality` is from 1 to 100. If the status is
/// FP_COMPLETE, the caller frees `*bytes`.
fp_report fp_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count);

/// Decodes to B, G, R, A with straight alpha. The size and `pixels` are as above. Needs another 40 bytes or so per
/// pixel of a row.
fp_report fp_png_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels);

/// Decodes to R, G, B, A with straight alpha and 16 bits per channel. `pixels` has width * height * 4 values; all of them
/// are set.
fp_report fp_png_decode_deep(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint16_t *pixels);
