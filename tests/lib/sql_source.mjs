// What is asked of the SQL in sql/: each function once (but a released guard that a later migration replaces), with a comment directly above it and a body that fits a page; in
// migrations none but guards: what triggers, constraints, defaults and indexes need, and what those call.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

export const LONGEST_BODY = 60;
// A literal of its own kind of quotes is a table of data, not code.
const DATA = /\$(\w+)\$[\s\S]*?\$\1\$/g;
const HEAD = /^create (?:or replace )?(?:function|procedure) ([\w.]+)\s*\(/;

// The files of a folder as {path: text}.
export function readSql(folders = ['sql/migrations', 'sql/functions']) {
	const paths = folders.flatMap((folder) => readdirSync(join(ROOT, folder)).sort().map((name) => `${folder}/${name}`));
	return Object.fromEntries(paths.filter((path) => path.endsWith('.sql')).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

// The functions of a file: {name, path, line, above, body, text, first, last}; body is null where there is one expression.
function functionsOf(path, text) {
	const lines = text.split('\n');
	const found = [];
	for (let i = 0; i < lines.length; i++) {
		const name = HEAD.exec(lines[i])?.[1].replace(/^beat\./, '');
		if (!name) continue;
		let opened = i;
		while (opened < lines.length - 1 && !/\bas \$\$$/.test(lines[opened]) && !/;\s*$/.test(lines[opened])) opened++;
		const quoted = /\bas \$\$$/.test(lines[opened]);
		let closed = opened;
		if (quoted) while (closed < lines.length - 1 && lines[closed] !== '$$;') closed++;
		found.push({
			name,
			path,
			replaces: /^create or replace /.test(lines[i]),
			line: i + 1,
			above: i > 0 && lines[i - 1].startsWith('--'),
			body: quoted ? lines.slice(opened + 1, closed).join('\n').replace(DATA, '').split('\n').length : null,
			text: lines.slice(i, closed + 1).join('\n'),
			first: i,
			last: closed,
		});
		i = closed;
	}
	return found;
}

// What stands outside of functions, without comments on them.
function restOf(text, functions) {
	const inside = (i) => functions.some((f) => i >= f.first && i <= f.last);
	return text
		.split('\n')
		.filter((line, i) => !inside(i) && !/^comment on (function|procedure)/.test(line))
		.map((line) => line.replace(/--.*/, ''))
		.join('\n');
}

const names = (text, name) => new RegExp(`\\b${name}\\b`).test(text.replace(/--.*/g, ''));

// The functions among these that the text needs, by way of others or not.
function needed(functions, text) {
	const known = new Set(functions.filter((f) => names(text, f.name)));
	for (let before = -1; before < known.size;) {
		before = known.size;
		for (const f of functions) if ([...known].some((k) => k !== f && names(k.text, f.name))) known.add(f);
	}
	return known;
}

// The last migration that a released database has: those up to it are never edited.
function lastReleased(folder = join(ROOT, 'tests/sql/released')) {
	const rows = readdirSync(folder)
		.filter((name) => name.endsWith('.sql'))
		.map((name) => /^COPY beat\.schema_migration .*\n([\s\S]*?)^\\\.$/m.exec(readFileSync(join(folder, name), 'utf8'))[1]);
	return Math.max(...rows.flatMap((text) => text.trim().split('\n').map((row) => Number.parseInt(row, 10))));
}

// A column or a trigger is bound to its guard by name: where that was released, a later migration may say "create or replace", and counts.
function replaced(f, g, released) {
	if (!f.path.includes('migrations/') || !g.path.includes('migrations/')) return false;
	const [first, then] = f.path < g.path ? [f, g] : [g, f];
	return then.replaces && Number.parseInt(first.path.replace(/.*\//, ''), 10) <= released;
}

// Sentences of what is wrong with files {path: text}, of which the migrations up to that number were released.
export function sqlFaults(files, released = lastReleased()) {
	const all = Object.entries(files).map(([path, text]) => ({ path, text, functions: functionsOf(path, text) }));
	const functions = all.flatMap((file) => file.functions);
	const migrations = all.filter((file) => file.path.includes('migrations/'));
	const guards = needed(
		migrations.flatMap((file) => file.functions),
		migrations.map((file) => restOf(file.text, file.functions)).join('\n'),
	);
	const faults = [];
	for (const f of functions) {
		const is = `${f.path}:${f.line}: ${f.name}`;
		const explained = f.above || (migrations.some((file) => file.path === f.path) && files[f.path].match(`comment on (function|procedure) beat.${f.name} is`));
		const others = functions.filter((g) => g !== f && g.name === f.name && !replaced(f, g, released));
		if (others.length) faults.push(`${is} is defined again in ${others.map((g) => `${g.path}:${g.line}`).join(', ')}`);
		if (!explained) faults.push(`${is} has no comment directly above it`);
		if (f.body > LONGEST_BODY) faults.push(`${is} has a body of ${f.body} lines; ${LONGEST_BODY} are enough`);
		if (f.path.includes('migrations/') && !guards.has(f)) faults.push(`${is} is no guard: functions that programs call are in sql/functions`);
	}
	return faults;
}
