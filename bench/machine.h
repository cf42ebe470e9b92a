/* SPDX-License-Identifier: MIT */
/* machine.h - what is in this computer: filled in once, then read-only */

#ifndef ASSAY_MACHINE_H
#define ASSAY_MACHINE_H

#include "bench/lib/base.h"

#define CACHES_MAX 8
#define NODES_MAX 64
#define DIMMS_MAX 64
#define DISKS_MAX 256
#define PARTITIONS_MAX 16 /* listed per disk; the count goes on */
#define NICS_MAX 64
#define FACTS_MAX 128
#define ORPHANS_MAX 16
#define IMAGE_ID_BYTES 33       /* 128 bits in hexadecimal, and the NUL */
#define PARTITION_UUID_BYTES 37 /* "d0a3b1c2-...", and the NUL */

/* One level of cache, as the first CPU has it. */
struct cache {
	unsigned level; /* 1, 2, 3 */
	char type[16];  /* "Data", "Instruction", "Unified" */
	uint64_t bytes;
	unsigned shared_by_threads; /* logical CPUs that share one */
};

struct cpu {
	char vendor[16]; /* "GenuineIntel" */
	char model[80];  /* "model name" of /proc/cpuinfo */
	unsigned family, model_number, stepping;
	char microcode[16];      /* running revision, "0x5003604" */
	char flags[3072];        /* as in /proc/cpuinfo, space-separated */
	char hypervisor[16];     /* CPUID vendor, "KVMKVMKVM", "TCGTCGTCGTCG"; "" on bare metal */
	unsigned sockets, cores; /* physical packages; cores in all of them */
	unsigned threads;        /* logical CPUs online */
	unsigned level;          /* x86-64-vN that it can run, 1 to 4; 0 = unknown */
	uint64_t max_khz;        /* highest clock that cpufreq names; 0 = unknown */
	char governor[32];       /* of the first CPU; "" = no cpufreq */
	struct cache caches[CACHES_MAX];
	unsigned cache_count;
};

struct node {
	unsigned id;
	char cpus[256];      /* "0-15,32-47" */
	uint64_t bytes;      /* memory of the node */
	char distances[256]; /* "10 21" */
};

/* One memory module, from SMBIOS type 17; empty slots are left out. */
struct dimm {
	char locator[32]; /* "DIMM_A1" */
	uint64_t bytes;
	char type[16];           /* "DDR4" */
	unsigned speed_mts;      /* rated, million transfers per second */
	unsigned configured_mts; /* as it runs */
	char manufacturer[32], part[32], serial[32];
};

struct memory {
	uint64_t total_bytes;     /* MemTotal */
	uint64_t available_bytes; /* MemAvailable when the machine was probed */
	struct node nodes[NODES_MAX];
	unsigned node_count;
	struct dimm dimms[DIMMS_MAX];
	unsigned dimm_count;
};

struct partition {
	char name[32]; /* "sda1" */
	uint64_t start_bytes, bytes;
	char signature[32];              /* "ext4", "LVM2_member", ...; "" = none known */
	char uuid[PARTITION_UUID_BYTES]; /* of its own, in a GPT; "" = none */
	char image[IMAGE_ID_BYTES];      /* which image of Assay is on it; "" = none */
};

struct disk {
	char name[32]; /* kernel name, "nvme0n1" */
	unsigned major, minor;
	uint64_t sequence; /* no two disks, nor one that comes again, have the same; 0 = none */
	char model[64];    /* "" if the device has none (virtio) */
	char firmware[32]; /* revision */
	char serial[64];   /* what a user names it by */
	char wwn[64];      /* "naa.5000c500...", "eui.0025...", "" */
	uint64_t bytes;
	uint32_t logical_block_bytes, physical_block_bytes;
	bool rotational, removable, read_only;
	char transport[16];  /* "nvme", "sata", "sas", "usb", "virtio", "scsi", "mmc", ... */
	char driver[32];     /* of the controller: "megaraid_sas" */
	char controller[80]; /* PCI address and ids: "0000:00:03.0 1000:0060" */
	char scheduler[32];  /* in use: "none", "mq-deadline" */
	char write_cache[32];
	uint32_t read_ahead_kib;
	char signature[32]; /* of the whole disk: "gpt", "dos", "ext4", "linux_raid_member", "" */
	char image[IMAGE_ID_BYTES]; /* which image of Assay is on it as a whole; "" = none */
	struct partition partitions[PARTITIONS_MAX];
	unsigned partition_count; /* all of them, even those not listed */
	char in_use_because[96];  /* why it may not be written; "" = nothing speaks against it */
	bool silent;              /* it does not answer: nothing of it can be measured */
	bool wear_known;          /* it says how much of its rated life is used: */
	unsigned used_percent;    /* 0 to 254, 255 = more */
	bool may_write;           /* the user named this disk for writing; default false */
};

struct nic {
	char name[32];
	char mac[18]; /* "52:54:00:12:34:56" */
	char driver[32];
	char bus[32];   /* "0000:00:02.0" */
	bool carrier;   /* a cable with something at its end */
	int speed_mbps; /* -1 = unknown or no link */
	char duplex[8];
	char addresses[256]; /* "10.0.2.15/24 fe80::1/64" */
};

/* Who made it and who it is: SMBIOS by way of /sys/class/dmi/id. "" = not said. */
struct firmware {
	char system_vendor[64], product[64], version[64], serial[64], uuid[40], sku[64];
	char board_vendor[64], board[64], board_serial[64];
	char chassis_serial[64];
	char bios_vendor[64], bios_version[64], bios_date[16];
	bool uefi;
	int secure_boot; /* 1 on, 0 off, -1 unknown */
};

/* One line of what must travel with a number to make it comparable. */
struct fact {
	char name[64];    /* "vulnerability.meltdown", "thp", "clocksource" */
	char value[2304]; /* a kernel command line has up to 2,047 bytes */
};

/* A PCI storage controller that no driver has taken: its disks are invisible. */
struct orphan {
	char address[16]; /* "0000:00:1f.2" */
	char ids[16];     /* "8086:2922" */
	char class_name[32];
};

struct machine {
	struct cpu cpu;
	struct memory memory;
	struct disk disks[DISKS_MAX];
	unsigned disk_count;
	struct nic nics[NICS_MAX];
	unsigned nic_count;
	struct firmware firmware;
	struct fact facts[FACTS_MAX];
	unsigned fact_count;
	struct orphan orphans[ORPHANS_MAX];
	unsigned orphan_count;
	bool truncated; /* there was more of something than there is room for */
};

/*
 * Fill in @machine from the /proc and /sys below @root ("" = this machine).
 * A fact that cannot be read is left zero; a missing fact is not an error.
 */
void machine_probe(struct machine *machine, const char *root);

/* One probe per file in bench/machine/; machine_probe() calls them in order. */
void cpu_probe(struct machine *machine, const char *root);
void memory_probe(struct machine *machine, const char *root);
void disk_probe(struct machine *machine, const char *root);
void optical_probe(struct machine *machine, const char *root); /* not called: drives as disks */
void nic_probe(struct machine *machine, const char *root);
void firmware_probe(struct machine *machine, const char *root);    /* identity and dimms */
void environment_probe(struct machine *machine, const char *root); /* facts */

/* Add a fact; cut and flagged as truncated when there is no room. */
void machine_fact(struct machine *machine, const char *name, const char *value);

/*
 * The name of this machine in a path: system serial, else UUID, else first MAC,
 * else "unknown", reduced to [A-Za-z0-9._-]. Serials that say nothing ("None",
 * "To be filled by O.E.M.", "0", ...) do not count.
 */
void machine_identity(const struct machine *machine, char *text, size_t size);

/* Tell in one line if the maker has filled in a serial that says nothing. */
void identity_check(const struct machine *machine, void (*tell)(const char *line));

/* The disk that @word names by serial, WWN or kernel name; NULL if there is none. */
const struct disk *machine_disk(const struct machine *machine, const char *word);

/*
 * Is this the serial or WWN of @disk? Only by these a disk can be named for writing: a kernel
 * name may mean another disk after the next boot.
 */
bool disk_answers(const struct disk *disk, const char *word);

/* Does a serial or UUID say which one it is? "None", "0123456789" and "000000" do not. */
bool identity_is_real(const char *text);

/* Does @word name @disk? There are makers who give one serial to many disks. */
bool machine_names(const struct machine *machine, const char *word, const struct disk *disk);

/* Does one of the comma-separated @words name @disk? No words at all name every disk. */
bool machine_wants(const struct machine *machine, const char *words, const struct disk *disk);

#endif
