#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The lowest cost of a picture with widely available libraries and nothing else.

/// Aspect-fills `target` (B, G, R, A) from `source` with pixman, bilinear or with Feedproof's three-lobed Lanczos filter.
/// Returns false if pixman has no memory.
bool floor_resample(
    uint8_t *source, int width, int height, uint8_t *target, int target_width, int target_height, bool lanczos);

/// Writes B, G, R, A as JPEG. Returns the number of bytes, or 0 if it exceeds `capacity`.
size_t floor_write_jpeg(const uint8_t *pixels, int width, int height, uint8_t *target, size_t capacity);

/// Inflates a zlib stream. Returns the number of bytes, or 0 if the stream is broken or exceeds `capacity`.
size_t floor_inflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity);

/// Makes a compressor of a libdeflate level, to use for many pictures.
void *floor_compressor(int level);
void floor_free(void *compressor);
size_t floor_compress(void *compressor, const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity);
