/* SPDX-License-Identifier: MIT */
/* setup.h - do what the kernel command line says of the network */

#ifndef ASSAY_NETWORK_SETUP_H
#define ASSAY_NETWORK_SETUP_H

#include "bench/network/words.h"

/*
 * Name, join and address the ports as @words say, and list in NETWORK_FOLDER/dhcp those that
 * are to ask for an address; without a list all of them do: plain DHCP.
 *
 * What cannot be done is said in one line, and is as if its word were not there. In @words a
 * port is called by its name afterwards, and a word that was not done has none.
 */
void network_setup(struct network_words *words);

/* Make the bonds and VLANs of @words, and add the names of those that were made to @made. */
void setup_links(const struct network_words *words, char *made, size_t size);

/* Add @name to a comma-separated list. */
void name_add(char *list, size_t size, const char *name);

#endif
