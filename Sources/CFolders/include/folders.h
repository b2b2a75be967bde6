#ifndef FEEDPROOF_FOLDERS_H
#define FEEDPROOF_FOLDERS_H

// Swaps two paths in one step: whoever opens either sees one tree or the other, never a part of both.
// Returns 0, or the errno of the failure: ENOSYS or EINVAL where the system or the file system can't.
int feedproof_exchange(const char *first, const char *second);

#endif
