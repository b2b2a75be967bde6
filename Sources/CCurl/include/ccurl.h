#ifndef FEEDPROOF_CURL_H
#define FEEDPROOF_CURL_H

#include <stddef.h>
#include <stdint.h>

// libcurl, opened on first use: no program links it. Only this module calls its functions.

// Several concurrent transfers, driven by one thread.
typedef struct ccurl_multi ccurl_multi;

// A started transfer.
typedef struct ccurl_transfer ccurl_transfer;

// The realm of an address, from unrestricted to forbidden unless the user allows it.
enum ccurl_realm {
  ccurl_public,
  // This machine, private networks, and addresses without a host on the public internet.
  ccurl_private,
  // Link-local addresses and metadata services of clouds, which hand out credentials.
  ccurl_special,
};

// Parses an address used instead of a host name, without brackets. Returns its size in bytes, 4 or 16; 0 if it is a
// name.
int ccurl_address(const char *host, uint8_t bytes[16], enum ccurl_realm *found);

// A request. Strings are copied. The body is not and must stay valid until the transfer ends.
typedef struct {
  const char *method;
  const char *url;
  // `header_count` headers of the form `Name: value`.
  const char *const *headers;
  size_t header_count;
  // NULL for no body.
  const uint8_t *body;
  size_t body_size;
  const char *user_agent;
  // NULL for no proxy, whatever the environment says.
  const char *proxy;
  // `HOST:PORT:ADDRESS`, which overrides the system's resolver. NULL for no override.
  const char *resolved;
  // A PEM file of trusted certificates. NULL for the system's.
  const char *certificates;
  // Requests compressed bodies and decompresses them.
  int accepts_compressed;
  // The highest realm to connect to. Applies to a proxy's address too.
  enum ccurl_realm realm;
  // Opens a new connection: a reused one could still contain the rest of a malformed response.
  int fresh;
  // Timeouts in seconds; 0 for none.
  long connect_timeout;
  long total_timeout;
  // A transfer slower than `low_speed` bytes per second for `low_speed_time` seconds fails.
  long low_speed;
  long low_speed_time;
} ccurl_request;

// Callbacks of a transfer, called on the driving thread.
typedef struct {
  // Receives a header or status line with its line end. Return 0 to continue, anything else to end the transfer.
  int (*header)(void *context, const char *bytes, size_t count);
  // Receives part of the body, with the response's status. Return 0 to continue, anything else to end the transfer.
  int (*body)(void *context, const uint8_t *bytes, size_t count, long status);
  // Called once, last. `code` is libcurl's, 0 for a complete transfer. `status` is HTTP's, 0 without a response.
  void (*done)(void *context, int code, long status, const char *reason, int refused_address);
} ccurl_callbacks;

// Opens libcurl. Returns NULL, or the reason why it can't be used. May be called repeatedly and from any thread.
const char *ccurl_open(void);

// The version, such as `libcurl/7.88.1 OpenSSL/3.0.9 …`. NULL before libcurl is open.
const char *ccurl_version(void);

// Parses an HTTP date into seconds since 1970. Returns -1 for invalid dates, and before libcurl is open.
int64_t ccurl_date(const char *text);

// Creates a set of transfers. Keeps up to `connections` idle connections, and `host_connections` per host. Returns NULL
// if out of memory.
ccurl_multi *ccurl_multi_new(long connections, long host_connections);
void ccurl_multi_free(ccurl_multi *multi);

// Starts a transfer. Returns NULL, without calling any callback, if that fails. Call on the driving thread.
ccurl_transfer *ccurl_begin(
    ccurl_multi *multi, const ccurl_request *request, const ccurl_callbacks *callbacks, void *context);

// Ends an unfinished transfer without calling any callback. Call on the driving thread.
void ccurl_cancel(ccurl_multi *multi, ccurl_transfer *transfer);

// Advances all transfers. Waits at most `milliseconds` for activity. Call on the driving thread.
void ccurl_drive(ccurl_multi *multi, int milliseconds);

// Ends a wait in `ccurl_drive`. Call on any thread.
void ccurl_wake(ccurl_multi *multi);

#endif
