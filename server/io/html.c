/* html: the door to libxml2's HTML parser: see include/beat/markup.h. */
#include <libxml/HTMLparser.h>
#include <string.h>

#include "beat/markup.h"
#include "beat/text.h"

static const char *html_attribute(const xmlNode *node, const char *name)
{
	for (const xmlAttr *a = node->properties; a != NULL; a = a->next)
		if (strcmp((const char *)a->name, name) == 0 && a->children != NULL)
			return (const char *)a->children->content;
	return NULL;
}

static void html_enter(const xmlNode *node, const struct html_sink *sink)
{
	if (node->type == XML_ELEMENT_NODE)
		sink->open(sink->arg, (const char *)node->name, html_attribute(node, "href"),
			   html_attribute(node, "class"));
	else if ((node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) && node->content != NULL)
		sink->text(sink->arg, (const char *)node->content, strlen((const char *)node->content));
}

static void html_leave(const xmlNode *node, const struct html_sink *sink)
{
	if (node->type == XML_ELEMENT_NODE)
		sink->close(sink->arg, (const char *)node->name);
}

/* Without recursion: a page may be nested as deep as it likes. */
static void html_tree(const xmlNode *top, const struct html_sink *sink)
{
	const xmlNode *at = top;

	while (at != NULL) {
		html_enter(at, sink);
		if (at->type == XML_ELEMENT_NODE && at->children != NULL) {
			at = at->children;
			continue;
		}
		html_leave(at, sink);
		while (at != top && at->next == NULL) {
			at = at->parent;
			html_leave(at, sink);
		}
		at = at != top ? at->next : NULL;
	}
}

int html_walk(const char *p, size_t n, const char *charset, const struct html_sink *sink)
{
	const int options =
	    HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_COMPACT;
	htmlDocPtr doc;

	if (n > MARKUP_BYTES)
		return -1;
	if (charset == NULL && text_is_utf8(p, n))
		charset = "UTF-8";
	doc = n > 0 ? htmlReadMemory(p, (int)n, NULL, charset, options) : NULL;
	for (const xmlNode *node = doc != NULL ? doc->children : NULL; node != NULL; node = node->next)
		if (node->type == XML_ELEMENT_NODE)
			html_tree(node, sink);
	xmlFreeDoc(doc);
	return 0;
}
