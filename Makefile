# Assay: both C programs and their tests. Try "make help".

BUILD ?= build
HOSTCC ?= cc

# Where the static toolchain and libraries are: made from the pinned sources when missing.
SYSROOT = $(eval SYSROOT := $(shell image/sysroot))$(SYSROOT)
HOSTLIBS = $(eval HOSTLIBS := $(shell image/hostlibs))$(HOSTLIBS)

VERSION := $(shell cat image/version)

CFLAGS   ?= -O2
WARNINGS  = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
            -Wpointer-arith -Wwrite-strings -Wvla -Wformat=2 -Werror \
            -Wno-unknown-warning-option -Wno-format-truncation # texts for people are cut on purpose
COMMON    = -std=gnu11 -D_GNU_SOURCE -I. -MMD -MP $(WARNINGS) -DASSAY_VERSION='"$(VERSION)"'
TARGET    = $(COMMON) $(CFLAGS) -fno-pie -ffile-prefix-map=$(CURDIR)=. -ffunction-sections -fdata-sections
SANITIZE  = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
            -fno-pie
HOST      = $(COMMON) -O1 -g $(SANITIZE) -isystem $(HOSTLIBS)/include

LIB   := $(wildcard bench/lib/*.c)
# NAME.level.c is compiled once for each x86-64-vN: bench/level.h says how to write one.
LEVELED := $(wildcard bench/*/*.level.c)
LEVELS  := 1 2 3 4
# Small programs beside assay: bench/helpers/README.md says why.
HELPERS := $(wildcard bench/helpers/*.c)
BENCH := $(filter-out $(LEVELED) $(HELPERS),$(wildcard bench/*.c bench/*/*.c)) \
         $(foreach level,$(LEVELS),$(LEVELED:.level.c=.v$(level).c))
INIT  := $(wildcard init/*.c) $(LIB)
NEGATIVE := $(wildcard tests/negative/*.c)
# What unit tests are linked with: all but the commands and what needs mbedTLS or curl.
TESTABLE := $(filter-out bench/main.c bench/commands/% bench/deliver/http.c bench/deliver/date.c bench/machine/digest.c,$(BENCH)) \
            $(filter-out init/main.c,$(wildcard init/*.c)) $(wildcard tests/unit/fake_*.c)
TESTS := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test_*.c))
FUZZ  := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

# One short line a file; make V=1 shows the commands.
Q = $(if $(V),,@echo "  $(notdir $@)";)

objects = $(patsubst %.c,$(BUILD)/$(1)/%.o,$(2))

.PHONY: all helpers unit fuzz format clean help
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BUILD)/init $(BUILD)/assay $(BUILD)/assay.1 helpers    ## both programs, static, and the manual page

$(BUILD)/init: $(call objects,target,$(INIT))
	$(Q)$(SYSROOT)/bin/musl-gcc -static -no-pie -Wl,--gc-sections -s -o $@ $^

$(BUILD)/assay: $(call objects,target,$(BENCH))
# For the negative tests: assay with tests that end badly on purpose, in place of the benchmarks.
$(BUILD)/assay-negative: $(call objects,target,$(filter-out bench/registry.c,$(BENCH)) $(NEGATIVE))
$(BUILD)/assay $(BUILD)/assay-negative:
	$(Q)$(SYSROOT)/bin/musl-gcc -static -no-pie -Wl,--gc-sections -s -o $@ $^ \
		-lcurl -lmbedtls -lmbedx509 -lmbedcrypto -lyyjson -luring -lm

helpers: $(patsubst bench/helpers/%.c,$(BUILD)/helpers/%,$(HELPERS))

$(BUILD)/helpers/%: bench/helpers/%.c $(BUILD)/target/made-with
	@mkdir -p $(@D)
	$(Q)$(SYSROOT)/bin/musl-gcc $(TARGET) -static -no-pie -s -o $@ $<

# The I/O engine alone, for tests/peers/iocost and the budget of its instructions.
$(BUILD)/peers/iobench: $(call objects,target,tests/peers/iobench.c $(wildcard bench/io/*.c) $(LIB))
	@mkdir -p $(@D)
	$(Q)$(SYSROOT)/bin/musl-gcc -static -no-pie -Wl,--gc-sections -o $@ $^ -luring -lm

# The unit tests look for the helpers beside themselves, as assay does.
$(BUILD)/unit/helpers: helpers
	@mkdir -p $(@D)
	@ln -sfn ../helpers $@

$(BUILD)/assay.1: $(BUILD)/assay
	$(Q)$< help --man >$@

# Another sysroot or other flags make other objects: both are in this file, which changes with them.
$(BUILD)/target/made-with: FORCE
	@mkdir -p $(@D)
	@echo '$(SYSROOT) $(TARGET)' | cmp -s - $@ || echo '$(SYSROOT) $(TARGET)' >$@

$(BUILD)/host/made-with: FORCE
	@mkdir -p $(@D)
	@echo '$(HOSTCC) $(HOST)' | cmp -s - $@ || echo '$(HOSTCC) $(HOST)' >$@

FORCE:

$(BUILD)/target/%.o: %.c $(BUILD)/target/made-with
	@mkdir -p $(@D)
	$(Q)$(SYSROOT)/bin/musl-gcc $(TARGET) -c -o $@ $<

define level_rules
$(BUILD)/target/%.v$(1).o: %.level.c $(BUILD)/target/made-with
	@mkdir -p $$(@D)
	$$(Q)$$(SYSROOT)/bin/musl-gcc $$(TARGET) -O3 $$(LEVEL_FLAGS) $$(march_$(1)) -DASSAY_LEVEL=$(1) -c -o $$@ $$<

$(BUILD)/host/%.v$(1).o: %.level.c $(BUILD)/host/made-with
	@mkdir -p $$(@D)
	$$(Q)$$(HOSTCC) $$(HOST) $$(LEVEL_FLAGS) $$(march_$(1)) -DASSAY_LEVEL=$(1) -c -o $$@ $$<
endef

march_1 = -march=x86-64
march_2 = -march=x86-64-v2
march_3 = -march=x86-64-v3
march_4 = -march=x86-64-v4
$(foreach level,$(LEVELS),$(eval $(call level_rules,$(level))))

# Whetstone is defined with it: bench/system/whetstone.level.c.
$(foreach level,$(LEVELS),$(BUILD)/target/bench/system/whetstone.v$(level).o \
  $(BUILD)/host/bench/system/whetstone.v$(level).o): LEVEL_FLAGS = -ffast-math

$(BUILD)/host/%.o: %.c $(BUILD)/host/made-with
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) $(HOST) -c -o $@ $<

# A unit test is linked with everything testable; cmocka runs it.
$(BUILD)/unit/%: $(BUILD)/host/tests/unit/%.o $(call objects,host,$(TESTABLE))
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) $(SANITIZE) -no-pie $(addprefix -Wl$(comma)--wrap=,$(WRAP)) -o $@ $^ \
		-L$(HOSTLIBS)/lib -lyyjson -luring -lcmocka -lm

# What a test has a fake of: no block device is written, no I/O is done.
comma := ,
$(BUILD)/unit/test_disk_write $(BUILD)/unit/test_bench_dd: WRAP = disk_open_for_write
$(BUILD)/unit/test_iometer_jobs: \
	WRAP = disk_open_for_write io_group_open io_group_run io_group_drain io_group_close
$(BUILD)/unit/test_subject_slow: WRAP = io_group_open io_group_run io_group_drain io_group_close
$(BUILD)/unit/test_trial $(BUILD)/unit/test_trial_write: \
	WRAP = disk_open_for_write io_open io_run io_drain io_close

# A fuzz target is one file with LLVMFuzzerTestOneInput(); replay.c runs a corpus through it.
# Of the fakes of the unit tests it has those that need no cmocka.
FUZZED := $(filter-out tests/unit/%,$(TESTABLE)) $(addprefix tests/unit/fake_,digest.c files.c http.c)
$(BUILD)/fuzz/%: $(BUILD)/host/tests/fuzz/%.o $(BUILD)/host/tests/fuzz/replay.o $(call objects,host,$(FUZZED))
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) $(SANITIZE) -no-pie -o $@ $^ -L$(HOSTLIBS)/lib -lyyjson -luring -lm

unit: $(TESTS) $(BUILD)/unit/helpers    ## build the unit tests (tests/run runs them)

fuzz: $(FUZZ)    ## build the replay programs of the fuzz corpus

format:    ## rewrite every C file in the project's style
	clang-format -i $$(git ls-files '*.[ch]')

clean:    ## remove what was built here (the cache of third parties stays)
	rm -rf $(BUILD)

help:    ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
