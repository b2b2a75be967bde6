#pragma once
#include <stddef.h>
#include <stdint.h>

/// Versions of the codec libraries this build was compiled against, as text ("2.1.5", "1.6.39", …).
const char *fp_libjpeg_version(void);
const char *fp_libpng_version(void);
