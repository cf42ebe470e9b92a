/* SPDX-License-Identifier: MIT */
/* diskinfo.c - the text that diskinfo prints, as the tools that read it know it */

#include "bench/formats/diskinfo.h"

#include <inttypes.h>

static double s(const struct diskinfo_pass *pass)
{
	return (double)pass->elapsed_ns / 1e9;
}

/* Per second; 0 when no time has passed. */
static double rate(double amount, const struct diskinfo_pass *pass)
{
	return pass->elapsed_ns ? amount / s(pass) : 0;
}

char *diskinfo_size(char *text, size_t size, uint64_t bytes)
{
	static const char letters[] = "BKMGTPE";
	double value = (double)bytes;
	unsigned power = 0;

	while (value >= 999.5 && letters[power + 1]) {
		value /= 1024;
		power++;
	}
	snprintf(text, size, power > 0 && value < 9.95 ? "%.1f%c" : "%.0f%c", value,
	         letters[power]);
	return text;
}

static void print_short(FILE *out, const struct diskinfo_about *about)
{
	fprintf(out, "%s\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64,
	        about->name, about->sector_bytes, about->bytes, about->bytes / about->sector_bytes,
	        about->stripe_bytes, about->stripe_offset_bytes);
	if (about->heads)
		fprintf(out, "\t%u\t%u\t%u", about->cylinders, about->heads, about->sectors);
	fprintf(out, "\n");
}

static void print_number(FILE *out, uint64_t number, const char *what)
{
	fprintf(out, "\t%-12" PRIu64 "\t# %s\n", number, what);
}

static void print_text(FILE *out, const char *text, const char *what)
{
	if (text[0])
		fprintf(out, "\t%-12s\t# %s\n", text, what);
}

void diskinfo_print_about(FILE *out, const struct diskinfo_about *about, bool verbose)
{
	char size[16];

	if (!verbose) {
		print_short(out, about);
		return;
	}
	fprintf(out, "%s\n", about->name);
	print_number(out, about->sector_bytes, "sectorsize");
	fprintf(out, "\t%-12" PRIu64 "\t# mediasize in bytes (%s)\n", about->bytes,
	        diskinfo_size(size, sizeof(size), about->bytes));
	print_number(out, about->bytes / about->sector_bytes, "mediasize in sectors");
	print_number(out, about->stripe_bytes, "stripesize");
	print_number(out, about->stripe_offset_bytes, "stripeoffset");
	if (about->heads) {
		print_number(out, about->cylinders, "Cylinders according to firmware.");
		print_number(out, about->heads, "Heads according to firmware.");
		print_number(out, about->sectors, "Sectors according to firmware.");
	}
	print_text(out, about->model, "Disk descr.");
	print_text(out, about->serial, "Disk ident.");
	print_text(out, about->address, "Physical path");
	if (about->is_disk) {
		print_text(out, about->discards ? "Yes" : "No", "TRIM/UNMAP support");
		print_text(out, about->rotation, "Rotation rate in RPM");
		print_text(out, about->zones, "Zone Mode");
	}
	fprintf(out, "\n");
}

void diskinfo_print_overhead_title(FILE *out)
{
	fprintf(out, "I/O command overhead:\n");
}

void diskinfo_print_seek_title(FILE *out)
{
	fprintf(out, "Seek times:\n");
}

void diskinfo_print_transfer_title(FILE *out)
{
	fprintf(out, "\nTransfer rates:\n");
}

void diskinfo_print_iops_title(FILE *out)
{
	fprintf(out, "Asynchronous random reads:\n");
}

void diskinfo_print_writes_title(FILE *out)
{
	fprintf(out, "Synchronous random writes:\n");
}

void diskinfo_print_seek_label(FILE *out, const char *label)
{
	fprintf(out, "\t%s:\t", label);
}

/* Numbers below each other. */
static void print_padded(FILE *out, const char *label)
{
	fprintf(out, "\t%-13s", label);
}

void diskinfo_print_transfer_label(FILE *out, const char *label)
{
	char text[16];

	snprintf(text, sizeof(text), "%s:", label);
	print_padded(out, text);
}

void diskinfo_print_iops_label(FILE *out, uint32_t block_bytes, uint32_t sector_bytes)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu32 " kbytes:", block_bytes >> 10);
	print_padded(out, block_bytes == sector_bytes ? "sectorsize:" : text);
}

void diskinfo_print_writes_label(FILE *out, uint32_t block_bytes)
{
	fprintf(out, "\t%4.4g kbytes: ", (double)block_bytes / 1024);
}

void diskinfo_print_end(FILE *out)
{
	fprintf(out, "\n");
}

void diskinfo_print_seek(FILE *out, const struct diskinfo_pass *pass)
{
	fprintf(out, "%5" PRIu64 " iter in %10.6f sec = %8.3f msec\n", pass->count, s(pass),
	        s(pass) * 1000 / (double)pass->count);
}

void diskinfo_print_transfer(FILE *out, const struct diskinfo_pass *pass)
{
	double kbytes = (double)pass->count * 1024;

	fprintf(out, "%8.0f kbytes in %10.6f sec = %8.0f kbytes/sec\n", kbytes, s(pass),
	        rate(kbytes, pass));
}

void diskinfo_print_iops(FILE *out, const struct diskinfo_pass *pass)
{
	fprintf(out, "%8.0f ops in  %10.6f sec = %8.0f IOPS\n", (double)pass->count, s(pass),
	        rate((double)pass->count, pass));
}

void diskinfo_print_writes(FILE *out, const struct diskinfo_pass *pass, uint32_t block_bytes)
{
	fprintf(out, "%8.1f usec/IO = %8.1f Mbytes/s\n", s(pass) * 1e6 / (double)pass->count,
	        rate((double)pass->count * block_bytes / (double)MIB(1), pass));
}

/* Of 20480 reads, whatever was read: 512 bytes were meant. */
static double overhead_ms(double elapsed_s)
{
	return elapsed_s * 100 / 2048;
}

void diskinfo_print_overhead(FILE *out, const struct diskinfo_pass *megas,
                             const struct diskinfo_pass *sectors)
{
	fprintf(out,
	        "\ttime to read 10MB block    %10.6f sec\t= %8.3f msec/sector\n"
	        "\ttime to read 20480 sectors %10.6f sec\t= %8.3f msec/sector\n"
	        "\tcalculated command overhead\t\t\t= %8.3f msec/sector\n",
	        s(megas), overhead_ms(s(megas)), s(sectors), overhead_ms(s(sectors)),
	        overhead_ms(s(sectors) - s(megas)));
}
