// Where things are: the repository, the build under test, PostgreSQL's programs.
// BEAT_BUILD names the build folder (default build/asan); nothing else is configurable.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const BUILD = resolve(ROOT, process.env.BEAT_BUILD || 'build/asan');
export const WEB_DIR = join(BUILD, 'web');
export const SAMPLE = join(ROOT, 'ops/sample/passages.jsonl');

const PROGRAMS = {
	beatd: 'server/beatd',
	beatctl: 'server/beatctl',
	'beat-model': 'model_adapter/beat-model',
	'train-checkpoint': 'model_adapter/train/train-checkpoint',
	// of a later version, see tests/rolling
	beatd_next: 'tests/beatd_next',
	beatctl_next: 'tests/beatctl_next',
};

// Full path of one of our programs; says how to build it if it is not there.
export function program(name, build = BUILD) {
	const path = join(build, PROGRAMS[name]);
	if (!existsSync(path))
		throw new Error(`${name} is not built (looked for ${path}): run "cmake --preset asan && cmake --build --preset asan", or set BEAT_BUILD`);
	return path;
}

let pgBin;
// Full path of a PostgreSQL program. Debian keeps the server's own out of PATH.
export function pgProgram(name) {
	if (!pgBin) {
		const debian = '/usr/lib/postgresql';
		const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
		const dirs = versions.map((v) => join(debian, v, 'bin'));
		try {
			dirs.push(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim());
		} catch {
			// pg_config is only a fallback
		}
		pgBin = dirs.find((d) => existsSync(join(d, 'postgres')));
		if (!pgBin) throw new Error('PostgreSQL is not installed: run ops/setup');
	}
	return join(pgBin, name);
}
