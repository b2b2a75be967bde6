#pragma once
#include <stdio.h>
#include <string.h>

#include "CImageCodecs.h"

/// Keeps the first message. An error replaces a warning.
static inline void fp_take_message(fp_report *report, const char *text, bool is_error) {
  if (!is_error && report->message[0] != 0) return;
  snprintf(report->message, sizeof report->message, "%s", text);
}

/// Fills all rows below the decoded ones with a color.
static inline void fp_fill_rows(uint8_t *pixels, uint32_t from, uint32_t width, uint32_t height, const uint8_t bgra[4]) {
  size_t stride = (size_t)width * 4;
  for (uint32_t y = from; y < height; y++) {
    uint8_t *row = pixels + y * stride;
    for (size_t x = 0; x < stride; x += 4) memcpy(row + x, bgra, 4);
  }
}
