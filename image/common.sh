# Sourced by every script of the build: where things are, and the cache.
# shellcheck shell=sh

top=$(cd "$(dirname "$0")" && while [ ! -e build.sh ] && [ "$PWD" != / ]; do cd ..; done && pwd)
# shellcheck disable=SC2034 # used by the scripts that source this
build=$top/build
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/assay
export LC_ALL=C TZ=UTC
SOURCE_DATE_EPOCH=0
export SOURCE_DATE_EPOCH

# As it was said by the user, in whose directory this begins; some scripts go to another.
if [ -d "${SOURCES_DIR:-}" ]; then
	SOURCES_DIR=$(cd "$SOURCES_DIR" && pwd)
	export SOURCES_DIR
fi

say() { printf '%s\n' "$*" >&2; }
die() { say "assay: $*"; exit 1; }

# key WORD...: the name of what is made from these words and from the files named @FILE.
# Comments and blank lines of *.config files do not count.
key() {
	for word; do
		case $word in
		@*) [ -r "${word#@}" ] || die "cannot read ${word#@}" ;;
		esac
	done
	for word; do
		case $word in
		@*.config) grep -v '^# [^C]\|^$' "${word#@}" ;;
		@*) cat "${word#@}" ;;
		*) echo "$word" ;;
		esac
	done | sha256sum | cut -c1-16
}

# The compiler, as a word of a key: another one makes other bytes.
compiler() { gcc --version | head -n 1; }

# cached NAME KEY COMMAND...: print the directory that holds what COMMAND DIRECTORY made.
# COMMAND runs only when no earlier run made it from the same inputs. It works in
# DIRECTORY.part, so a run that is cut off leaves nothing behind that looks
# finished, and a second caller waits for the first.
cached() {
	cached_name=$1 cached_dir=$cache/out/$1-$2
	shift 2
	[ -d "$cached_dir" ] || cached_make "$@"
	touch -c "$cached_dir" # the age of its last use
	echo "$cached_dir"
}

cached_make() (
	mkdir -p "$cache/out" "$cache/lock"
	exec 9>"$cache/lock/${cached_dir##*/}"
	flock 9
	[ ! -d "$cached_dir" ] || exit 0
	trap '[ -d "$cached_dir" ] || { rm -rf "$cached_dir.part"; say "assay: $cached_name was not built"; }' EXIT
	trap 'exit 130' INT TERM HUP
	rm -rf "$cached_dir.part"
	mkdir "$cached_dir.part"
	say "building $cached_name"
	"$@" "$cached_dir.part" >&2
	mv -T "$cached_dir.part" "$cached_dir"
)

# cpio_pack LIST OUTPUT: make the compressed archive of what a list of gen_init_cpio names.
# An OUTPUT that would be the same stays, and so does its date.
cpio_pack() {
	cpio_pack=$("$top/image/part" gen_init_cpio)/bin/gen_init_cpio
	"$cpio_pack" -t 0 "$1" >"$2.cpio"
	zstd -q -19 -f -o "$2.part" "$2.cpio"
	rm "$2.cpio"
	output_keep "$2"
}

# cmdline: what the kernel is told when a loader of ours starts it. CMDLINE=... takes its place.
cmdline() { printf '%s' "${CMDLINE:-$(cat "$top/image/cmdline")}"; }

# output_keep OUTPUT: OUTPUT.part becomes OUTPUT, unless they are equal.
output_keep() {
	if cmp -s "$1.part" "$1"; then
		rm "$1.part"
		return
	fi
	mv "$1.part" "$1"
	say "$1: $(wc -c <"$1") bytes"
}

# packages_unpack LIST DIRECTORY: the files of all packages of sources/LIST.list together, as they
# are installed. Some still have files in /bin and /lib, which are in /usr now, and links there.
packages_unpack() {
	mkdir -p "$2/usr"
	"$top/image/sources/fetch" --list "$1" >"$2.packages"
	while read -r package _; do
		package_root=$("$top/image/sources/unpack" "$package")
		for folder in bin lib; do
			[ -L "$package_root/$folder" ] || [ ! -d "$package_root/$folder" ] ||
				cp -a "$package_root/$folder" "$2/usr/"
		done
		cp -a "$package_root/usr/." "$2/usr/"
	done <"$2.packages"
}

# packages_licences DIRECTORY: for gen_init_cpio, the licence of each package of DIRECTORY.packages,
# as packages_unpack left it. Packages of one source have the same text: the first has the file.
packages_licences() {
	for folder in usr usr/share usr/share/doc; do
		echo "dir /$folder 755 0 0"
	done
	licence_first=
	while read -r package _; do
		licence=usr/share/doc/$package/copyright
		echo "dir /${licence%/*} 755 0 0"
		if [ -n "$licence_first" ] && cmp -s "$1/$licence_first" "$1/$licence"; then
			echo "slink /$licence ../../../../$licence_first 777 0 0"
		else
			echo "file /$licence $1/$licence 644 0 0"
			licence_first=$licence
		fi
	done <"$1.packages"
}

# packages_manifest DIRECTORY: package version sha256 licence, and where its text is in the archive.
packages_manifest() {
	while read -r package version sha256 licence _; do
		echo "$package $version $sha256 $licence usr/share/doc/$package/copyright"
	done <"$1.packages"
}
