#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The least that a picture costs with the libraries that everybody has, and nothing else.

/// Aspect-fills `target` (B, G, R, A) from `source` with pixman: bilinear, or with the same three-lobed Lanczos filter as
/// Feedproof's. False where pixman has no memory.
bool floor_resample(
    uint8_t *source, int width, int height, uint8_t *target, int target_width, int target_height, bool lanczos);

/// Writes B, G, R, A as JPEG; the number of bytes, or 0 where it is more than `capacity`.
size_t floor_write_jpeg(const uint8_t *pixels, int width, int height, uint8_t *target, size_t capacity);

/// Inflates a zlib stream; the number of bytes, or 0 where it is broken or larger than `capacity`.
size_t floor_inflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity);

/// A compressor of libdeflate's level, kept for many pictures.
void *floor_compressor(int level);
void floor_free(void *compressor);
size_t floor_compress(void *compressor, const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity);
