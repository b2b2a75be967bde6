#pragma once
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// Names are converted from the archive's charset to the locale's. In that of C everything but ASCII would become "?".
// Null where the system has no such locale.
static inline locale_t feedproof_utf8_locale(void) {
#ifdef __APPLE__
  return newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
#else
  return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
#endif
}
