// The programs do what they did: the same answers to a whole collection played again, and the same bytes read from a database
// that was played once and kept. What is different is told line by line; a deliberate change is recorded with tests/golden/record.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { HERE } from './load.mjs';
import { play } from './play.mjs';
import { EXPECTED, laidOut, readAll } from './reads.mjs';

const NOTE = 'If this is meant to be so: BEAT_BUILD=… tests/golden/record play (or reads), and look at the diff.';
const SHOWN = 8; // differences of a file

// Fails with the first lines that differ, each with the call it belongs to.
function same(name, have, want) {
	if (have === want) return;
	const a = want.split('\n'), b = have.split('\n'), found = [];
	let call = '';
	for (let i = 0; i < Math.max(a.length, b.length) && found.length < SHOWN; i++) {
		if (a[i]?.startsWith('=== ')) call = a[i];
		if (a[i] !== b[i]) found.push(`${name}:${i + 1} ${call}\n  was: ${a[i] ?? '(nothing)'}\n  is:  ${b[i] ?? '(nothing)'}`);
	}
	assert.fail(`${found.join('\n')}\n${NOTE}`);
}

test('writes: the script played again gets the same answers', async () => {
	const p = await play();
	try {
		same('transcript.jsonl', p.transcript.print(), readFileSync(join(EXPECTED, 'transcript.jsonl'), 'utf8'));
	} finally {
		await p.stack.stop();
	}
});

describe('reads: the kept database', () => {
	const names = readdirSync(join(EXPECTED, 'reads')).sort();
	let files;
	before(async () => {
		files = await readAll();
	});

	test('nothing is read that was not recorded, and the other way round', () => assert.deepEqual(Object.keys(files).sort(), names));
	for (const name of names)
		test(name, () => same(name, files[name] ?? '', readFileSync(join(EXPECTED, 'reads', name), 'utf8')));
});

test('laid out JSON loses nothing', () => {
	const text = '{"a": [], "b":[1,2.50,"x,\\"}{\\\\"],"c" : {"d":null, "e":{ }}}\n';
	assert.equal(laidOut(text).replace(/\n\t*/g, ''), text.trimEnd());
	assert.notEqual(laidOut('{"a": 1}'), laidOut('{"a":1}'));
});

test('the dump can be read by people and is small', () => assert.ok(readFileSync(join(HERE, 'played.sql')).length < 1_500_000));
