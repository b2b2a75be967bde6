#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// libarchive converts names from the archive's charset to the locale's. The C locale would turn everything but ASCII
// into "?". Returns null if the system has no UTF-8 locale.
static inline locale_t feedproof_utf8_locale(void) {
#ifdef __APPLE__
  return newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
#else
  return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
#endif
}
