// As in jpeg.c, the state belongs to the caller of the function with setjmp.
#include <setjmp.h>
#include <stdlib.h>

#include "report.h"

#include <jpeglib.h>
#include <jerror.h>

typedef struct jpeg_writer {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  fp_report report;
  unsigned char *bytes;
  unsigned long count;
} jpeg_writer;

static void on_error(j_common_ptr info) {
  jpeg_writer *writer = info->client_data;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  fp_take_message(&writer->report, text, true);
  writer->report.status = info->err->msg_code == JERR_OUT_OF_MEMORY ? FP_NO_MEMORY : FP_UNSUPPORTED;
  longjmp(writer->escape, 1);
}

static void on_message(j_common_ptr info, int level) {
  (void)info;
  (void)level;
}

static void on_output(j_common_ptr info) { (void)info; }

static void encode(jpeg_writer *writer, const uint8_t *pixels, uint32_t width, uint32_t height, int quality) {
  if (setjmp(writer->escape)) return;
  struct jpeg_compress_struct *info = &writer->info;
  info->err = jpeg_std_error(&writer->errors);
  writer->errors.error_exit = on_error;
  writer->errors.emit_message = on_message;
  writer->errors.output_message = on_output;
  info->client_data = writer;
  jpeg_create_compress(info);
  jpeg_mem_dest(info, &writer->bytes, &writer->count);
  info->image_width = width;
  info->image_height = height;
  info->input_components = 4;
  info->in_color_space = JCS_EXT_BGRX;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, quality, TRUE);
  info->comp_info[0].h_samp_factor = 1;
  info->comp_info[0].v_samp_factor = 1;
  info->dct_method = JDCT_ISLOW;
  info->optimize_coding = TRUE;
  jpeg_start_compress(info, TRUE);
  while (info->next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)info->next_scanline * width * 4);
    jpeg_write_scanlines(info, &row, 1);
  }
  jpeg_finish_compress(info);
}

fp_report fp_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count) {
  jpeg_writer writer;
  memset(&writer, 0, sizeof writer);
  encode(&writer, pixels, width, height, quality);
  jpeg_destroy_compress(&writer.info);
  *bytes = writer.bytes;
  *count = writer.count;
  if (writer.report.status != FP_COMPLETE) {
    free(writer.bytes);
    *bytes = NULL;
    *count = 0;
  }
  return writer.report;
}
