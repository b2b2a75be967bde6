// Preloaded into the tests by scripts/sanitize thread. Swift's Mutex is inlined, so the sanitizer sees its atomics. But if
// threads wait for each other, libswiftSynchronization hands over the lock. That library was built without the sanitizer, and
// all accesses under such a lock would look like races. This file reports these locks to the sanitizer.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

// Synchronization._MutexHandle._lockSlow(_: UInt32) and _unlockSlow(), in Swift's calling convention.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

SWIFT void fp_lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK_SLOW);
SWIFT void fp_unlock_slow(SELF mutex) __asm__(UNLOCK_SLOW);
typedef SWIFT void LockSlow(uint32_t, SELF);
typedef SWIFT void UnlockSlow(SELF);

// Functions of the sanitizer, absent in programs without it.
extern void AnnotateHappensBefore(const char *file, int line, const volatile void *address) __attribute__((weak));
extern void AnnotateHappensAfter(const char *file, int line, const volatile void *address) __attribute__((weak));

SWIFT void fp_lock_slow(uint32_t thread, SELF mutex) {
  LockSlow *next = (LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW);
  if (!next) abort();
  next(thread, mutex);
  if (AnnotateHappensAfter) AnnotateHappensAfter(__FILE__, __LINE__, mutex);
}

SWIFT void fp_unlock_slow(SELF mutex) {
  UnlockSlow *next = (UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
  if (!next) abort();
  if (AnnotateHappensBefore) AnnotateHappensBefore(__FILE__, __LINE__, mutex);
  next(mutex);
}
