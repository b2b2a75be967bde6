#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "ccurl.h"

struct curl_library curl;

enum { global_all = 3 };

static const char *open_library(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"};
  void *library = NULL;
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return "libcurl.so.4 is not on this machine";
  const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"curl_global_init", &curl.global_init}, {"curl_version", &curl.version_text},
      {"curl_easy_init", &curl.easy_init}, {"curl_easy_cleanup", &curl.easy_cleanup},
      {"curl_easy_setopt", &curl.set}, {"curl_easy_getinfo", &curl.get},
      {"curl_easy_strerror", &curl.error_text}, {"curl_getdate", &curl.date}, {"curl_slist_append", &curl.append},
      {"curl_slist_free_all", &curl.free_list}, {"curl_multi_init", &curl.multi_init},
      {"curl_multi_cleanup", &curl.multi_cleanup}, {"curl_multi_setopt", &curl.multi_set},
      {"curl_multi_add_handle", &curl.add}, {"curl_multi_remove_handle", &curl.take_out},
      {"curl_multi_perform", &curl.perform}, {"curl_multi_poll", &curl.wait},
      {"curl_multi_wakeup", &curl.wake}, {"curl_multi_info_read", &curl.next_message},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *found = dlsym(library, functions[i].name);
    if (!found) {
      dlclose(library);
      return "libcurl is older than 7.68";
    }
    memcpy(functions[i].place, &found, sizeof found);
  }
  if (curl.global_init(global_all) != 0) {
    dlclose(library);
    return "libcurl can't be started";
  }
  curl.version = strdup(curl.version_text());
  curl.library = library;
  return NULL;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem;

static void open_once(void) { problem = open_library(); }

// Two fetches in one process may start at the same time.
const char *ccurl_open(void) {
  pthread_once(&once, open_once);
  return problem;
}

int64_t ccurl_date(const char *text) { return curl.library ? curl.date(text, NULL) : -1; }

const char *ccurl_version(void) { return curl.library ? curl.version : NULL; }
