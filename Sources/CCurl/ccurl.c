#include "ccurl.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "library.h"

struct curl_socket_address {
  int family;
  int kind;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

enum {
  option_write_data = 10001,
  option_url = 10002,
  option_proxy = 10004,
  option_error_buffer = 10010,
  option_write_function = 20011,
  option_post_fields = 10015,
  option_user_agent = 10018,
  option_low_speed_limit = 19,
  option_low_speed_time = 20,
  option_http_headers = 10023,
  option_header_data = 10029,
  option_custom_request = 10036,
  option_timeout = 13,
  option_netrc = 51,
  option_follow = 52,
  option_post_size = 60,
  option_certificates = 10065,
  option_fresh = 74,
  option_connect_timeout = 78,
  option_header_function = 20079,
  option_no_signal = 99,
  option_accept_encoding = 10102,
  option_private = 10103,
  option_open_socket_function = 20163,
  option_no_proxy = 10177,
  option_resolve = 10203,
  option_open_socket_data = 10164,
  option_protocols = 181,
  option_keep_alive = 213,
  option_path_as_is = 234,

  info_private = 0x100000 + 21,
  info_status = 0x200000 + 2,

  multi_option_connections = 6,
  multi_option_host_connections = 7,

  protocol_http = 1,
  protocol_https = 2,
  message_done = 1,
  bad_socket = -1,
};

struct ccurl_multi {
  CURLM *handle;
};

struct ccurl_transfer {
  CURL *easy;
  struct slist *headers;
  ccurl_callbacks callbacks;
  void *context;
  struct slist *addresses;
  enum ccurl_realm realm;
  int refused_address;
  char error[256];
};

ccurl_multi *ccurl_multi_new(long connections, long host_connections) {
  if (!curl.library) return NULL;
  ccurl_multi *multi = calloc(1, sizeof *multi);
  if (!multi) return NULL;
  multi->handle = curl.multi_init();
  if (!multi->handle) {
    free(multi);
    return NULL;
  }
  curl.multi_set(multi->handle, multi_option_connections, connections);
  curl.multi_set(multi->handle, multi_option_host_connections, host_connections);
  return multi;
}

void ccurl_multi_free(ccurl_multi *multi) {
  if (!multi) return;
  curl.multi_cleanup(multi->handle);
  free(multi);
}

static size_t take_header(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t all = size * count;
  return transfer->callbacks.header(transfer->context, bytes, all) == 0 ? all : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_transfer *transfer = context;
  size_t all = size * count;
  long status = 0;
  curl.get(transfer->easy, info_status, &status);
  return transfer->callbacks.body(transfer->context, (const uint8_t *)bytes, all, status) == 0 ? all : 0;
}

// Classifies by IANA's special-purpose registries (RFC 6890). Cloud metadata services use link-local addresses,
// 168.63.129.16 (Azure), 100.100.100.200 (Alibaba) and 192.0.0.192 (Oracle).
static enum ccurl_realm realm4(uint32_t ip) {
  if (ip >> 16 == 0xA9FE || ip == 0xA83F8110 || ip == 0x646464C8 || ip == 0xC00000C0) return ccurl_special;
  return ip >> 24 == 0 || ip >> 24 == 10 || ip >> 24 == 127 || ip >> 20 == 0xAC1 || ip >> 16 == 0xC0A8 ||
                 ip >> 22 == 0x191 || ip >> 8 == 0xC00000 || ip >> 17 == 0x6309 || ip >> 28 >= 14
             ? ccurl_private
             : ccurl_public;
}

static uint32_t word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static enum ccurl_realm realm6(const uint8_t *ip) {
  static const uint8_t zeros[12];
  static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
  static const uint8_t translated[12] = {0, 0x64, 0xFF, 0x9B};
  if (memcmp(ip, zeros, 12) == 0 || memcmp(ip, mapped, 12) == 0 || memcmp(ip, translated, 12) == 0)
    return realm4(word(ip + 12));
  // 6to4: the IPv4 address follows the prefix.
  if (word(ip) >> 16 == 0x2002) return realm4(word(ip + 2));
  // Link-local addresses, and the metadata services of Amazon (fd00:ec2::/32) and Google (fd20:ce::/32).
  if ((ip[0] == 0xFE && (ip[1] & 0xC0) == 0x80) || word(ip) == 0xFD000EC2 || word(ip) == 0xFD2000CE)
    return ccurl_special;
  // Unique local, site-local and multicast addresses, and local-use NAT64 (RFC 8215).
  if ((ip[0] & 0xFE) == 0xFC || (ip[0] == 0xFE && (ip[1] & 0xC0) == 0xC0) || ip[0] == 0xFF ||
      (word(ip) == 0x64FF9B && word(ip + 4) >> 16 == 1))
    return ccurl_private;
  return ccurl_public;
}

static enum ccurl_realm realm(const struct sockaddr *address) {
  if (address->sa_family == AF_INET)
    return realm4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
  if (address->sa_family != AF_INET6) return ccurl_special;
  return realm6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
}

int ccurl_address(const char *host, uint8_t bytes[16], enum ccurl_realm *found) {
  struct in_addr four;
  // inet_aton also accepts `127.1`, `0x7f.1` and `2130706433`, as the system's resolver does.
  if (inet_aton(host, &four)) {
    memcpy(bytes, &four, 4);
    *found = realm4(ntohl(four.s_addr));
    return 4;
  }
  if (inet_pton(AF_INET6, host, bytes) != 1) return 0;
  *found = realm6(bytes);
  return 16;
}

// libcurl calls this before connecting to any address, whatever name resolved to it.
static int open_socket(void *context, int purpose, struct curl_socket_address *address) {
  ccurl_transfer *transfer = context;
  (void)purpose;
  if (realm(&address->address) > transfer->realm) {
    transfer->refused_address = 1;
    return bad_socket;
  }
  int kind = address->kind;
#ifdef SOCK_CLOEXEC
  kind |= SOCK_CLOEXEC;
#endif
  return socket(address->family, kind, address->protocol);
}

static void end(ccurl_transfer *transfer) {
  if (transfer->easy) curl.easy_cleanup(transfer->easy);
  if (transfer->headers) curl.free_list(transfer->headers);
  if (transfer->addresses) curl.free_list(transfer->addresses);
  free(transfer);
}

static int add(struct slist **list, const char *const *texts, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct slist *longer = curl.append(*list, texts[i]);
    if (!longer) return 0;
    *list = longer;
  }
  return 1;
}

static int set_up(ccurl_transfer *transfer, const ccurl_request *request) {
  CURL *easy = transfer->easy;
  int failed = 0;
#define SET(option, value) failed |= curl.set(easy, option, value)
  SET(option_url, request->url);
  SET(option_private, transfer);
  SET(option_error_buffer, transfer->error);
  SET(option_no_signal, 1L);
  // The caller follows redirects and decides which headers to send along. Credentials come from the request only, never
  // from .netrc.
  SET(option_follow, 0L);
  SET(option_netrc, 0L);
  SET(option_protocols, (long)(protocol_http | protocol_https));
  SET(option_path_as_is, 1L);
  SET(option_keep_alive, 1L);
  SET(option_header_function, take_header);
  SET(option_header_data, transfer);
  SET(option_write_function, take_body);
  SET(option_write_data, transfer);
  SET(option_open_socket_function, open_socket);
  SET(option_open_socket_data, transfer);
  SET(option_user_agent, request->user_agent);
  SET(option_connect_timeout, request->connect_timeout);
  SET(option_timeout, request->total_timeout);
  SET(option_low_speed_limit, request->low_speed);
  SET(option_low_speed_time, request->low_speed_time);
  // The caller has chosen the proxy. An empty name keeps libcurl from reading the environment.
  SET(option_proxy, request->proxy ? request->proxy : "");
  SET(option_no_proxy, "");
  if (request->certificates) SET(option_certificates, request->certificates);
  if (request->fresh) SET(option_fresh, 1L);
  if (request->accepts_compressed) SET(option_accept_encoding, "");
  if (request->body) {
    SET(option_post_fields, request->body);
    SET(option_post_size, (long)request->body_size);
  }
  if (strcmp(request->method, request->body ? "POST" : "GET") != 0) SET(option_custom_request, request->method);
  if (transfer->headers) SET(option_http_headers, transfer->headers);
  if (transfer->addresses) SET(option_resolve, transfer->addresses);
#undef SET
  return !failed;
}

ccurl_transfer *ccurl_begin(
    ccurl_multi *multi, const ccurl_request *request, const ccurl_callbacks *callbacks, void *context) {
  ccurl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->callbacks = *callbacks;
  transfer->context = context;
  transfer->realm = request->realm;
  transfer->easy = curl.easy_init();
  if (!transfer->easy || !add(&transfer->headers, request->headers, request->header_count) ||
      !add(&transfer->addresses, &request->resolved, request->resolved ? 1 : 0) || !set_up(transfer, request) ||
      curl.add(multi->handle, transfer->easy) != 0) {
    end(transfer);
    return NULL;
  }
  return transfer;
}

void ccurl_cancel(ccurl_multi *multi, ccurl_transfer *transfer) {
  curl.take_out(multi->handle, transfer->easy);
  end(transfer);
}

static void tell(ccurl_multi *multi, CURL *easy, int code) {
  ccurl_transfer *transfer = NULL;
  long status = 0;
  curl.get(easy, info_private, &transfer);
  curl.get(easy, info_status, &status);
  curl.take_out(multi->handle, easy);
  const char *reason = transfer->error[0] ? transfer->error : curl.error_text(code);
  transfer->callbacks.done(transfer->context, code, status, reason, transfer->refused_address);
  end(transfer);
}

void ccurl_drive(ccurl_multi *multi, int milliseconds) {
  int running = 0, left = 0;
  curl.perform(multi->handle, &running);
  curl_message *message;
  int told = 0;
  while ((message = curl.next_message(multi->handle, &left))) {
    // The message becomes invalid when the handle is removed.
    CURL *easy = message->easy;
    int code = message->data.result;
    if (message->message == message_done) {
      tell(multi, easy, code);
      told = 1;
    }
  }
  if (!told) curl.wait(multi->handle, NULL, 0, milliseconds, NULL);
}

void ccurl_wake(ccurl_multi *multi) { curl.wake(multi->handle); }
