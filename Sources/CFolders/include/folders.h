#ifndef FEEDPROOF_FOLDERS_H
#define FEEDPROOF_FOLDERS_H

#include <dirent.h>
#include <stdint.h>

// Swaps two paths in one step: whoever opens either sees one tree or the other, never a part of both.
// Returns 0, or the errno of the failure: ENOSYS or EINVAL where the system or the file system can't.
int feedproof_exchange(const char *first, const char *second);

// Renames a file, and fails with EEXIST where something has the new name already.
// Returns 0, or the errno of the failure: ENOSYS or EINVAL where the system or the file system can't.
int feedproof_rename_new(int folder, const char *name, int new_folder, const char *new_name);

// The time when a file was created, in nanoseconds since 1970; 0 if the system or the file system does not record it.
// Symbolic links are not followed.
int64_t feedproof_birth(int folder, const char *name);

// The name in a directory's entry, ended by a zero: the structure that Swift sees is longer than many an entry.
static inline const char *feedproof_entry_name(const struct dirent *entry) { return entry->d_name; }

// One of DT_REG, DT_DIR, …; DT_UNKNOWN where the file system does not say.
static inline int feedproof_entry_type(const struct dirent *entry) { return entry->d_type; }

#endif
