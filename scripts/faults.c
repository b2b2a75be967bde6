// Preloaded into feedproof by scripts/faults: makes its n-th disk call fail, or ends the process there.
//   FAULT_COUNT=FILE  writes the number of calls to this file at the end
//   FAULT_AT=N        the number of the call that fails, from 1; none fails without it
//   FAULT_HOW         full: half of a write succeeds, then all writes and new files fail with ENOSPC; io: the call fails with EIO;
//                     kill: the process ends before the call
// Calls are writes to regular files, renames, links, removals and fsyncs, counted together.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

enum verdict { PASS, HALF, FAIL };

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

// - grows: whether a full disk refuses the call.
static enum verdict judge(int grows) {
  long at = number("FAULT_AT"), call = atomic_fetch_add(&calls, 1) + 1;
  const char *how = getenv("FAULT_HOW");
  if (!at || !how || call < at) return PASS;
  if (!strcmp(how, "full")) {
    errno = ENOSPC;
    return !grows ? PASS : call == at ? HALF : FAIL;
  }
  if (call != at) return PASS;
  if (!strcmp(how, "kill")) kill(getpid(), SIGKILL);
  errno = EIO;
  return FAIL;
}

static int is_file(int descriptor) {
  struct stat facts;
  return descriptor > 2 && fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void *bytes, size_t count) {
  enum verdict verdict = is_file(descriptor) ? judge(1) : PASS;
  if (verdict == FAIL || (verdict == HALF && count < 2)) return -1;
  return NEXT(write)(descriptor, bytes, verdict == HALF ? count / 2 : count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t place) {
  enum verdict verdict = is_file(descriptor) ? judge(1) : PASS;
  if (verdict == FAIL || (verdict == HALF && count < 2)) return -1;
  return NEXT(pwrite)(descriptor, bytes, verdict == HALF ? count / 2 : count, place);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t place) { return pwrite(descriptor, bytes, count, place); }

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
  if (is_file(descriptor) && judge(1) != PASS) return -1;
  return NEXT(writev)(descriptor, pieces, count);
}

#define CALL(name, grows, parameters, arguments)             \
  int name parameters {                                      \
    return judge(grows) == PASS ? NEXT(name) arguments : -1; \
  }

CALL(rename, 0, (const char *from, const char *to), (from, to))
CALL(renameat, 0, (int folder, const char *from, int new_folder, const char *to), (folder, from, new_folder, to))
CALL(renameat2, 0, (int folder, const char *from, int new_folder, const char *to, unsigned flags), (folder, from, new_folder, to, flags))
CALL(link, 1, (const char *from, const char *to), (from, to))
CALL(linkat, 1, (int folder, const char *from, int new_folder, const char *to, int flags), (folder, from, new_folder, to, flags))
CALL(unlink, 0, (const char *path), (path))
CALL(unlinkat, 0, (int folder, const char *path, int flags), (folder, path, flags))
CALL(rmdir, 0, (const char *path), (path))
CALL(mkdir, 1, (const char *path, mode_t mode), (path, mode))
CALL(mkdirat, 1, (int folder, const char *path, mode_t mode), (folder, path, mode))
CALL(ftruncate, 0, (int descriptor, off_t length), (descriptor, length))
CALL(fsync, 0, (int descriptor), (descriptor))
CALL(fdatasync, 0, (int descriptor), (descriptor))

// Folders are exchanged by a system call for which old C libraries have no function.
long syscall(long call, ...) {
  long argument[6];
  va_list list;
  va_start(list, call);
  for (int index = 0; index < 6; index++) argument[index] = va_arg(list, long);
  va_end(list);
  if (call == SYS_renameat2 && judge(0) != PASS) return -1;
  return NEXT(syscall)(call, argument[0], argument[1], argument[2], argument[3], argument[4], argument[5]);
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld", atomic_load(&calls));
  fclose(file);
}
