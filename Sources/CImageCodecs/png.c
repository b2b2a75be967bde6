// As in jpeg.c, the state belongs to the caller of the function with setjmp: libpng exits by longjmp.
#include <setjmp.h>

#include "report.h"

#include <png.h>

enum {
  // The number of compressed bytes that libpng may read after the last row. It would inflate all excess data, up to a
  // thousand times as much, only to measure it.
  FP_TAIL_BYTES = 16 << 10,
  // The maximum size of a chunk held in memory, such as a palette, whatever limit the library was built with.
  FP_CHUNK_BYTES = 8000000,
};

typedef struct png_state {
  png_structp png;
  png_infop info;
  jmp_buf escape;
  fp_report report;
  const uint8_t *next;
  size_t left;
  uint32_t height;
  /// The first row without pixels.
  uint32_t written;
  /// The number of rows in all passes that are not decompressed yet.
  uint64_t rows_to_come;
  bool is_reading_rows;
  /// Whether channels keep 16 bits, in the processor's byte order.
  bool is_deep;
  /// The number of bytes read after the last row.
  size_t tail;
} png_state;

static void on_error(png_structp png, png_const_charp text) {
  png_state *state = png_get_error_ptr(png);
  fp_take_message(&state->report, text, true);
  state->report.status = FP_CORRUPT;
  longjmp(state->escape, 1);
}

static void on_warning(png_structp png, png_const_charp text) {
  png_state *state = png_get_error_ptr(png);
  state->report.warnings++;
  fp_take_message(&state->report, text, false);
}

/// Stops reading. The image is already complete.
static void stop_at_excess(png_state *state) {
  state->written = state->height;
  state->report.warnings++;
  fp_take_message(&state->report, "too much image data", false);
  longjmp(state->escape, 1);
}

static void read_bytes(png_structp png, png_bytep into, size_t count) {
  png_state *state = png_get_io_ptr(png);
  if (count > state->left) {
    state->report.ended_early = true;
    png_error(png, "the file ends early");
  }
  if (state->is_reading_rows && state->rows_to_come == 0) {
    state->tail += count;
    if (state->tail > FP_TAIL_BYTES) stop_at_excess(state);
  }
  memcpy(into, state->next, count);
  state->next += count;
  state->left -= count;
}

/// libpng reads data in pieces and decodes nothing from an incomplete last piece. If the file doesn't end like a PNG,
/// smaller pieces recover more of the image.
static void choose_piece(png_state *state) {
  static const uint8_t ending[8] = {'I', 'E', 'N', 'D', 0xAE, 0x42, 0x60, 0x82};
  bool is_whole = state->left >= sizeof ending &&
                  memcmp(state->next + state->left - sizeof ending, ending, sizeof ending) == 0;
  if (!is_whole) png_set_compression_buffer_size(state->png, 16);
}

/// Called after each row is inflated, before libpng reads on.
static void on_row(png_structp png, png_row_infop row, png_bytep bytes) {
  (void)row, (void)bytes;
  png_state *state = png_get_error_ptr(png);
  if (state->rows_to_come > 0) state->rows_to_come--;
}

static uint64_t stored_rows(uint32_t width, uint32_t height, int passes) {
  if (passes == 1) return height;
  uint64_t rows = 0;
  for (int pass = 0; pass < passes; pass++)
    if (PNG_PASS_COLS(width, pass) > 0) rows += PNG_PASS_ROWS(height, pass);
  return rows;
}

static bool is_little_endian(void) {
  const uint16_t one = 1;
  return *(const uint8_t *)&one == 1;
}

/// Selects eight or sixteen bits per channel, four channels and straight alpha.
static void set_transforms(png_state *state) {
  png_structp png = state->png;
  if (state->is_deep) {
    png_set_expand_16(png);
    if (is_little_endian()) png_set_swap(png);
  } else {
    png_set_expand(png);
    png_set_scale_16(png);
  }
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, state->is_deep ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
  if (!state->is_deep) png_set_bgr(png);
  png_set_read_user_transform_fn(png, on_row);
}

static void decode(png_state *state, uint32_t width, uint32_t height, uint8_t *pixels) {
  if (setjmp(state->escape)) return;
  png_structp png = state->png;
  png_set_read_fn(png, state, read_bytes);
  choose_piece(state);
  // Text, profiles and other ancillary chunks are neither stored nor inflated.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_chunk_malloc_max(png, FP_CHUNK_BYTES);
  png_read_info(png, state->info);
  if (png_get_image_width(png, state->info) != width || png_get_image_height(png, state->info) != height)
    png_error(png, "the size is ambiguous");
  set_transforms(state);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, state->info);
  size_t stride = (size_t)width * (state->is_deep ? 8 : 4);
  if (png_get_rowbytes(png, state->info) != stride) png_error(png, "unexpected row size");
  state->rows_to_come = stored_rows(width, height, passes);
  state->is_reading_rows = true;
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      // As a display row, each pixel of an early pass fills its block, so a truncated file still gives a coarse image.
      png_read_row(png, NULL, pixels + y * stride);
      if (pass == 0) state->written = y + 1;
    }
  }
  state->is_reading_rows = false;
  png_read_end(png, NULL);
}

static fp_report decode_file(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels, bool is_deep) {
  png_state state;
  memset(&state, 0, sizeof state);
  state.is_deep = is_deep;
  state.next = bytes;
  state.left = count;
  state.height = height;
  state.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &state, on_error, on_warning);
  state.info = state.png ? png_create_info_struct(state.png) : NULL;
  if (state.info)
    decode(&state, width, height, pixels);
  else
    state.report.status = FP_NO_MEMORY;
  png_destroy_read_struct(&state.png, &state.info, NULL);
  state.report.rows = state.written;
  if (state.report.status == FP_CORRUPT && state.written > 0) state.report.status = FP_PARTIAL;
  return state.report;
}

fp_report fp_png_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels) {
  static const uint8_t clear[4] = {0, 0, 0, 0};
  fp_report report = decode_file(bytes, count, width, height, pixels, false);
  if (report.status <= FP_PARTIAL) fp_fill_rows(pixels, report.rows, width, height, clear);
  return report;
}

fp_report fp_png_decode_deep(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint16_t *pixels) {
  memset(pixels, 0, (size_t)width * height * 8);
  return decode_file(bytes, count, width, height, (uint8_t *)pixels, true);
}
