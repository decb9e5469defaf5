# shellcheck shell=bash
# lib: what the scripts of this folder share. Sourced, never run; needs bash 5.
# Every message goes to standard error with the script's name in front, so that
# standard output carries results only.

ops_self=$(realpath "$0")
ops_name=ops/${ops_self##*/}

say() { printf '%s: %s\n' "$ops_name" "$*" >&2 || true; } # the terminal may have gone
die() {
	say "$*"
	exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# Prints the comment block at the top of the script itself, under the name it goes by.
usage() { sed -n "2,/^[^#]/{s|ops/${ops_self##*/}|$ops_name|g;s/^# \{0,1\}//p}" "$ops_self"; }

# The user that servers run as: PostgreSQL refuses root, and nothing else here
# needs it. Prints nothing when we are not root anyway.
server_user() {
	[ "$(id -u)" -ne 0 ] || echo postgres
}

# Folder of PostgreSQL's server programs, which Debian keeps out of PATH: of the
# given major version, else the newest.
pg_bindir() { # [VERSION]
	local dir
	# shellcheck disable=SC2086 # the star is meant
	while read -r dir; do
		if [ -x "$dir/postgres" ]; then
			echo "$dir"
			return
		fi
	done < <(printf '%s\n' /usr/lib/postgresql/${1:-*}/bin | sort -t/ -k5 -rn)
	die "PostgreSQL${1:+ $1} is not installed: run ops/setup, or install postgresql${1:+-$1}"
}

# A python that has torch: the one BEAT_PYTHON names, the one in PATH, Debian's. Fails if none has.
# It only looks: importing torch takes seconds.
torch_python() {
	local python look='import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, ("numpy", "torch"))))'
	for python in ${BEAT_PYTHON:+"$BEAT_PYTHON"} python3 /usr/bin/python3; do
		if have "$python" && "$python" -c "$look" 2>/dev/null; then
			command -v "$python"
			return
		fi
	done
	return 1
}

# A TCP port of 127.0.0.1 is taken if somebody accepts there.
port_taken() { (: >"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# GET of a local address; prints the body, succeeds on status 200.
http_get() { # PORT PATH
	local fd line status=0 body=no
	exec {fd}<>"/dev/tcp/127.0.0.1/$1" || return 1
	printf 'GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' "$2" >&"$fd"
	IFS=' ' read -r -t 5 -u "$fd" _ status _ || true
	while IFS= read -r -t 5 -u "$fd" line; do
		line=${line%$'\r'}
		if [ $body = yes ]; then echo "$line"; elif [ -z "$line" ]; then body=yes; fi
	done
	exec {fd}>&-
	[ "$status" = 200 ]
}

# Builds a preset, quietly unless it fails; an existing build folder configures itself
# anew when it must. One at a time per folder, because two ops/run may start together.
build_preset() { # PRESET [TARGET…]
	local preset=$1 log=build/$1.log
	shift
	mkdir -p build
	say "building ($preset)…"
	(
		flock 8
		{ [ -e "build/$preset/build.ninja" ] || cmake --preset "$preset"; } && cmake --build --preset "$preset" ${1:+--target "$@"}
	) 8>"build/$preset.lock" >"$log" 2>&1 && return
	tail -n 60 "$log" >&2
	die "the $preset build failed; the whole log is $log"
}
