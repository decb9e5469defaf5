/* xml: the door to libxml2's XML parser, which is fed: see include/beat/markup.h. What a file says of entities of its
 * own is not heard, so that none grows. */
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

#include "beat/markup.h"

struct xml {
	struct xml_sink sink;
	xmlParserCtxtPtr parser;
};

static void xml_on_open(void *arg, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int n_spaces,
			const xmlChar **spaces, int n_attributes, int n_defaults, const xmlChar **attributes)
{
	const struct xml *x = arg;

	(void)prefix, (void)uri, (void)n_spaces, (void)spaces, (void)n_attributes, (void)n_defaults, (void)attributes;
	x->sink.open(x->sink.arg, (const char *)name);
}

static void xml_on_close(void *arg, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	const struct xml *x = arg;

	(void)prefix, (void)uri;
	x->sink.close(x->sink.arg, (const char *)name);
}

static void xml_on_text(void *arg, const xmlChar *p, int n)
{
	const struct xml *x = arg;

	x->sink.text(x->sink.arg, (const char *)p, (size_t)n);
}

static void xml_on_error(void *arg, xmlErrorPtr error)
{
	(void)arg, (void)error; /* the parser keeps it for xml_error() */
}

struct xml *xml_new(const struct xml_sink *sink)
{
	struct xml *x = xcalloc(1, sizeof(*x));
	xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC,
				 .startElementNs = xml_on_open,
				 .endElementNs = xml_on_close,
				 .characters = xml_on_text,
				 .cdataBlock = xml_on_text,
				 .serror = xml_on_error};

	x->sink = *sink;
	x->parser = xmlCreatePushParserCtxt(&handler, x, NULL, 0, NULL);
	if (x->parser == NULL)
		mem_exhausted();
	xmlCtxtUseOptions(x->parser, XML_PARSE_NONET | XML_PARSE_HUGE);
	return x;
}

int xml_feed(struct xml *x, const char *p, size_t n, bool last)
{
	return xmlParseChunk(x->parser, p, (int)n, last) == XML_ERR_OK ? 0 : -1;
}

void xml_stop(struct xml *x)
{
	xmlStopParser(x->parser);
}

void xml_error(struct xml *x, char *out, size_t room)
{
	const xmlError *e = xmlCtxtGetLastError(x->parser);
	const char *what = e != NULL && e->message != NULL ? e->message : "no XML\n";

	snprintf(out, room, "line %d: %.*s", e != NULL ? e->line : 0, (int)strcspn(what, "\n"), what);
}

void xml_free(struct xml **x)
{
	if (*x == NULL)
		return;
	xmlFreeDoc((*x)->parser->myDoc); /* a file's own entities are kept there, heard or not */
	(*x)->parser->myDoc = NULL;
	xmlFreeParserCtxt((*x)->parser);
	free(*x);
	*x = NULL;
}
