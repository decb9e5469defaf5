// tests/README.md tells the truth: every file and every test it names is there, and every suite of ops/test is described.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './paths.mjs';

const readme = readFileSync(join(ROOT, 'tests/README.md'), 'utf8');
const [, rules] = readme.split('\n## Rule → test\n');
const rows = rules.split('\n').filter((line) => /^\|(?!---)/.test(line) && !/^\| (rule|property) \|/.test(line));

// The tests a row names: [file, name]. A quote in a test's source may be escaped, so quotes are compared bare.
const named = (row) => [...row.split('|')[2].matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file, name]) => [file, name]);
const bare = (text) => text.replace(/\\(?=['"])/g, '').replace(/''/g, "'");

test('every rule has a test, in a file that is there and under its name', () => {
	const missing = [];
	for (const row of rows) {
		const tests = named(row);
		if (!tests.length || tests.length !== row.split('|')[2].split(';').filter((part) => /`/.test(part)).length) missing.push(`no test is named: ${row}`);
		for (const [file, name] of tests) {
			const path = join(ROOT, 'tests', file);
			if (!existsSync(path)) missing.push(`no file ${file}`);
			else if (!bare(readFileSync(path, 'utf8')).includes(name)) missing.push(`${file} has no "${name}"`);
		}
	}
	assert.deepEqual(missing, []);
	assert.ok(rows.length > 50, 'the tables were found');
});

test('every suite of ops/test is described, and no other', () => {
	const listed = execFileSync(join(ROOT, 'ops/test'), ['--list'], { encoding: 'utf8' }).trim().split('\n').map((line) => line.split(' ')[0]);
	const described = [...readme.matchAll(/^\| `([a-z]+)` \|/gm)].map((m) => m[1]);
	assert.deepEqual(described.sort(), listed.sort());
});
