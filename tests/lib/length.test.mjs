// Functions in C are short: none over 100 lines, half of them of at most 12; that of SQL is asked in sql/source.test.mjs. Files are
// of at most 600 lines, but for tests.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './paths.mjs';

const LONGEST = 100;
const MEDIAN = 12;
const FILE = 600;

// The functions of a file, [lines of the body, line of the brace]: clang-format sets their braces alone in the first column.
function functionsIn(text) {
	const found = [];
	let open = -1;
	for (const [i, line] of text.split('\n').entries()) {
		if (line === '{') open = i;
		else if (line === '}' && open >= 0) {
			found.push([i - open - 1, open + 1]);
			open = -1;
		}
	}
	return found;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function faultsOf(files) {
	const all = Object.entries(files).flatMap(([path, text]) => functionsIn(text).map(([lines, at]) => ({ path, lines, at })));
	const long = all.filter((f) => f.lines > LONGEST).map((f) => `${f.path}:${f.at}: a function of ${f.lines} lines`);
	const files600 = Object.entries(files)
		.filter(([path, text]) => !path.startsWith('tests/') && text.split('\n').length - 1 > FILE)
		.map(([path]) => `${path} has more than ${FILE} lines`);
	const half = median(all.map((f) => f.lines));
	return [...long, ...files600, ...(half > MEDIAN ? [`half of the functions have more than ${half - 1} lines`] : [])];
}

test('no function in C is over 100 lines, half of them have at most 12, no file is over 600', () => {
	const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.c', '*.h'], { cwd: ROOT, encoding: 'utf8' });
	const files = Object.fromEntries(paths.trim().split('\n').filter((p) => existsSync(join(ROOT, p))).map((p) => [p, readFileSync(join(ROOT, p), 'utf8')]));
	assert.ok(Object.values(files).flatMap(functionsIn).length > 3000, 'they were found');
	assert.deepEqual(faultsOf(files), []);
});

test('what breaks that is found', () => {
	const body = (lines) => `int f(void)\n{\n${'\treturn 1;\n'.repeat(lines)}}\n`;
	assert.deepEqual(faultsOf({ 'a.c': body(100) + body(3) + body(3) }), []);
	assert.deepEqual(faultsOf({ 'a.c': body(101) + body(3) + body(3) }), ['a.c:2: a function of 101 lines']);
	assert.deepEqual(faultsOf({ 'a.c': body(13) }), ['half of the functions have more than 12 lines']);
	assert.deepEqual(faultsOf({ 'a.c': `${body(2)}${'\n'.repeat(596)}` }), ['a.c has more than 600 lines']);
});
