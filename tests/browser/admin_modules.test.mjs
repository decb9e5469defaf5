// The dashboard's pure functions: numbers, moments, money and CSV as people read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
	actor,
	ago,
	bytes,
	clock,
	compact,
	csv,
	decimal,
	duration,
	localTime,
	milliseconds,
	money,
	number,
	percent,
	plural,
} from '../../web/admin/format.js';
import { fileUrl, nextVersion, problemsOf } from '../../web/admin/release/words.js';
import { noneDecided } from '../../web/admin/validation/words.js';

test('what is missing is a dash, never NaN', () => {
	for (const show of [number, compact, bytes, decimal, percent, money, duration, clock, milliseconds, ago])
		for (const nothing of [null, undefined]) assert.equal(show(nothing), '–', show.name);
});

test('numbers', () => {
	assert.equal(number(1234567), '1,234,567');
	assert.equal(compact(9999), '9,999');
	assert.equal(compact(17400), '17.4K');
	assert.equal(decimal(212.44), '212.4');
	assert.equal(percent(0.594), '59.4\u00a0%');
	assert.equal(percent(1, 0), '100\u00a0%');
	assert.equal(money(49.6), '$0.50');
	assert.equal(money(423100), '$4,231.00');
	assert.deepEqual(
		[0, 1, 2].map((n) => plural(n, 'HIT')),
		['0 HITs', '1 HIT', '2 HITs'],
	);
});

test('times', () => {
	assert.deepEqual([0, 59, 60, 452, 3600, 7260, 90000].map(duration), [
		'0 s',
		'59 s',
		'1 min',
		'7 min 32 s',
		'1 h',
		'2 h 1 min',
		'1 day',
	]);
	assert.deepEqual([0, 65, 3723].map(clock), ['0:00', '1:05', '1:02:03']);
	assert.deepEqual([3.2, 999, 2100, 12345].map(milliseconds), ['3 ms', '999 ms', '2.10 s', '12.3 s']);
	const now = Date.parse('2026-03-01T12:00:00Z');
	const before = (seconds) => ago(new Date(now - seconds * 1000).toISOString(), now);
	assert.deepEqual([3, 45, 600, 7200, 86400, 40 * 86400, 800 * 86400].map(before), [
		'just now',
		'45 seconds ago',
		'10 minutes ago',
		'2 hours ago',
		'yesterday',
		'last month',
		'2 years ago',
	]);
	assert.equal(before(-3 * 86400), 'in 3 days');
});

test('actors', () => {
	assert.equal(actor('user:ada'), 'ada');
	assert.equal(actor('server'), 'server');
	assert.equal(actor(null), '–');
});

test('CSV quotes what it must, and nothing in it is a formula', () => {
	const columns = [
		{ key: 'name', title: 'Name, or "id"' },
		{ key: 'n', title: 'n' },
		{ key: 'double', title: 'double', csv: (row) => row.n * 2 },
	];
	const rows = [
		{ name: 'plain', n: 1 },
		{ name: 'a,"b"\nc', n: -2.5 },
		{ name: '=HYPERLINK("http://evil")', n: null },
		{ name: '+1', n: 0 },
	];
	assert.equal(
		csv(rows, columns),
		[
			'"Name, or ""id""",n,double',
			'plain,1,2',
			'"a,""b""\nc",-2.5,-5',
			`"'=HYPERLINK(""http://evil"")",,0`,
			"'+1,0,0",
			'',
		].join('\r\n'),
	);
});

test('sizes of files', () => {
	assert.equal(bytes(0), '0 bytes');
	assert.equal(bytes(1), '1 byte');
	assert.equal(bytes(999), '999 bytes');
	assert.equal(bytes(1000), '1.0\u00a0kB');
	assert.equal(bytes(999499), '999\u00a0kB');
	assert.equal(bytes(999500), '1.0\u00a0MB');
	assert.equal(bytes(48211034), '48\u00a0MB');
	assert.equal(bytes(3e15), '3000\u00a0TB');
});

test('a moment in a field is the same moment when it is read again', () => {
	for (const at of ['2026-11-16T08:00:01.000Z', '2026-07-01T23:59:59.000Z'])
		assert.equal(new Date(localTime(at)).toISOString(), at);
});

test('the next version of a release', () => {
	assert.equal(nextVersion([]), '1.0');
	assert.equal(nextVersion(['1.0']), '1.1');
	assert.equal(nextVersion(['1.9', '1.10', '0.30']), '1.11');
	assert.equal(nextVersion(['1.0', '2.0', '2.0-rc']), '2.1');
	assert.equal(nextVersion(['spring']), '', 'who names them otherwise goes on so');
});

test('options of a release are refused one by one', () => {
	const good = { version: '1.0', seed: '1', licence: 'MIT', formats: ['squad'], asOf: '' };
	const wrong = (change, taken = []) =>
		Object.entries(problemsOf({ ...good, ...change }, taken))
			.filter(([, problem]) => problem)
			.map(([key]) => key);
	assert.deepEqual(wrong({}), []);
	for (const version of ['', '.1', 'a/b', '1..2', '../x', 'x'.repeat(65)]) assert.deepEqual(wrong({ version }), ['version']);
	assert.deepEqual(wrong({}, ['1.0']), ['version']);
	for (const seed of ['', 'a b', 'x'.repeat(65)]) assert.deepEqual(wrong({ seed }), ['seed']);
	assert.deepEqual(wrong({ licence: ' ', formats: [] }), ['licence', 'formats']);
	assert.deepEqual(wrong({ asOf: '2020-01-01T00:00:01' }), []);
	for (const asOf of ['2999-01-01T00:00:01', 'soon']) assert.deepEqual(wrong({ asOf }), ['asOf']);
});

test('the address of a file keeps its folders and escapes all else', () => {
	assert.equal(fileUrl(7, 'mrqa/train.jsonl.gz'), '/api/v1/admin/releases/7/files/mrqa/train.jsonl.gz');
	assert.equal(fileUrl(7, 'a b/ü?#.json'), '/api/v1/admin/releases/7/files/a%20b/%C3%BC%3F%23.json');
});

test('why no share of answerable questions is shown', () => {
	const splits = (...skipped) => ({ splits: ['train', 'dev', 'test'].map((split, i) => ({ split, skipped: skipped[i] })) });
	assert.equal(noneDecided(splits(0, 0, 0)), 'nothing decided yet');
	assert.equal(noneDecided(splits(9, 0, 0)), 'nothing decided yet');
	assert.equal(noneDecided(splits(0, 1, 0)), 'nothing decided yet; 1 is out for another reason, such as a revoked author');
	assert.equal(noneDecided(splits(9, 1200, 34)), 'nothing decided yet; 1,234 are out for another reason, such as a revoked author');
});
