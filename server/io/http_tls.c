/* http_tls: see http_tls.h. The door to libssl, with http_wire.c. */
#include "http_tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdlib.h>

#include "beat/log.h"
#include "beat/mem.h"

struct http_tls {
	char *cert, *key;
	SSL_CTX *ctx;
};

/* Without one, OpenSSL would ask at the terminal and wait. */
static int no_passphrase(char *out, int size, int writing, void *arg)
{
	(void)writing;
	(void)arg;
	if (size > 0)
		*out = '\0';
	return 0;
}

static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_n, const unsigned char *in,
			   unsigned in_n, void *arg)
{
	static const unsigned char ours[] = "\x08http/1.1";

	(void)ssl;
	(void)arg;
	if (SSL_select_next_proto((unsigned char **)out, out_n, ours, sizeof(ours) - 1, in, in_n) !=
	    OPENSSL_NPN_NEGOTIATED)
		return SSL_TLSEXT_ERR_NOACK;
	return SSL_TLSEXT_ERR_OK;
}

static SSL_CTX *new_context(void)
{
	SSL_CTX *ctx = SSL_CTX_new(TLS_server_method());

	if (ctx == NULL)
		return NULL;
	SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
	SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
				     SSL_OP_PRIORITIZE_CHACHA | SSL_OP_IGNORE_UNEXPECTED_EOF);
	SSL_CTX_set_cipher_list(ctx, "ECDHE+AESGCM:ECDHE+CHACHA20");
	/* Idle connections are many; and what is sent is offered piece by piece. */
	SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
				  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	SSL_CTX_set_default_passwd_cb(ctx, no_passphrase);
	SSL_CTX_set_alpn_select_cb(ctx, choose_protocol, NULL);
	return ctx;
}

static void log_refusal(const char *doing, const char *file)
{
	unsigned long code = ERR_peek_error();
	char why[160] = "";

	if (code != 0)
		ERR_error_string_n(code, why, sizeof(why));
	ERR_clear_error();
	log_error("%s %s: %s", doing, file, why);
}

static void warn_if_expired(const SSL_CTX *ctx, const char *file)
{
	const X509 *cert = SSL_CTX_get0_certificate(ctx);

	if (cert != NULL && X509_cmp_current_time(X509_get0_notAfter(cert)) < 0)
		log_warn("the certificate in %s has expired", file);
}

/* NULL after logging why. */
static SSL_CTX *load(const struct http_tls *t)
{
	SSL_CTX *ctx = new_context();

	ERR_clear_error();
	if (ctx == NULL) {
		log_refusal("starting TLS with", t->cert);
	} else if (SSL_CTX_use_certificate_chain_file(ctx, t->cert) != 1) {
		log_refusal("cannot use the certificate", t->cert);
	} else if (SSL_CTX_use_PrivateKey_file(ctx, t->key, SSL_FILETYPE_PEM) != 1 ||
		   SSL_CTX_check_private_key(ctx) != 1) {
		log_refusal("cannot use the certificate's key", t->key);
	} else {
		warn_if_expired(ctx, t->cert);
		return ctx;
	}
	SSL_CTX_free(ctx);
	return NULL;
}

struct http_tls *http_tls_new(const char *cert, const char *key)
{
	struct http_tls *t = xcalloc(1, sizeof(*t));

	t->cert = xstrdup(cert);
	t->key = xstrdup(key);
	t->ctx = load(t);
	if (t->ctx == NULL)
		http_tls_free(&t);
	return t;
}

void http_tls_free(struct http_tls **tp)
{
	struct http_tls *t = *tp;

	if (t == NULL)
		return;
	SSL_CTX_free(t->ctx);
	free(t->cert);
	free(t->key);
	free(t);
	*tp = NULL;
}

bool http_tls_reload(struct http_tls *t)
{
	SSL_CTX *ctx = load(t);

	if (ctx == NULL)
		return false;
	SSL_CTX_free(t->ctx);
	t->ctx = ctx;
	return true;
}

SSL *http_tls_session(struct http_tls *t, int fd)
{
	SSL *ssl = SSL_new(t->ctx);

	if (ssl != NULL && SSL_set_fd(ssl, fd) != 1) {
		SSL_free(ssl);
		ssl = NULL;
	}
	if (ssl != NULL)
		SSL_set_accept_state(ssl);
	return ssl;
}
