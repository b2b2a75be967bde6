#ifndef FEEDPROOF_CURL_LIBRARY_H
#define FEEDPROOF_CURL_LIBRARY_H

// The parts of libcurl's interface used here. The values are fixed: libcurl.so.4 has had them since 2006, and the
// newest of these functions since 7.68 (2020).

#include <time.h>

typedef void CURL;
typedef void CURLM;

struct slist;

typedef struct {
  int message;
  CURL *easy;
  union {
    void *anything;
    int result;
  } data;
} curl_message;

// The functions of libcurl. Valid only after `ccurl_open` has succeeded.
extern struct curl_library {
  void *library;
  char *version;
  int (*global_init)(long);
  char *(*version_text)(void);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  int (*set)(CURL *, int, ...);
  int (*get)(CURL *, int, ...);
  const char *(*error_text)(int);
  time_t (*date)(const char *, const time_t *);
  struct slist *(*append)(struct slist *, const char *);
  void (*free_list)(struct slist *);
  CURLM *(*multi_init)(void);
  int (*multi_cleanup)(CURLM *);
  int (*multi_set)(CURLM *, int, ...);
  int (*add)(CURLM *, CURL *);
  int (*take_out)(CURLM *, CURL *);
  int (*perform)(CURLM *, int *);
  int (*wait)(CURLM *, void *, unsigned, int, int *);
  int (*wake)(CURLM *);
  curl_message *(*next_message)(CURLM *, int *);
} curl __attribute__((visibility("hidden")));

#endif
