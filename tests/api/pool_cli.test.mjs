// beatctl pool, and what a pool means to workers who come to its projects: lists in and out at the command line, one
// qualification over the API.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine } from '../lib/ctl.mjs';
import { BASICS } from '../lib/onboarding.mjs';
import { startStack } from '../lib/stack.mjs';

let stack;
const ctl = (...args) => stack.beatctl(args, { env: { BEAT_ACTOR: 'lea' } });
const { json, shown: ok, refused } = commandLine(ctl);
const list = (name, text) => {
	const file = join(stack.dir, name);
	writeFileSync(file, text);
	return file;
};

// A worker of Prolific comes to a project.
const come = (worker, project) =>
	stack.session(undefined, { project, platform: 'prolific', params: { PROLIFIC_PID: worker, STUDY_ID: 's', SESSION_ID: `${worker}-${project}` } });

before(async () => {
	stack = await startStack({ project: { args: ['--assignments-per-passage', '50'] } });
	await ok('onboarding', 'import', BASICS);
	await ok('pool', 'create', 'paper', '--title', 'The paper’s', '--onboarding', 'basics', '--onboarding-retries', '1');
	for (const name of ['dbidaf', 'dbert'])
		await stack.createProject(name, ['--no-open', '--pool', 'paper', '--completion-code', 'C0DE', '--collection', 'sample', '--assignments-per-passage', '50']);
});
after(() => stack?.stop());

test('pools are made, shown, changed', async () => {
	assert.match((await ctl('pool', 'list')).stdout, /^default .*demo\npaper .*dbert, dbidaf$/m);
	const pool = await json('pool', 'show', 'paper');
	assert.deepEqual([pool.title, pool.onboarding, pool.onboarding_retries, pool.revokes], ['The paper’s', 'basics', 1, 'pool']);
	assert.match((await ctl('pool', 'show', 'paper')).stdout, /handed in +0 \(the paper: 1386\)\n +passed +0 \(the paper: 752\)/);
	await ok('pool', 'set', 'paper', '--revokes', 'project', '--onboarding', 'none');
	assert.deepEqual([(await json('pool', 'show', 'paper')).revokes, (await json('pool', 'show', 'paper')).onboarding], ['project', null]);
	await ok('pool', 'set', 'paper', '--revokes', 'pool', '--onboarding', 'basics');
	await refused(1, /There is a pool "paper" already/, 'pool', 'create', 'paper');
	await refused(1, /There is no pool "nope"; there are default, paper/, 'pool', 'show', 'nope');
	await refused(1, /There is no onboarding "nope"/, 'pool', 'set', 'paper', '--onboarding', 'nope');
	await refused(2, /--revokes takes pool or project, not 'all'/, 'pool', 'set', 'paper', '--revokes', 'all');
	await refused(2, /say what to change/, 'pool', 'set', 'paper');
	await refused(2, /takes a NAME and a FILE/, 'pool', 'import', 'paper');
});

test('a list is brought in, once or twice, and goes out again', async () => {
	const csv = list('workers.csv', 'platform,worker_id,note\r\nprolific,P1,x\r\nmturk,A1,y\r\n');
	assert.match((await ctl('pool', 'import', 'paper', csv)).stdout, /^pool paper: 2 workers qualified, 0 were so already$/m);
	assert.match((await ctl('pool', 'import', 'paper', csv)).stdout, /: 0 workers qualified, 2 were so already$/m);
	assert.equal((await json('pool', 'import', 'paper', list('ids.txt', 'P2\nP1\n'), '--platform', 'prolific')).qualified, 1);
	await refused(1, /1 line cannot be read, so nothing was changed\.\sLine 2: there is no worker id\./, 'pool', 'import', 'paper', list('bad.csv', 'mturk,A2\nmturk,\n'));
	await refused(1, /is no text in UTF-8/, 'pool', 'import', 'paper', list('latin.txt', Buffer.from('mturk,\xe9', 'latin1')));
	await refused(1, /nowhere\.csv/, 'pool', 'import', 'paper', join(stack.dir, 'nowhere.csv'));
	const { stdout } = await ctl('pool', 'export', 'paper');
	assert.match(stdout, /^platform,worker_id,state,since,source\r\nmturk,A1,qualified,[^,]+,imported\r\nprolific,P1,.*\r\nprolific,P2,.*\r\n$/);
	await ok('pool', 'create', 'copy');
	assert.equal((await json('pool', 'import', 'copy', list('out.csv', stdout))).qualified, 3);
});

test('instructions are a text too: nothing is cut at a NUL, nothing hostile is refused that is text', async () => {
	await refused(1, /is no text in UTF-8/, 'instructions', 'set', 'demo', list('nul.md', 'Ask.\0And this?'));
	await refused(1, /is no text in UTF-8/, 'instructions', 'set', 'demo', list('latin.md', Buffer.from('\xe9', 'latin1')));
	await refused(1, /is too big for instructions: at most 128 kB/, 'instructions', 'set', 'demo', list('big.md', 'x'.repeat(129 * 1024)));
	const hostile = 'Fragen \u202e\u2066🙂\u{e0041} <script>{questions}</script> \u0301';
	await ok('instructions', 'set', 'demo', list('odd.md', hostile));
	assert.equal((await stack.value('select body from instruction where project_id is not null')).trim(), hostile);
});

test('whoever is qualified in the pool works in each of its projects, until revoked in one', async () => {
	for (const project of ['dbidaf', 'dbert']) {
		const { status, body } = await come('P1', project);
		assert.deepEqual([status, body.kind], [201, 'generate'], project);
	}
	await ok('worker', 'revoke', 'prolific:P1', '--project', 'dbert', '--reason', 'Copied.');
	assert.deepEqual([(await come('P1', 'dbidaf')).body.kind], ['generate'], 'what was in hand is ended, and can be handed in');
	assert.match((await ctl('pool', 'import', 'paper', list('again.csv', 'prolific,P1\n'))).stdout, /line 1: prolific:P1 is revoked, and stays so/);
	assert.deepEqual((await json('pool', 'show', 'paper')).funnel.revoked, 1);
	await ok('worker', 'reinstate', 'prolific:P1', '--project', 'dbidaf', '--reason', 'Her own.');
	assert.equal((await come('P1', 'dbert')).body.kind, 'generate');
});

test('who is invited is counted, and a newcomer gets the onboarding of the pool', async () => {
	const before = (await json('pool', 'show', 'paper')).funnel.invited;
	await ok('invite', 'dbert', '--count', '3');
	await ok('invite', 'dbert', '--worker', 'zoe');
	await ok('invite', 'dbidaf', '--worker', 'zoe');
	assert.equal((await json('pool', 'show', 'paper')).funnel.invited, before + 4);
	const { body } = await come('P9', 'dbert');
	assert.deepEqual([body.kind, body.onboarding.name], ['onboarding', 'basics']);
	await refused(1, /Workers take part in "dbert" already/, 'project', 'set', 'dbert', '--pool', 'default');
});
