#!/bin/sh
# Assay: one command for everything. This is the table of contents; image/ has the how.
set -eu
cd "$(dirname "$0")"

## deps               install the packages that building and testing need
verb_deps() { image/deps; }

## fetch [--update]   fetch all sources; --update: the current Linux 6.12
verb_fetch() { image/sources/fetch "${@:---all}"; }

## programs           build/assay and build/init, static
verb_programs() {
	verb_deps
	make -s -j"$(nproc)"
}

## kernel [lab|debug] build/vmlinuz, which servers boot; or build/vmlinuz-lab, -debug
verb_kernel() {
	verb_deps
	made=$(image/kernel "${1:-server}")/bzImage
	case ${1:-server} in
	server) output=build/vmlinuz ;;
	*) output=build/vmlinuz-$1 ;;
	esac
	mkdir -p build
	cmp -s "$made" "$output" || cp "$made" "$output"
}

## image [--without-firmware]
##                    what is booted: build/vmlinuz, initrd.img, firmware.img, assay.efi, assay.img, pxe/
verb_image() {
	case "$*" in
	'') firmware=build/firmware.img ;;
	--without-firmware) firmware= ;;
	*)
		echo "build.sh image: '$*': expected nothing or --without-firmware" >&2
		exit 2
		;;
	esac
	verb_programs
	image/initramfs
	[ -z "$firmware" ] || image/firmware core
	[ -z "$firmware" ] || image/firmware extra
	verb_kernel server
	image/size build/vmlinuz
	set -- build/vmlinuz build/initrd.img ${firmware:+"$firmware"}
	image/uki build/assay.efi "$@"
	image/hybrid build/assay.img build/assay.efi "$@"
	image/pxe build/pxe build/assay.efi "$@"
}

## sign KEY CERT      build/assay.signed.efi, which UEFI secure boot lets start when it knows CERT
verb_sign() {
	[ $# -eq 2 ] || { echo "usage: build.sh sign KEY CERT" >&2; exit 2; }
	command -v sbsign >/dev/null || { echo "build.sh sign: sbsign is missing: install sbsigntool" >&2; exit 1; }
	sbsign --key "$1" --cert "$2" --output build/assay.signed.efi build/assay.efi
}

## classic            build/classic.img: Debian's libc, shell and tools, a second initramfs
verb_classic() {
	verb_deps
	image/classic
}

## microcode          build/microcode.img: new microcode for processors, loaded before all else if you want it
verb_microcode() {
	verb_deps
	image/microcode
}

## run [OPTION...]    boot it in QEMU, run a plan, receive the report (see run --help)
verb_run() {
	verb_programs
	image/initramfs
	kernel=$(image/kernel default) # on its own line: a failure ends here
	exec image/run --kernel "$kernel/bzImage" "$@"
}

## test [--all] [TIER...]
##                    the whole suite; --all: each way to boot, too
verb_test() {
	verb_programs
	image/initramfs
	image/firmware core # its size counts
	image/kernel default >/dev/null
	exec tests/run "$@"
}

## bench [OPTION...]  measure this machine
verb_bench() {
	verb_programs
	exec build/assay run --plan=quick "$@"
}

## sources            build/assay-sources.tar: the source of everything in the image; of classic.img too
verb_sources() {
	image/bundle
	[ ! -e build/classic.img ] || image/classic_bundle
}

## clean              remove what was built here, and what nobody used for 30 days in the cache
verb_clean() {
	make -s clean
	image/prune
}

## help               this list
verb_help() { sed -n 's/^## /  /p' build.sh; }

verb=${1:-help}
[ $# -eq 0 ] || shift
case $verb in
deps | fetch | programs | kernel | image | sign | classic | microcode | run | test | bench | sources | clean) "verb_$verb" "$@" ;;
help | --help | -h) verb_help ;;
*)
	echo "build.sh: no verb '$verb'; there are:" >&2
	verb_help >&2
	exit 2
	;;
esac
