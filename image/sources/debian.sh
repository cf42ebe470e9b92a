# Sourced by fetch and the bundles: Debian's own tools, with a state of their own.
# shellcheck shell=sh
#
# apt checks the signature of the index and the hash of each file. Its lists, cache and
# sources.list are private ones, so the host's configuration is only read: for the mirror
# that it is set to use, and for a proxy.

debian_state=$cache/apt
debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg
debian_pinned=trixie # the release that has every version pinned in sources.list

# debian_apt TOOL ARGUMENT...: apt with the private state. (As root it would otherwise
# fetch as a user who cannot read the cache.)
debian_apt() {
	debian_tool=$1
	shift
	"$debian_tool" -o Dir::State="$debian_state" -o Dir::State::lists="$debian_state/lists" \
		-o Dir::Cache="$debian_state/cache" -o Dir::Cache::archives="$debian_state/cache/archives" \
		-o Dir::State::status=/dev/null -o Dir::Etc::SourceList="$debian_state/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null -o Acquire::Languages=none \
		-o APT::Sandbox::User=root "$@"
}

# debian_mirrors [OPTION...]: "LABEL ADDRESS" of each repository the host is set to use.
# Labels are in the repositories' signed Release files.
debian_mirrors() {
	# shellcheck disable=SC2016 # the format is apt's
	apt-get "$@" indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null
}

# debian_here: is this a Debian machine with a mirror? Then make the private sources.list.
debian_here() {
	[ -z "${debian_is_here:-}" ] || return "$debian_is_here"
	debian_is_here=1
	[ -x /usr/lib/apt/apt-helper ] && [ -r "$debian_keyring" ] || return 1
	mkdir -p "$debian_state/lists/partial" "$debian_state/host/partial" \
		"$debian_state/cache/archives/partial"
	debian_targets=$(debian_mirrors)
	if [ -z "$debian_targets" ]; then # a new machine: the host has no Release files yet
		apt-get -qq -o Dir::State::lists="$debian_state/host" -o APT::Sandbox::User=root \
			-o Acquire::Languages=none update >&2 || return 1
		debian_targets=$(debian_mirrors -o Dir::State::lists="$debian_state/host")
	fi
	debian_main=$(echo "$debian_targets" | sed -n 's/^Debian //p' | head -n 1)
	debian_security=$(echo "$debian_targets" | sed -n 's/^Debian-Security //p' | head -n 1)
	[ -n "$debian_main" ] || return 1
	case $(. /etc/os-release && echo "${VERSION_CODENAME:-}") in
	bookworm) debian_release=bookworm ;;
	*) debian_release=trixie ;;
	esac
	{
		echo "deb-src [signed-by=$debian_keyring] $debian_main $debian_pinned main"
		echo "deb [signed-by=$debian_keyring] $debian_main $debian_pinned non-free-firmware"
		echo "deb [signed-by=$debian_keyring] $debian_main $debian_release main"
		[ -z "$debian_security" ] ||
			echo "deb [signed-by=$debian_keyring] $debian_security $debian_release-security main"
	} >"$debian_state/sources.list.part"
	# Another list, and what was fetched by the last one is not all that there is.
	cmp -s "$debian_state/sources.list.part" "$debian_state/sources.list" ||
		rm -f "$debian_state/fresh"
	mv "$debian_state/sources.list.part" "$debian_state/sources.list"
	debian_is_here=0
}

# debian_update: fetch the signed indexes unless they are less than an hour old.
debian_update() {
	(
		flock 7
		[ -z "$(find "$debian_state/fresh" -mmin -60 2>/dev/null)" ] || exit 0
		debian_apt apt-get -q update >&2 || die "apt-get update failed: no signed index"
		touch "$debian_state/fresh"
	) 7>"$debian_state/lock"
}

# debian_found TEXT: from --print-uris, "ADDRESS FILE SHA256" of the files that match TEXT.
debian_found() {
	sed -n "s/^'\(.*\)' \(.*\) [0-9]* SHA256:\([0-9a-f]*\)\$/\1 \2 \3/p" | grep "$1" || :
}

# debian_binary PACKAGE: print "VERSION SHA256 FILE" of the current one.
debian_binary() {
	debian_update
	debian_apt apt-get --print-uris download "$1" | debian_found '\.deb ' | {
		read -r _ debian_file debian_sha256
		debian_version=$(echo "${debian_file#*_}" | sed 's/_[^_]*$//; s/%3a/:/')
		echo "$debian_version $debian_sha256 $debian_file"
	}
}

# debian_get NAME FILE SHA256 PATH: fetch it; fails if Debian's current one is another file.
# A mirror may lack the rest of a source package, so only the one file is asked for.
debian_get() {
	debian_update
	case $2 in
	*.deb) set -- "$@" download "${2%%_*}" ;;
	*) set -- "$@" --only-source --download-only source "$1" ;;
	esac
	debian_name=$1 debian_file=$2 debian_sha256=$3 debian_path=$4
	shift 4
	debian_line=$(debian_apt apt-get --print-uris "$@" | debian_found " $debian_file ")
	if [ -z "$debian_line" ]; then
		say "the signed index has no $debian_file now"
		return 1
	fi
	[ "${debian_line##* }" = "$debian_sha256" ] ||
		die "wrong checksum: $debian_file is ${debian_line##* } in the signed index, expected $debian_sha256"
	debian_apt /usr/lib/apt/apt-helper download-file "${debian_line%% *}" "$debian_path" \
		"SHA256:$debian_sha256" >&2 || die "$debian_name: cannot fetch $debian_file"
}

# debian_source PACKAGE VERSION: print the directory with its source package, as it was published.
# It stays in the cache, for the index drops a version when there is a newer one.
debian_source() {
	# A package that was built again from the same source has a +bN of its own.
	debian_version=$(echo "$2" | sed 's/+b[0-9]*$//')
	cached "debian-source-$1" "$(key "$1" "$debian_version")" debian_source_get "$1" "$debian_version"
}

# In a state of its own: nothing else needs the index of the release's sources, and it is large.
debian_source_get() ( # PACKAGE VERSION DIRECTORY
	debian_here || die "the source of $1 is Debian's: another system cannot fetch it"
	debian_binaries=$debian_state/sources.list
	debian_state=$cache/apt-source
	mkdir -p "$debian_state/lists/partial" "$debian_state/cache/archives/partial"
	sed -n '/non-free/!s/^deb /deb-src /p' "$debian_binaries" >"$debian_state/sources.list"
	debian_update
	cd "$3" || exit
	debian_apt apt-get -qq --download-only source "$1=$2" >&2 ||
		die "the signed index has no source of $1 $2, or not any more: ./build.sh fetch --update," \
			"and make the image again"
)
