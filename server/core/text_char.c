/* text_char: see include/beat/text_char.h. */
#include "beat/text_char.h"

#include <errno.h>
#include <stdlib.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

#include "beat/mem.h"

enum { CAPITAL_I_DOT = 0x130, DOT_ABOVE = 0x307 };

char text_char_group(uint32_t c)
{
	static const struct {
		char group;
		uint32_t mask;
	} groups[] = {
	    {'L', UC_CATEGORY_MASK_L}, {'M', UC_CATEGORY_MASK_M}, {'N', UC_CATEGORY_MASK_N},
	    {'P', UC_CATEGORY_MASK_P}, {'S', UC_CATEGORY_MASK_S}, {'Z', UC_CATEGORY_MASK_Z},
	};

	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		if (uc_is_general_category_withtable(c, groups[i].mask))
			return groups[i].group;
	}
	return 'C';
}

bool text_char_is_accent(uint32_t c)
{
	return uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Mn);
}

bool text_char_is_white(uint32_t c)
{
	return uc_is_property_white_space(c);
}

int text_char_order(uint32_t c)
{
	return uc_combining_class(c);
}

/* Each part may have parts again. The first is the only one that does in Unicode 14, but nothing rests on that. */
int text_char_decompose(uint32_t c, uint32_t out[TEXT_CHAR_PARTS])
{
	ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
	uint32_t rest[TEXT_CHAR_PARTS] = {c};
	int n_rest = 1, n = 0;

	while (n_rest > 0) {
		uint32_t next = rest[--n_rest];
		int count = uc_canonical_decomposition(next, parts);

		if (count <= 0 || n + n_rest + count > TEXT_CHAR_PARTS) {
			out[n++] = next;
			continue;
		}
		while (count > 0)
			rest[n_rest++] = parts[--count];
	}
	return n;
}

int text_char_lower(uint32_t c, uint32_t out[2])
{
	if (c == CAPITAL_I_DOT) {
		out[0] = 'i';
		out[1] = DOT_ABOVE;
		return 2;
	}
	out[0] = uc_tolower(c);
	return 1;
}

int text_char_encode(uint32_t c, char out[4])
{
	int n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char lead[5] = {0, 0, 0xc0, 0xe0, 0xf0};

	for (int i = n - 1; i > 0; i--) {
		out[i] = (char)(0x80 | (c & 0x3f));
		c >>= 6;
	}
	out[0] = (char)(lead[n] | c);
	return n;
}

bool text_char_is_format(uint32_t c)
{
	return uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Cf);
}

char *text_nfkc(const char *s, size_t n, size_t *out_n)
{
	uint8_t *form = u8_normalize(UNINORM_NFKC, (const uint8_t *)s, n, NULL, out_n);
	char *out = NULL;

	if (form == NULL && errno == ENOMEM)
		mem_exhausted();
	if (form != NULL) {
		out = xrealloc(form, *out_n + 1);
		out[*out_n] = '\0';
	}
	return out;
}
