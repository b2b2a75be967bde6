#include "Floor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <libdeflate.h>
#include <pixman.h>

bool floor_resample(
    uint8_t *source, int width, int height, uint8_t *target, int target_width, int target_height, bool lanczos) {
  pixman_image_t *from = pixman_image_create_bits(PIXMAN_a8r8g8b8, width, height, (uint32_t *)source, width * 4);
  pixman_image_t *to =
      pixman_image_create_bits(PIXMAN_a8r8g8b8, target_width, target_height, (uint32_t *)target, target_width * 4);
  if (!from || !to) return false;
  double across = (double)width / target_width, down = (double)height / target_height;
  double step = across < down ? across : down;
  double left = (width - step * target_width) / 2, top = (height - step * target_height) / 2;
  pixman_f_transform_t matrix = {{{step, 0, left}, {0, step, top}, {0, 0, 1}}};
  pixman_transform_t fixed;
  pixman_transform_from_pixman_f_transform(&fixed, &matrix);
  pixman_image_set_transform(from, &fixed);
  pixman_image_set_repeat(from, PIXMAN_REPEAT_PAD);
  if (lanczos) {
    int count = 0;
    pixman_fixed_t scale = pixman_double_to_fixed(step > 1 ? step : 1);
    pixman_fixed_t *parameters = pixman_filter_create_separable_convolution(
        &count, scale, scale, PIXMAN_KERNEL_LANCZOS3, PIXMAN_KERNEL_LANCZOS3, PIXMAN_KERNEL_IMPULSE,
        PIXMAN_KERNEL_IMPULSE, 4, 4);
    pixman_image_set_filter(from, PIXMAN_FILTER_SEPARABLE_CONVOLUTION, parameters, count);
    free(parameters);
  } else {
    pixman_image_set_filter(from, PIXMAN_FILTER_BILINEAR, NULL, 0);
  }
  pixman_image_composite32(PIXMAN_OP_SRC, from, NULL, to, 0, 0, 0, 0, 0, 0, target_width, target_height);
  pixman_image_unref(from);
  pixman_image_unref(to);
  return true;
}

size_t floor_write_jpeg(const uint8_t *pixels, int width, int height, uint8_t *target, size_t capacity) {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char *written = NULL;
  unsigned long count = 0;
  jpeg_mem_dest(&info, &written, &count);
  info.image_width = (JDIMENSION)width;
  info.image_height = (JDIMENSION)height;
  info.input_components = 4;
  info.in_color_space = JCS_EXT_BGRA;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 85, TRUE);
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)info.next_scanline * width * 4);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  size_t result = count <= capacity ? count : 0;
  if (result > 0) memcpy(target, written, result);
  free(written);
  return result;
}

size_t floor_inflate(const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (!decompressor) return 0;
  size_t written = 0;
  enum libdeflate_result result =
      libdeflate_zlib_decompress(decompressor, bytes, count, target, capacity, &written);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS ? written : 0;
}

void *floor_compressor(int level) { return libdeflate_alloc_compressor(level); }

void floor_free(void *compressor) { libdeflate_free_compressor(compressor); }

size_t floor_compress(void *compressor, const uint8_t *bytes, size_t count, uint8_t *target, size_t capacity) {
  return libdeflate_zlib_compress(compressor, bytes, count, target, capacity);
}
