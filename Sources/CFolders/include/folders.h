#ifndef FEEDPROOF_FOLDERS_H
#define FEEDPROOF_FOLDERS_H

#include <dirent.h>
#include <stdint.h>

// Swaps two paths atomically: a process that opens either sees one tree or the other, never a mix. Returns 0 or an
// errno: ENOSYS or EINVAL if the system or the file system doesn't support it.
int feedproof_exchange(const char *first, const char *second);

// Renames a file. Fails with EEXIST if the new name is taken. Returns 0 or an errno: ENOSYS or EINVAL if the system or
// the file system doesn't support it.
int feedproof_rename_new(int folder, const char *name, int new_folder, const char *new_name);

// Returns a file's creation time in nanoseconds since 1970, or 0 if the system or the file system doesn't record it.
// Doesn't follow symbolic links.
int64_t feedproof_birth(int folder, const char *name);

// Returns the zero-terminated name of a directory entry. Swift can't copy the struct safely: most entries are shorter
// than it.
static inline const char *feedproof_entry_name(const struct dirent *entry) { return entry->d_name; }

// Returns DT_REG, DT_DIR or another type. DT_UNKNOWN if the file system doesn't report types.
static inline int feedproof_entry_type(const struct dirent *entry) { return entry->d_type; }

#endif
