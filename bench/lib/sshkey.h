/* SPDX-License-Identifier: MIT */
/* sshkey.h - is this a public key, in the form that authorized_keys has it? */

#ifndef ASSAY_SSHKEY_H
#define ASSAY_SSHKEY_H

#include "bench/lib/base.h"

/*
 * "TYPE BASE64 [COMMENT]" with a type that dropbear knows: ssh-ed25519, ssh-rsa, or
 * ecdsa-sha2-nistp256, -384, -521; whole, and with nothing before or after it. Options, as
 * authorized_keys may have before the type, are refused.
 *
 * Source: RFC 4253 6.6, RFC 5656 3.1, RFC 8709 4.
 */
bool sshkey_is_whole(const char *text);

#endif
