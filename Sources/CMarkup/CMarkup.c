// libxml2's handlers are variadic or take unsigned characters, which Swift can't express. This file wraps them.
#include "CMarkup.h"

#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <pthread.h>
#include <string.h>

typedef struct {
  const fp_markup_handler *handler;
  xmlParserCtxtPtr parser;
  int depth_limit;
  int is_too_deep;
  int has_document_type;
  /// XML only: the first error and its place.
  int fault;
  fp_markup_place *place;
} reading;

static void started(void *context, const xmlChar *name, const xmlChar **attributes) {
  reading *self = context;
  if (self->is_too_deep) return;
  // Closing an element searches all open ones, so the depth limit bounds the time, too.
  if (self->parser->nameNr > self->depth_limit) {
    self->is_too_deep = 1;
    xmlStopParser(self->parser);
    return;
  }
  self->handler->start(self->handler->context, (const char *)name, (const char *const *)attributes);
}

static void ended(void *context, const xmlChar *name) {
  reading *self = context;
  if (!self->is_too_deep) self->handler->end(self->handler->context, (const char *)name);
}

static void wrote(void *context, const xmlChar *bytes, int count) {
  reading *self = context;
  if (!self->is_too_deep && count > 0) self->handler->text(self->handler->context, (const char *)bytes, (size_t)count);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

fp_markup_result fp_markup_read(
    const char *bytes, int count, int depth_limit, const fp_markup_handler *handler) {
  if (count <= 0) return FP_MARKUP_WHOLE;
  pthread_once(&once, xmlInitParser);
  htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt(bytes, count);
  if (!parser) return FP_MARKUP_NO_MEMORY;
  reading self = {.handler = handler, .parser = parser, .depth_limit = depth_limit};
  memset(parser->sax, 0, sizeof *parser->sax);
  parser->sax->startElement = started;
  parser->sax->endElement = ended;
  parser->sax->characters = wrote;
  parser->sax->ignorableWhitespace = wrote;
  parser->userData = &self;
  htmlCtxtUseOptions(
      parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_NODEFDTD |
                  HTML_PARSE_NOIMPLIED | HTML_PARSE_IGNORE_ENC);
  // The bytes come from JSON and are UTF-8, whatever the markup declares.
  xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
  parser->charset = XML_CHAR_ENCODING_UTF8;
  htmlParseDocument(parser);
  int is_out_of_memory = parser->errNo == XML_ERR_NO_MEMORY;
  if (parser->myDoc) xmlFreeDoc(parser->myDoc);
  htmlFreeParserCtxt(parser);
  if (is_out_of_memory) return FP_MARKUP_NO_MEMORY;
  return self.is_too_deep ? FP_MARKUP_TOO_DEEP : FP_MARKUP_WHOLE;
}

static void declared(void *context, const xmlChar *name, const xmlChar *external, const xmlChar *system) {
  (void)name, (void)external, (void)system;
  reading *self = context;
  self->has_document_type = 1;
  xmlStopParser(self->parser);
}

static void failed(void *context, const char *message, ...) {
  (void)message;
  reading *self = context;
  const xmlError *error = &self->parser->lastError;
  if (self->fault != XML_ERR_OK || error->level < XML_ERR_FATAL) return;
  self->fault = error->code;
  *self->place = (fp_markup_place){error->line, error->int2};
}

fp_markup_result fp_xml_read(
    const char *bytes, int count, int depth_limit, const fp_markup_handler *handler, fp_markup_place *place) {
  pthread_once(&once, xmlInitParser);
  xmlParserCtxtPtr parser = count > 0 ? xmlCreateMemoryParserCtxt(bytes, count) : NULL;
  if (!parser) return count > 0 ? FP_MARKUP_NO_MEMORY : FP_MARKUP_WHOLE;
  reading self = {.handler = handler, .parser = parser, .depth_limit = depth_limit, .place = place};
  memset(parser->sax, 0, sizeof *parser->sax);
  parser->sax->error = failed;
  parser->sax->startElement = started;
  parser->sax->endElement = ended;
  parser->sax->internalSubset = declared;
  parser->userData = &self;
  // XML_PARSE_HUGE turns off libxml2's own limits. That is safe: the depth is limited here, and document types, which
  // declare entities, are refused.
  xmlCtxtUseOptions(parser, XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC);
  xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
  parser->charset = XML_CHAR_ENCODING_UTF8;
  xmlParseDocument(parser);
  fp_markup_result result = FP_MARKUP_WHOLE;
  if (self.has_document_type) {
    result = FP_MARKUP_DOCUMENT_TYPE;
  } else if (self.is_too_deep) {
    result = FP_MARKUP_TOO_DEEP;
  } else if (parser->errNo == XML_ERR_NO_MEMORY) {
    result = FP_MARKUP_NO_MEMORY;
  } else if (!parser->wellFormed) {
    // This error occurs only if the document ends inside an element.
    result = self.fault == XML_ERR_TAG_NOT_FINISHED ? FP_MARKUP_CUT_OFF : FP_MARKUP_ILL_FORMED;
  }
  if (parser->myDoc) xmlFreeDoc(parser->myDoc);
  xmlFreeParserCtxt(parser);
  return result;
}

uint32_t fp_markup_character(const char *name) {
  const htmlEntityDesc *entity = htmlEntityLookup((const xmlChar *)name);
  return entity ? entity->value : 0;
}
