/* Tokens and invitations: what was not made with the key is never believed, however it is bent; what was is read as it
 * was made. The bytes are a token as it is, and then a change of one that is true. */
#include <string.h>

#include "beat/buf.h"
#include "beat/text.h"
#include "beat/token.h"
#include "fuzz.h"

static const struct token_key key = {{1, 2, 3}};
enum { NOW = 1000000 };

static void read_both(const char *s)
{
	struct token_session session;
	struct token_invite invite;

	CHECK(token_session_read(&key, s, NOW, &session) != TOKEN_OK);
	CHECK(token_invite_read(&key, s, NOW, &invite) != TOKEN_OK);
}

/* The bytes are pairs of a place and what is put there. */
static void bend(const char *true_one, const uint8_t *data, size_t size)
{
	char *bent = xstrdup(true_one);
	size_t n = strlen(bent);

	for (size_t i = 0; i + 1 < size; i += 2)
		bent[data[i] % n] = data[i + 1] != 0 ? (char)data[i + 1] : 'A';
	if (strcmp(bent, true_one) != 0)
		read_both(bent);
	free(bent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct token_session session = {.assignment = 7, .worker = 9, .passage = 11, .expires = NOW + 60};
	struct buf made = BUF_INIT;
	char *text = xmemdup0((const char *)data, size);

	read_both(text);
	free(text);
	token_session_make(&made, &key, &session);
	bend(made.p, data, size);
	buf_release(&made);
	return 0;
}
