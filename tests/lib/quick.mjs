// Chooses what ops/test --quick runs: what a change touches, and the smoke of every suite. The tables are in quick_table.mjs.
//
// usage: node tests/lib/quick.mjs PLAN [BASE]
//
// Writes the plan, a line a check: SUITE, a tab, the check, and of a single test a tab and its name. Says on standard
// output what was chosen and why, and what was left out. BASE is a revision; without it the change is what differs from where
// the branch left main, in commits or not yet. Where git cannot tell (no repository, no main, a shallow clone) it is what
// is not committed, or nothing: the smokes run whatever happens.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AREAS, SUBJECTS, SUITES } from './quick_table.mjs';

const DESK = /^tests\/browser\/(admin|review|validation|release)_/; // as ops/test divides the browser's files

// The words of a name, in lower case and without the s of a plural: "95_lists.sql" is list, sql.
const wordsOf = (name) =>
	name
		.toLowerCase()
		.split(/[^a-z]+/)
		.filter(Boolean)
		.map((word) => (word.length > 4 ? word.replace(/s$/, '') : word));

const stem = (path) => basename(path).replace(/(\.test)?\.[a-z]+$/, '').replace(/^(test|fuzz)_|^\d+_/, '');

// The suite a file under tests/ is a test of, and the check it is there.
export function testOf(path) {
	const [, folder, name] = path.match(/^tests\/([a-z]+)\/([^/]+)$/) ?? [];
	if (/^test_.*\.c$/.test(name) && folder === 'unit') return { suite: 'unit', check: name.slice(0, -2) };
	if (/^fuzz_.*\.c$/.test(name) && folder === 'fuzz') return { suite: 'fuzz', check: name.slice(0, -2) };
	if (/^\d.*\.sql$/.test(name) && folder === 'sql') return { suite: 'sql', check: path };
	if (/^(explain|concurrency|upgrade)/.test(name) && folder === 'sql') return { suite: 'sql', check: name.match(/^[a-z]+/)[0] };
	if (!/\.test\.mjs$/.test(name)) return null;
	if (!(folder in SUITES || folder === 'browser')) return null; // tests/lib is lint's, and that runs all of it
	return { suite: folder === 'browser' && DESK.test(path) ? 'desk' : folder, check: path };
}

const glob = (pattern) => new RegExp(`^tests/${pattern.replace(/\*/g, '[^/]*')}(\\.|$)`);

// How near a test is to a path: 3 the same name, 2 a name that begins with a word of the path's, 1 by the table, 0 not at all.
function nearness(path, test) {
	const name = stem(test);
	if (name === stem(path)) return [3, 'the same name'];
	const parts = path.split('/');
	const own = wordsOf(parts.slice(Math.min(2, parts.length - 1)).join('/')); // without the room, of which everything in it is
	if (own.includes(wordsOf(name)[0])) return [2, 'its name'];
	const all = wordsOf(parts.slice(parts.length > 1 ? 1 : 0).join('/'));
	for (const [subject, tests] of SUBJECTS) {
		const word = wordsOf(subject).find((w) => all.includes(w));
		if (word && tests.some((pattern) => glob(pattern).test(test))) return [1, `the subject "${word}"`];
	}
	return [0, ''];
}

// The tests a path touches: [{ suite, check, near, why }].
function touched(path, files) {
	const self = testOf(path);
	if (self) return files.includes(path) ? [{ ...self, near: 4, why: 'it changed' }] : [];
	const suites = new Set(AREAS.filter((a) => a.under.some((u) => path.startsWith(u)) && a.ending.test(path)).flatMap((a) => a.suites));
	return files.flatMap((file) => {
		const test = testOf(file);
		if (!test || !suites.has(test.suite)) return [];
		const [near, why] = nearness(path, file);
		return near ? [{ ...test, near, why: `${why}, ${path}` }] : [];
	});
}

// The choice: paths that changed and all files of the tree in, { suite: { run: [{ check, only, why }], left: [check] } } out.
export function choose(paths, files) {
	const found = paths.flatMap((path) => touched(path, files)).sort((a, b) => b.near - a.near || a.check.localeCompare(b.check));
	const choice = {};
	for (const [suite, { smoke, most }] of Object.entries(SUITES)) {
		const run = new Map();
		for (const { check, why } of found.filter((f) => f.suite === suite)) if (!run.has(check)) run.set(check, { check, why });
		const near = [...run.values()];
		const kept = near.slice(0, most);
		const smokes = smoke.filter(([check]) => !kept.some((k) => k.check === check)).map(([check, only]) => ({ check, only, why: 'smoke' }));
		const left = near.slice(most).map((n) => n.check).filter((check) => !smokes.some((s) => s.check === check && !s.only));
		choice[suite] = { run: [...kept, ...smokes], left };
	}
	const changed = paths.filter((path) => files.includes(path));
	choice.lint.run.push(...changed.map((check) => ({ check, why: 'it changed' })));
	return choice;
}

const git = (...args) => {
	try {
		return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
	} catch {
		return null;
	}
};
const lines = (text) => (text ?? '').split('\0').filter(Boolean);

// Where the branch left main, by whatever name main goes here; else the last commit, if there is one.
function baseOf() {
	for (const main of ['main', 'origin/main', 'master', 'origin/master']) {
		const base = git('merge-base', 'HEAD', main)?.trim();
		if (base) return [base, `what differs from ${main}`];
	}
	return git('rev-parse', '--verify', '-q', 'HEAD') ? ['HEAD', 'what is not committed (there is no main to compare with)'] : [null, 'what git does not know yet'];
}

// The paths that differ from the base; a moved file under both names. Of a tree without git: none.
function changes(wanted) {
	if (wanted && git('rev-parse', '--verify', '-q', `${wanted}^{commit}`) === null) {
		console.error(`quick: git knows no revision "${wanted}"`);
		process.exit(2);
	}
	if (git('rev-parse', '--git-dir') === null) return [[], 'nothing: this is no git repository'];
	const [base, what] = wanted ? [wanted, `what differs from ${wanted}`] : baseOf();
	const tracked = base ? lines(git('diff', '--name-only', '--no-renames', '-z', base)) : lines(git('ls-files', '-z'));
	const others = lines(git('ls-files', '-z', '--others', '--exclude-standard'));
	return [[...new Set([...tracked, ...others])].sort(), what];
}

// Files of the tree without what was built or fetched; git is not asked, so that it works without.
export const filesOf = (root) => {
	const walk = (dir) =>
		readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
			const path = dir ? `${dir}/${entry.name}` : entry.name;
			if (/^(build|node_modules|\.git)$/.test(entry.name)) return [];
			return entry.isDirectory() ? walk(path) : [path];
		});
	return walk('');
};

function main([plan, base]) {
	const [paths, what] = changes(base);
	const files = filesOf('.');
	const choice = choose(paths, files);
	console.log(`${what}: ${paths.length} file${paths.length === 1 ? '' : 's'}`);
	const rows = [];
	for (const [suite, { run, left }] of Object.entries(choice)) {
		rows.push(`${suite}\t`);
		for (const { check, only, why } of run) {
			rows.push([suite, check, ...(only ? [only] : [])].join('\t'));
			console.log(`  ${suite.padEnd(8)} ${check}${only ? `: "${only}"` : ''} (${why})`);
		}
		if (left.length) console.log(`  ${suite.padEnd(8)} left out: ${left.join(' ')}`);
	}
	console.log('Left out: everything else. ops/test runs it all.');
	writeFileSync(plan, `${rows.join('\n')}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	process.chdir(join(dirname(fileURLToPath(import.meta.url)), '../..'));
	main(process.argv.slice(2));
}
