#pragma once
#include <stddef.h>
#include <stdint.h>

/// Callbacks for markup, called in text order. Strings are zero-terminated and valid during the call only.
typedef struct {
  void *context;
  /// `attributes` alternates names and values and ends with a null pointer. Null if there are no attributes.
  void (*start)(void *context, const char *name, const char *const *attributes);
  void (*end)(void *context, const char *name);
  /// Receives UTF-8 text that is not zero-terminated. Character references are decoded.
  void (*text)(void *context, const char *bytes, size_t count);
} fp_markup_handler;

typedef enum {
  FP_MARKUP_WHOLE,
  /// Too many nested elements. The rest was not read.
  FP_MARKUP_TOO_DEEP,
  FP_MARKUP_NO_MEMORY,
  /// XML only: not well-formed. Everything before `place` was read.
  FP_MARKUP_ILL_FORMED,
  /// XML only: well-formed so far, but it ends inside an element.
  FP_MARKUP_CUT_OFF,
  /// XML only: it has a document type, which could declare entities without limit. Nothing was read.
  FP_MARKUP_DOCUMENT_TYPE,
} fp_markup_result;

/// Parses HTML leniently, as browsers do: closes unclosed elements and accepts unknown ones. `bytes` is UTF-8.
fp_markup_result fp_markup_read(
    const char *bytes, int count, int depth_limit, const fp_markup_handler *handler);

/// A place in a text. Lines and columns count from 1.
typedef struct {
  int line;
  int column;
} fp_markup_place;

/// Parses XML 1.0 strictly. `bytes` is UTF-8, whatever encoding the document declares. Names keep their prefixes. Sets
/// `place` to the first error.
fp_markup_result fp_xml_read(
    const char *bytes, int count, int depth_limit, const fp_markup_handler *handler, fp_markup_place *place);

/// Returns the character of an HTML 4 entity name (without `&` and `;`), or 0 if there is none.
uint32_t fp_markup_character(const char *name);
