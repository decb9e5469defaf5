// What clang-tidy's word on a file hangs on, as one digest: the file, every header of ours it includes (by ninja's record of the
// last build), how it is compiled, the configuration and the program. Prints a line for each C file of the build: FILE, a tab, KEY.
//
// usage: node tests/lib/tidy_keys.mjs BUILD
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

const build = resolve(process.argv[2]);
const sha = (...parts) => parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex');
const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });

const digests = new Map();
const digest = (path) => digests.get(path) ?? digests.set(path, sha(readFileSync(path))).get(path);
const common = sha(run('clang-tidy', '--version'), digest('.clang-tidy'), digest('tests/lib/lint'));

// Of each object the source, which comes first, and what else was read; what the system brings is the program's business.
const included = new Map();
for (const record of run('ninja', '-C', build, '-t', 'deps').split('\n\n')) {
	const [head, ...lines] = record.split('\n');
	if (!head.endsWith('(VALID)')) continue;
	const paths = lines.map((line) => resolve(build, line.trim()));
	included.set(paths[0], paths.filter((path) => !path.startsWith('/usr/')));
}
// Of a file that was not built since it last changed, or whose header is gone, nothing is known: no key.
const keyOf = (file, command) => {
	try {
		return sha(common, command, ...included.get(file).map(digest));
	} catch {
		return '';
	}
};
for (const { file, command } of JSON.parse(readFileSync(`${build}/compile_commands.json`, 'utf8'))) console.log(`${relative('.', file)}\t${keyOf(file, command)}`);
