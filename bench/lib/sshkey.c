/* SPDX-License-Identifier: MIT */
/* sshkey.c - is this a public key, in the form that authorized_keys has it? */

#include "bench/lib/sshkey.h"

#include <string.h>

#define BLOB_BYTES_MAX 1024 /* an RSA key of 4096 bits has 535 */

/* The fields of a key: its type, and then so many strings, the last of so many bytes. */
static const struct {
	const char *type;
	unsigned fields;
	size_t least_bytes, most_bytes; /* of the last field */
} kinds[] = {
	{ "ssh-ed25519", 1, 32, 32 },
	{ "ssh-rsa", 2, 129, 1024 }, /* e, n: 1024 bits and a sign at least */
	{ "ecdsa-sha2-nistp256", 2, 65, 65 },
	{ "ecdsa-sha2-nistp384", 2, 97, 97 },
	{ "ecdsa-sha2-nistp521", 2, 133, 133 },
};

struct blob {
	unsigned char bytes[BLOB_BYTES_MAX];
	size_t size, at;
};

static int digit_of(char c)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *found = c ? strchr(digits, c) : NULL;

	return found ? (int)(found - digits) : -1;
}

/* Decode up to a blank or the end. Returns whether that was base64, padded as it should be. */
static bool decode(struct blob *blob, const char *text)
{
	unsigned bits = 0, count = 0, digits = 0, padding = 0;

	for (; *text && *text != ' '; text++, digits++) {
		int digit = digit_of(*text);

		if (*text == '=') {
			padding++;
			continue;
		}
		if (digit < 0 || padding > 0)
			return false;
		bits = bits << 6 | (unsigned)digit;
		count += 6;
		if (count < 8)
			continue;
		count -= 8;
		if (blob->size == sizeof(blob->bytes))
			return false;
		blob->bytes[blob->size++] = (unsigned char)(bits >> count);
	}
	return digits % 4 == 0 && padding <= 2;
}

/* Take one string off: its length, in 4 bytes, then its bytes. Returns NULL if it is cut off. */
static const unsigned char *take(struct blob *blob, size_t *size)
{
	const unsigned char *at = blob->bytes + blob->at;

	if (blob->size - blob->at < 4)
		return NULL;
	*size = (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
	if (*size > blob->size - blob->at - 4)
		return NULL;
	blob->at += 4 + *size;
	return at + 4;
}

bool sshkey_is_whole(const char *text)
{
	struct blob blob = { .size = 0 };
	size_t length = strcspn(text, " "), size = 0, kind = 0;
	const unsigned char *field;

	while (kind < countof(kinds) &&
	       (strncmp(kinds[kind].type, text, length) != 0 || kinds[kind].type[length] != '\0'))
		kind++;
	if (kind == countof(kinds) || text[length] == '\0' || !decode(&blob, text + length + 1))
		return false;
	field = take(&blob, &size);
	if (!field || size != length || memcmp(field, text, length) != 0)
		return false;
	for (unsigned i = 0; i < kinds[kind].fields && field; i++)
		field = take(&blob, &size);
	return field && blob.at == blob.size && size >= kinds[kind].least_bytes &&
	       size <= kinds[kind].most_bytes;
}
