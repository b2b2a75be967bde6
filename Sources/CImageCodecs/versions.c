#include "CImageCodecs.h"

#include <stdio.h>

#include <jpeglib.h>
#include <png.h>

#define FP_STRING(x) #x
#define FP_EXPAND(x) FP_STRING(x)

const char *fp_libjpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return FP_EXPAND(LIBJPEG_TURBO_VERSION);
#else
  return FP_EXPAND(JPEG_LIB_VERSION);
#endif
}

const char *fp_libpng_version(void) { return png_get_libpng_ver(NULL); }
