#pragma once
#include <stddef.h>
#include <stdint.h>

/// What a run through markup meets, in the order of the text. Strings end with a zero and live as long as the call.
typedef struct {
  void *context;
  /// `attributes` are names and values by turns, with a null pointer at the end; itself null where there are none.
  void (*start)(void *context, const char *name, const char *const *attributes);
  void (*end)(void *context, const char *name);
  /// Character references are decoded; UTF-8 that does not end with a zero.
  void (*text)(void *context, const char *bytes, size_t count);
} fp_markup_handler;

typedef enum {
  FP_MARKUP_WHOLE,
  /// More elements were open at once than is allowed: what follows was not read.
  FP_MARKUP_TOO_DEEP,
  FP_MARKUP_NO_MEMORY,
  /// Of XML: it is not well-formed; what came before the place was read.
  FP_MARKUP_ILL_FORMED,
  /// Of XML: it is so, and ends inside an element.
  FP_MARKUP_CUT_OFF,
  /// Of XML: it has a document type, which may declare entities without end. Nothing was read.
  FP_MARKUP_DOCUMENT_TYPE,
} fp_markup_result;

/// Goes through HTML as browsers read it: what is not closed is closed, what is unknown is an element like any other.
/// `bytes` are UTF-8.
fp_markup_result fp_markup_read(
    const char *bytes, int count, int depth_limit, const fp_markup_handler *handler);

/// A place in a text, both counted from 1.
typedef struct {
  int line;
  int column;
} fp_markup_place;

/// Goes through XML 1.0 strictly. `bytes` are UTF-8, whatever the document says of its encoding; names keep their prefixes.
/// `place` gets where it is not well-formed.
fp_markup_result fp_xml_read(
    const char *bytes, int count, int depth_limit, const fp_markup_handler *handler, fp_markup_place *place);

/// The character that a name between `&` and `;` stands for in HTML 4; 0 where none does.
uint32_t fp_markup_character(const char *name);
