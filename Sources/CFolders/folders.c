#define _GNU_SOURCE
#include "folders.h"

#include <errno.h>
#include <stdio.h>

#if defined(__APPLE__)

#include <fcntl.h>
#include <sys/stat.h>

int feedproof_exchange(const char *first, const char *second) {
  return renamex_np(first, second, RENAME_SWAP) == 0 ? 0 : errno;
}

int feedproof_rename_new(int folder, const char *name, int new_folder, const char *new_name) {
  return renameatx_np(folder, name, new_folder, new_name, RENAME_EXCL) == 0 ? 0 : errno;
}

int64_t feedproof_birth(int folder, const char *name) {
  struct stat info;
  if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return 0;
  return (int64_t)info.st_birthtimespec.tv_sec * 1000000000 + info.st_birthtimespec.tv_nsec;
}

#elif defined(__linux__)

#include <fcntl.h>
#include <linux/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE (1 << 1)
#endif
#ifndef RENAME_NOREPLACE
#define RENAME_NOREPLACE (1 << 0)
#endif

// Called by number: glibc has a wrapper only since 2.28, and other C libraries may have none.
int feedproof_exchange(const char *first, const char *second) {
  return syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int feedproof_rename_new(int folder, const char *name, int new_folder, const char *new_name) {
  return syscall(SYS_renameat2, folder, name, new_folder, new_name, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int64_t feedproof_birth(int folder, const char *name) {
  struct statx info;
  if (syscall(SYS_statx, folder, name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &info) != 0) return 0;
  if (!(info.stx_mask & STATX_BTIME)) return 0;
  return (int64_t)info.stx_btime.tv_sec * 1000000000 + info.stx_btime.tv_nsec;
}

#else

int64_t feedproof_birth(int folder, const char *name) { return 0; }

int feedproof_exchange(const char *first, const char *second) { return ENOSYS; }

int feedproof_rename_new(int folder, const char *name, int new_folder, const char *new_name) { return ENOSYS; }

#endif
