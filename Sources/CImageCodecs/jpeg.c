// libjpeg reports errors through a callback that must not return, so each call runs under setjmp. The state belongs to
// the caller of the function with setjmp, so its values are defined after the jump.
#include <limits.h>
#include <setjmp.h>

#include "report.h"

#include <jpeglib.h>
#include <jerror.h>

#ifndef JCS_ALPHA_EXTENSIONS
#error "libjpeg-turbo is needed (the plain libjpeg has no BGRA output)"
#endif

enum {
  // A typical progressive file has a dozen scans. Thousands of empty ones would use hours of CPU time.
  FP_MAX_SCANS = 100,
  FP_ROWS_AT_ONCE = 8,
  // A generous limit for libjpeg's tables and other fixed costs.
  FP_FIXED_BYTES = 4 << 20,
};

typedef struct jpeg_state {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  fp_report report;
  /// The number of blocks of all components.
  uint64_t blocks;
  /// The maximum number of blocks in all scans together.
  uint64_t max_blocks;
  /// Whether the entropy decoder ran out of data, and after how many output rows.
  bool ran_dry;
  uint32_t rows_before_dry;
} jpeg_state;

static jpeg_state *state_of(j_common_ptr info) { return info->client_data; }

static fp_status status_of(int code) {
  switch (code) {
    case JERR_OUT_OF_MEMORY: return FP_NO_MEMORY;
    case JERR_NO_BACKING_STORE: return FP_EXCESSIVE;
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
#if JPEG_LIB_VERSION < 70
    // Later interfaces, such as Ubuntu's, always support arithmetic coding and lack the code.
    case JERR_ARITH_NOTIMPL:
#endif
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL: return FP_UNSUPPORTED;
    default: return FP_CORRUPT;
  }
}

static void take(j_common_ptr info, bool is_error) {
  // A broken file can cause a warning per block.
  if (!is_error && state_of(info)->report.message[0] != 0) return;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  fp_take_message(&state_of(info)->report, text, is_error);
}

static void on_error(j_common_ptr info) {
  jpeg_state *state = state_of(info);
  take(info, true);
  state->report.status = status_of(info->err->msg_code);
  longjmp(state->escape, 1);
}

/// The number of output rows that the data so far covers. From the second scan on, all of them.
static uint32_t covered_rows(const struct jpeg_decompress_struct *info) {
  if (info->total_iMCU_rows == 0) return 0;
  if (info->input_scan_number > 1) return info->output_height;
  uint64_t rows = (uint64_t)info->output_height * info->input_iMCU_row / info->total_iMCU_rows;
  return rows < info->output_height ? (uint32_t)rows : info->output_height;
}

static void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  jpeg_state *state = state_of(info);
  state->report.warnings++;
  take(info, false);
  if (info->err->msg_code == JWRN_JPEG_EOF) state->report.ended_early = true;
  if (info->err->msg_code == JWRN_HIT_MARKER && !state->ran_dry) {
    state->ran_dry = true;
    state->rows_before_dry = covered_rows(&state->info);
  }
}

static void on_output(j_common_ptr info) { (void)info; }

static void fail(jpeg_state *state, fp_status status, const char *text) {
  fp_take_message(&state->report, text, true);
  state->report.status = status;
  longjmp(state->escape, 1);
}

static void on_progress(j_common_ptr info) {
  jpeg_state *state = state_of(info);
  uint64_t scans = (uint64_t)state->info.input_scan_number;
  if (scans > FP_MAX_SCANS || scans * state->blocks > state->max_blocks)
    fail(state, FP_EXCESSIVE, "it has far more scans than pictures have");
}

static uint64_t rounded_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// The number of blocks in libjpeg's coefficient arrays. Known once the first scan has begun.
static uint64_t blocks_of(const struct jpeg_decompress_struct *info) {
  uint64_t blocks = 0;
  for (int i = 0; i < info->num_components; i++) {
    const jpeg_component_info *component = info->comp_info + i;
    blocks += rounded_up(component->width_in_blocks, (uint64_t)component->h_samp_factor) *
              rounded_up(component->height_in_blocks, (uint64_t)component->v_samp_factor);
  }
  return blocks;
}

static uint64_t decoder_bytes_of(jpeg_state *state) {
  struct jpeg_decompress_struct *info = &state->info;
  // A row of blocks with its neighbors, and the rows decoded from it.
  uint64_t rows = (uint64_t)info->max_v_samp_factor * (DCTSIZE + 1) + 4;
  uint64_t bytes = rounded_up(info->image_width, 64) * (uint64_t)info->num_components * rows;
  return jpeg_has_multiple_scans(info) ? bytes + state->blocks * sizeof(JBLOCK) : bytes;
}

/// Call under the state's setjmp.
static void open_file(jpeg_state *state, const uint8_t *bytes, size_t count) {
  struct jpeg_decompress_struct *info = &state->info;
  info->err = jpeg_std_error(&state->errors);
  state->errors.error_exit = on_error;
  state->errors.emit_message = on_message;
  state->errors.output_message = on_output;
  info->client_data = state;
  jpeg_create_decompress(info);
  state->progress.progress_monitor = on_progress;
  info->progress = &state->progress;
  jpeg_mem_src(info, bytes, (unsigned long)count);
  jpeg_read_header(info, TRUE);
  state->blocks = blocks_of(info);
}

static void read_header(jpeg_state *state, const uint8_t *bytes, size_t count, fp_jpeg_header *header) {
  if (setjmp(state->escape)) return;
  open_file(state, bytes, count);
  header->width = state->info.image_width;
  header->height = state->info.image_height;
  header->progressive = state->info.progressive_mode;
  header->decoder_bytes = decoder_bytes_of(state);
}

fp_report fp_jpeg_read_header(const uint8_t *bytes, size_t count, fp_jpeg_header *header) {
  jpeg_state state;
  memset(&state, 0, sizeof state);
  state.max_blocks = UINT64_MAX;
  read_header(&state, bytes, count, header);
  jpeg_destroy_decompress(&state.info);
  return state.report;
}

static uint8_t scaled(unsigned value, unsigned by) {
  unsigned product = value * by + 128;
  return (uint8_t)((product + (product >> 8)) >> 8);
}

/// The file stores 255 minus the ink. Adobe started this; browsers and editors now do the same for files without
/// Adobe's marker.
static void ink_to_bgra(uint8_t *pixels, uint32_t width) {
  for (size_t i = 0; i < (size_t)width * 4; i += 4) {
    uint8_t *pixel = pixels + i;
    uint8_t red = scaled(pixel[0], pixel[3]), green = scaled(pixel[1], pixel[3]), blue = scaled(pixel[2], pixel[3]);
    pixel[0] = blue;
    pixel[1] = green;
    pixel[2] = red;
    pixel[3] = 255;
  }
}

static void choose_output(jpeg_state *state, int eighths, uint32_t width, uint32_t height) {
  struct jpeg_decompress_struct *info = &state->info;
  info->scale_num = (unsigned)eighths;
  info->scale_denom = 8;
  info->dct_method = JDCT_ISLOW;
  info->do_fancy_upsampling = TRUE;
  switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE:
    case JCS_YCbCr:
    case JCS_RGB: info->out_color_space = JCS_EXT_BGRA; break;
    case JCS_CMYK:
    case JCS_YCCK: info->out_color_space = JCS_CMYK; break;
    default: fail(state, FP_UNSUPPORTED, "unknown colour space");
  }
  jpeg_calc_output_dimensions(info);
  if (info->output_width != width || info->output_height != height) fail(state, FP_CORRUPT, "the size is ambiguous");
}

static void decode(
    jpeg_state *state, const uint8_t *bytes, size_t count, int eighths, uint32_t width, uint32_t height,
    uint64_t decoder_bytes, uint8_t *pixels) {
  if (setjmp(state->escape)) return;
  struct jpeg_decompress_struct *info = &state->info;
  open_file(state, bytes, count);
  // Also overrides the environment variable JPEGMEM.
  info->mem->max_memory_to_use =
      decoder_bytes < LONG_MAX - FP_FIXED_BYTES ? (long)decoder_bytes + FP_FIXED_BYTES : LONG_MAX;
  choose_output(state, eighths, width, height);
  jpeg_start_decompress(info);
  bool is_ink = info->out_color_space == JCS_CMYK;
  size_t stride = (size_t)width * 4;
  while (info->output_scanline < height) {
    JSAMPROW rows[FP_ROWS_AT_ONCE];
    uint32_t first = info->output_scanline, left = height - first;
    uint32_t wanted = left < FP_ROWS_AT_ONCE ? left : FP_ROWS_AT_ONCE;
    for (uint32_t i = 0; i < wanted; i++) rows[i] = pixels + (first + i) * stride;
    uint32_t got = jpeg_read_scanlines(info, rows, wanted);
    if (is_ink)
      for (uint32_t i = 0; i < got; i++) ink_to_bgra(rows[i], width);
  }
  jpeg_finish_decompress(info);
}

fp_report fp_jpeg_decode(
    const uint8_t *bytes, size_t count, int eighths, uint32_t width, uint32_t height, uint64_t decoder_bytes,
    uint64_t max_blocks, uint8_t *pixels) {
  static const uint8_t gray[4] = {128, 128, 128, 255};
  jpeg_state state;
  memset(&state, 0, sizeof state);
  state.max_blocks = max_blocks;
  decode(&state, bytes, count, eighths, width, height, decoder_bytes, pixels);
  uint32_t written = state.info.output_scanline < height ? state.info.output_scanline : height;
  fp_report report = state.report;
  report.rows = state.ran_dry && state.rows_before_dry < written ? state.rows_before_dry : written;
  bool failed = report.status == FP_CORRUPT;
  if (failed || report.rows < height) report.status = report.rows > 0 ? FP_PARTIAL : report.status;
  if (report.rows == 0 && report.status == FP_COMPLETE) report.status = FP_CORRUPT;
  if (report.status <= FP_PARTIAL) fp_fill_rows(pixels, written, width, height, gray);
  jpeg_destroy_decompress(&state.info);
  return report;
}
