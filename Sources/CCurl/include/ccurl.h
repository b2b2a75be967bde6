#ifndef FEEDPROOF_CURL_H
#define FEEDPROOF_CURL_H

#include <stddef.h>
#include <stdint.h>

// libcurl, opened when it is first needed: no program is linked with it, and nothing but this knows its functions.

// Several transfers that go on side by side, driven by one thread.
typedef struct ccurl_multi ccurl_multi;

// One transfer that was begun.
typedef struct ccurl_transfer ccurl_transfer;

// Where an address lies, from what all may ask to what nobody may who is not told to by the user.
enum ccurl_realm {
  ccurl_public,
  // This machine, a private network, and what names nothing on the open internet.
  ccurl_private,
  // Link-local addresses, and those at which clouds tell their machines secrets.
  ccurl_special,
};

// Reads an address that is written in place of a host's name, without brackets.
// Returns the count of its bytes, 4 or 16; 0 where it is a name.
int ccurl_address(const char *host, uint8_t bytes[16], enum ccurl_realm *found);

// A request. Texts are copied; the body is not, and must stay until the transfer has ended.
typedef struct {
  const char *method;
  const char *url;
  // `Name: value`, as many as `header_count`.
  const char *const *headers;
  size_t header_count;
  // NULL for none.
  const uint8_t *body;
  size_t body_size;
  const char *user_agent;
  // NULL for none, whatever the process's variables say.
  const char *proxy;
  // `HOST:PORT:ADDRESS`: where a name leads, in place of what the system's resolver says; NULL for nothing.
  const char *resolved;
  // Certificates to trust, a file in PEM; NULL for the system's.
  const char *certificates;
  // Asks for compressed bodies and unpacks them.
  int accepts_compressed;
  // What may be connected to; a proxy's address as well.
  enum ccurl_realm realm;
  // Takes no connection that was used before: what is left in it of a bad answer is not this one's.
  int fresh;
  // Seconds; 0 for none.
  long connect_timeout;
  long total_timeout;
  // A transfer that stays below `low_speed` bytes a second for `low_speed_time` seconds has failed.
  long low_speed;
  long low_speed_time;
} ccurl_request;

// What is told of a transfer, in the thread that drives it.
typedef struct {
  // A header's line with its line end, also the status line. 0 goes on, anything else ends the transfer.
  int (*header)(void *context, const char *bytes, size_t count);
  // A piece of the body, with the answer's status. 0 goes on, anything else ends the transfer.
  int (*body)(void *context, const uint8_t *bytes, size_t count, long status);
  // Called once, as the last.
  //   code: libcurl's, 0 for a transfer that is whole
  //   status: HTTP's; 0 where there was no answer
  void (*done)(void *context, int code, long status, const char *reason, int refused_address);
} ccurl_callbacks;

// Opens libcurl. Returns NULL, or why it can't be used. Safe to call again, and from any thread.
const char *ccurl_open(void);

// `libcurl/7.88.1 OpenSSL/3.0.9 …`; NULL before it is open.
const char *ccurl_version(void);

// Seconds since 1970 of a date in one of HTTP's forms; -1 for anything else, and before libcurl is open.
int64_t ccurl_date(const char *text);

// NULL where there is no memory. Connections that are kept: `connections`, of one host `host_connections`.
ccurl_multi *ccurl_multi_new(long connections, long host_connections);
void ccurl_multi_free(ccurl_multi *multi);

// Begins a transfer. NULL where it can't be begun; nothing is called then. For the driving thread.
ccurl_transfer *ccurl_begin(
    ccurl_multi *multi, const ccurl_request *request, const ccurl_callbacks *callbacks, void *context);

// Ends a transfer that is not done, without calling anything. For the driving thread.
void ccurl_cancel(ccurl_multi *multi, ccurl_transfer *transfer);

// Moves all transfers on, waiting at most so long for something to happen. For the driving thread.
void ccurl_drive(ccurl_multi *multi, int milliseconds);

// Ends a wait in `ccurl_drive`. For any thread.
void ccurl_wake(ccurl_multi *multi);

#endif
