// ops/bench runs and gives a ratio for each figure. No figure is judged here: this
// machine may be busy.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../lib/paths.mjs';
import { run } from '../lib/proc.mjs';

const NAMES = ['attempts', 'won', 'plain', 'votes', 'snapshot', 'half', 'sessions', 'page', 'score', 'reader', 'models', 'ensemble', 'shadows', 'import', 'export', 'dashboard'];

test('ops/bench --short measures everything', { timeout: 600000 }, async () => {
	rmSync(join(ROOT, 'build/bench.json'), { force: true });
	const result = await run(join(ROOT, 'ops/bench'), ['--short'], { timeout: 590000 });
	assert.equal(result.code, 0, result.stderr);
	const report = JSON.parse(readFileSync(join(ROOT, 'build/bench.json'), 'utf8'));
	assert.deepEqual(Object.keys(report.results), NAMES);
	for (const name of NAMES) {
		assert.ok(report.results[name].ratio > 0, name);
		assert.match(result.stdout, new RegExp(`^${report.results[name].measured}.* ${report.results[name].ratio.toFixed(2)}$`, 'm'));
	}
	assert.ok(report.results.export.megabytes > 0);
	for (const name of ['won', 'votes', 'snapshot']) assert.ok(report.results[name].by_cpu > 0, name);
	const { readers } = report.results.reader;
	assert.equal(readers[0].name, 'window');
	for (const r of readers) for (const key of ['one', 'two', 'two_to_one', 'second_to_first']) assert.ok(r[key] > 0, `${r.name} ${key}`);
	assert.deepEqual(report.results.reader.passes.map((p) => [p.waiting, p.ms > 0]), [[1, true], [4, true], [8, true]]);
	assert.equal(report.results.models.protocols.length, 8);
	for (const p of report.results.models.protocols) assert.ok(p.asked > 0 && p.bare > 0, p.name);
	assert.ok(report.results.models.dead > 0);
	for (const query of report.results.dashboard.queries) {
		assert.ok(query.ratio > 0, query.name);
		assert.match(query.from, /^(index|counters)$/);
	}
});

test('ops/bench knows its figures', async () => {
	const help = await run(join(ROOT, 'ops/bench'), ['--help']);
	for (const name of NAMES) assert.match(help.stdout, new RegExp(`^  ${name} `, 'm'));
	assert.match(help.stdout, /^ {2}peers /m);
	const peers = await run('node', [join(ROOT, 'tests/bench/main.mjs'), '--known', 'peers', 'flask']);
	assert.equal(peers.code, 0, peers.stderr);
	const wrong = await run(join(ROOT, 'ops/bench'), ['speed']);
	assert.equal(wrong.code, 2);
	assert.match(wrong.stderr, /there is no benchmark "speed"/);
	const nowhere = await run(join(ROOT, 'ops/bench'), ['--against', '/nowhere', 'attempts']);
	assert.equal(nowhere.code, 2);
	assert.match(nowhere.stderr, /--against \/nowhere: server\/beatd is not in/);
	const alone = await run(join(ROOT, 'ops/bench'), ['against']);
	assert.equal(alone.code, 2);
	assert.match(alone.stderr, /"against" wants --against DIR/);
});
