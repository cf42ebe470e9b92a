# Sourced by every script of the build: where things are, and the cache.
# shellcheck shell=sh

top=$(cd "$(dirname "$0")" && while [ ! -e build.sh ] && [ "$PWD" != / ]; do cd ..; done && pwd)
# shellcheck disable=SC2034 # used by the scripts that source this
build=$top/build
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/assay
export LC_ALL=C TZ=UTC
SOURCE_DATE_EPOCH=0
export SOURCE_DATE_EPOCH

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
