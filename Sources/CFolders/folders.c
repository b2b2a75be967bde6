#define _GNU_SOURCE
#include "folders.h"

#include <errno.h>
#include <stdio.h>

#if defined(__APPLE__)

int feedproof_exchange(const char *first, const char *second) {
  return renamex_np(first, second, RENAME_SWAP) == 0 ? 0 : errno;
}

#elif defined(__linux__)

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE (1 << 1)
#endif

// By number: the C library has a function of its own for it only since 2.28, and not every C library does.
int feedproof_exchange(const char *first, const char *second) {
  return syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

#else

int feedproof_exchange(const char *first, const char *second) { return ENOSYS; }

#endif
