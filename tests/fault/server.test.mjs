// beatd and its database under bad weather: killed, drained, leases, paused projects, a database that goes away.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { sleep, spanOf, until, useStack } from '../lib/stack.mjs';

const lastWord = (text) => text.split(' ').at(-1).replace(/\.$/, '');

describe('beatd', () => {
	it('killed with -9 in the middle of a HIT loses nothing that was acknowledged', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		const first = await stack.attempt(s, 'One?', lastWord(s.passage.text));
		assert.equal(first.body.verdict, 'human');
		// a storm of attempts, killed in the middle
		stack.stub.always({ text: lastWord(s.passage.text), delay: 5 });
		const ids = Array.from({ length: 40 }, () => randomUUID());
		const acknowledged = [];
		const storm = ids.map((id, i) => sleep(i * 4).then(() => stack.attempt(s, `Storm ${i}?`, lastWord(s.passage.text), { id }))
			.then((r) => r.status === 200 && acknowledged.push(r.body), () => {}));
		await until(() => acknowledged.length > 2, { what: 'the first answers' });
		await stack.killBeatd('SIGKILL');
		await Promise.all(storm);
		await stack.startBeatd();
		const { body: again } = await stack.session('ann');
		assert.equal(again.assignment, s.assignment);
		const stored = new Map(again.attempts.map((a) => [a.id, a]));
		assert.ok(acknowledged.length > 0);
		for (const a of [first.body, ...acknowledged]) {
			const { won, wanted, ...fields } = a;
			assert.deepEqual(stored.get(a.id), fields);
		}
		// the old token still works, and sending all again stores nothing twice
		await Promise.all(ids.map((id, i) => stack.attempt(s, `Storm ${i}?`, lastWord(s.passage.text), { id })));
		assert.equal(await stack.value(`select count(*) from attempt where assignment_id = ${s.assignment}`), 41);
	});

	it('answers what is under way when told to stop, then ends with 0', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		let goOn;
		const told = new Promise((done) => (goOn = done));
		stack.stub.always(() => told);
		const slow = stack.attempt(s, 'Slow?', lastWord(s.passage.text));
		await until(() => stack.stub.calls === 1);
		const stopped = stack.killBeatd('SIGTERM');
		await stack.beatd.waitFor(/stopping: answering 1 requests under way/);
		// who waits at the door at that moment is still let in; then nobody is
		await until(() => stack.session('bob').then(() => false, () => true), { what: 'the end of accepting' });
		assert.equal(stack.beatd.ended, null, 'it goes on for who was there before');
		goOn({});
		const answer = await slow;
		assert.equal(answer.status, 200);
		assert.equal(answer.body.verdict, 'human');
		await stopped;
		assert.equal(stack.beatd.ended.code, 0);
		await stack.startBeatd();
	});

	it('gives up at its deadline with 503, and the same id later succeeds', async (t) => {
		const stack = await useStack(t, { beatd: { env: { BEAT_REQUEST_TIMEOUT_MS: '3000', BEAT_MODEL_TIMEOUT_MS: '60000' } } });
		const { body: s } = await stack.session('ann');
		const id = randomUUID();
		stack.stub.next({ hang: true });
		const slow = await stack.attempt(s, 'Slow?', lastWord(s.passage.text), { id });
		assert.equal(slow.status, 503);
		assert.ok(Number(slow.headers['retry-after']) > 0);
		stack.stub.release();
		const again = await stack.attempt(s, 'Slow?', lastWord(s.passage.text), { id });
		assert.equal(again.status, 200);
		assert.equal(await stack.value('select count(*) from attempt'), 1);
	});

	it('answers 503 with Retry-After when the model\'s queue is full', async (t) => {
		const stack = await useStack(t, { project: { args: ['--assignments-per-passage', '100'] }, beatd: { env: { BEAT_MODEL_CONCURRENCY: '1', BEAT_MODEL_QUEUE: '1' } } });
		const sessions = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((w) => stack.session(w)));
		let open;
		const gate = new Promise((done) => (open = done));
		stack.stub.always(() => gate);
		const busy = [];
		const answers = sessions.map(async ({ body: s }) => {
			const answer = await stack.attempt(s, 'All?', lastWord(s.passage.text));
			if (answer.status === 503) busy.push(answer);
			return answer.status;
		});
		await until(() => busy.length === 3, { what: 'those for whom there is no room' }); // one is asked, one waits
		open({});
		assert.deepEqual((await Promise.all(answers)).sort(), [200, 200, 503, 503, 503]);
		assert.ok(busy.every((r) => r.body.type === 'urn:beat:busy' && Number(r.headers['retry-after']) > 0));
	});

	it('survives clients that vanish, dribble and lie', async (t) => {
		const stack = await useStack(t);
		const { connect } = await import('node:net');
		// leaves when `enough` says so of what came, and where nothing comes after a moment
		const raw = (text, { enough = () => false, wait = 50 } = {}) => new Promise((done) => {
			const socket = connect(stack.port, '127.0.0.1', () => socket.write(text));
			let got = '';
			socket.on('data', (d) => (got += d));
			socket.on('error', () => done(got));
			socket.on('close', () => done(got));
			void until(() => enough(got), { timeout: wait, every: 5 }).catch(() => {}).then(() => socket.destroy());
		});
		const whole = { enough: (got) => got.includes('\r\n\r\n'), wait: 60000 };
		const { body: s } = await stack.session('ann');
		stack.stub.always({ delay: 200 });
		const body = JSON.stringify({ id: randomUUID(), question: 'Gone?', sure: true, answer: spanOf(s.passage.text, lastWord(s.passage.text)) });
		const head = `POST /api/v1/attempts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${s.token}\r\n`;
		await raw(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, { enough: () => stack.stub.calls === 1, wait: 60000 }); // leaves before the answer
		await raw(`${head}Content-Length: 100000\r\n\r\nshort`);
		await raw(`${head}Content-Length: -5\r\n\r\n`);
		await raw(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
		await raw('GARBAGE\r\n\r\n');
		await raw(`GET /${'a'.repeat(100000)} HTTP/1.1\r\n\r\n`);
		await raw('GET /hit/%ff%00 HTTP/1.1\r\nHost: x\r\n\r\n');
		await raw('GET /static/../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n', whole).then((r) => assert.doesNotMatch(r, /root:/));
		await raw('GET /static/%2e%2e%2f%2e%2e%2fmanifest.json HTTP/1.1\r\nHost: x\r\n\r\n', whole).then((r) => assert.match(r, /404/));
		await until(async () => (await stack.value('select count(*) from attempt')) === 1); // the vanished one was stored
		assert.equal((await stack.call('GET', '/healthz')).status, 200);
	});
});

describe('leases', () => {
	// Tokens tell whole seconds, and the server's clock is the database's.
	const overdue = (stack) => until(() => stack.value("select expires_at < clock_timestamp() - interval '1.1 seconds' from assignment"), { every: 200, what: 'the end of the lease' });

	it('expire: the token is refused, the passage goes to somebody else', async (t) => {
		const stack = await useStack(t, { passages: [{ title: 'Only', text: 'There is only one passage in this place.' }], project: { args: ['--lease', '8'] } });
		const { body: s } = await stack.session('ann');
		assert.equal((await stack.session('bob')).body.done, true);
		assert.equal((await stack.session('bob')).body.reason, 'no_work');
		await overdue(stack);
		assert.match(await stack.metrics(), /^beat_overdue_leases 1$/m);
		const late = await stack.attempt(s, 'Late?', 'one passage');
		assert.equal(late.status, 401);
		assert.equal(late.body.type, 'urn:beat:token-expired');
		const bob = await stack.session('bob');
		assert.equal(bob.status, 201);
		assert.equal(bob.body.passage.id, s.passage.id);
		assert.equal((await stack.session('ann')).body.done, true);
	});

	it('come back with all attempts when nobody took the passage', async (t) => {
		const stack = await useStack(t, { project: { args: ['--lease', '8', '--assignments-per-passage', '2'] } });
		const { body: s } = await stack.session('ann');
		await stack.attempt(s, 'One?', lastWord(s.passage.text));
		await overdue(stack);
		await stack.session('bob'); // takes overdue leases back
		const again = await stack.session('ann');
		assert.equal(again.body.passage.id, s.passage.id);
		assert.equal(again.body.attempts.length, 1);
		assert.equal((await stack.attempt(again.body, 'Two?', lastWord(s.passage.text))).body.won, 2);
	});
});

describe('a project', () => {
	it('paused: no new work, no attempts, but what is won can be handed in', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		await stack.attempt(s, 'One?', lastWord(s.passage.text));
		await stack.ctl('project', 'pause', 'demo');
		const bob = await stack.session('bob');
		assert.deepEqual([bob.status, bob.body.done, bob.body.reason], [200, true, 'paused']);
		const refused = await stack.attempt(s, 'Two?', lastWord(s.passage.text));
		assert.equal(refused.status, 409);
		assert.equal(refused.body.type, 'urn:beat:project-paused');
		assert.equal((await stack.session('ann')).body.paused, true);
		assert.equal((await stack.submit(s)).status, 200);
		await stack.ctl('project', 'resume', 'demo');
		assert.equal((await stack.session('bob')).status, 201);
	});

	it('not open: invited workers only', async (t) => {
		const stack = await useStack(t, { project: false });
		await stack.createProject('closed', ['--collection', 'sample']);
		const ann = await stack.session('ann', { project: 'closed' });
		assert.deepEqual([ann.body.done, ann.body.reason], [true, 'not_open']);
		const link = await stack.ctl('invite', 'closed', '--worker', 'ann');
		const invite = new URL(link.trim().split(/\s/).at(-1)).searchParams.get('invite');
		const invited = await stack.session(undefined, { project: 'closed', params: { invite } });
		assert.equal(invited.status, 201, invited.text);
		assert.equal((await stack.session(undefined, { project: 'demo', params: { invite } })).status, 422);
		assert.equal((await stack.session(undefined, { project: 'closed', params: { invite: `${invite}x` } })).status, 422);
	});

	it('gives 60 workers at once 60 different passages', async (t) => {
		const passages = Array.from({ length: 60 }, (_, i) => ({ title: `Doc ${i}`, text: `Passage number ${i} tells of the year ${1900 + i} and of little else.` }));
		const stack = await useStack(t, { passages });
		const all = await Promise.all(passages.map((_, i) => stack.session(`w${i}`)));
		assert.equal(new Set(all.map((r) => r.body.passage?.id)).size, 60);
		assert.equal((await stack.session('late')).body.reason, 'no_work');
	});
});

describe('the database', () => {
	it('goes away and comes back: 503 in between, nothing lost', async (t) => {
		const stack = await useStack(t, { cluster: true });
		const { body: s } = await stack.session('ann');
		const id = randomUUID();
		await stack.cluster.halt('fast');
		const during = await stack.attempt(s, 'During?', lastWord(s.passage.text), { id });
		assert.equal(during.status, 503);
		assert.ok(during.headers['retry-after']);
		assert.equal((await stack.call('GET', '/readyz')).status, 503);
		assert.equal((await stack.call('GET', '/healthz')).status, 200);
		assert.match(await stack.metrics(), /beat_database_up 0/);
		await stack.cluster.start();
		await stack.ready();
		await until(async () => (await stack.attempt(s, 'During?', lastWord(s.passage.text), { id })).status === 200);
		assert.equal(await stack.value('select count(*) from attempt'), 1);
	});

	// Gives a function of the schema another body; rows: it answers with any number of them, not with one.
	async function replaceBody(stack, name, body, { rows = false } = {}) {
		const oid = await stack.value(`select oid from pg_proc where oid = to_regproc(${stack.lit(name)})`);
		let text = await stack.value(`select pg_get_functiondef(${oid})`);
		text = text.replace(/\$function\$[\s\S]*\$function\$/, () => `$function$ ${body} $function$`);
		if (rows) text = `drop function ${await stack.value(`select ${oid}::regprocedure::text`)}; ${text.replace('RETURNS record', 'RETURNS SETOF record')}`;
		await stack.sql(`do $do$ begin ${text}; end $do$`);
	}

	it('that answers with nothing is our mistake, and not a database that cannot be reached', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		const ways = {
			session_open: ['opening a session', () => stack.session('ann')],
			attempts_begin: ['an attempt', () => stack.attempt(s, 'Why?', lastWord(s.passage.text))],
			assignment_submit: ['handing in an assignment', () => stack.submit(s)],
		};
		for (const [name, [doing, ask]] of Object.entries(ways)) {
			const many = name === 'attempts_begin'; // which answers with rows as it is
			for (const rows of many ? [true] : [false, true]) {
				await replaceBody(stack, name, 'begin return; end', { rows: rows && !many });
				const from = stack.beatd.output.length;
				const answer = await ask();
				assert.equal(answer.status, 500, `${name}: ${answer.text}`);
				assert.match(answer.body.detail, /no answer/);
				await stack.beatd.waitFor(new RegExp(`${doing}: the database answered with nothing, rows=${rows ? 0 : 1}`), { from });
			}
		}
	});

	it('that fails is logged once, however many wait for the same attempt', async (t) => {
		const stack = await useStack(t);
		const { body: s } = await stack.session('ann');
		await replaceBody(stack, 'attempts_record', `begin raise 'it broke'; end`);
		stack.stub.always({ delay: 3000 }); // meanwhile the others join
		const id = randomUUID();
		const waiting = Array.from({ length: 6 }, () => stack.attempt(s, 'Why?', lastWord(s.passage.text), { id }));
		for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 500, answer.text);
		assert.equal(stack.stub.calls, 1);
		await stack.beatd.waitFor(/it broke/);
		assert.equal(stack.beatd.output.match(/it broke/g).length, 1);
	});

	it('ends every connection at once: clients see at most 503', async (t) => {
		const stack = await useStack(t, { project: { args: ['--assignments-per-passage', '100'] } });
		const { body: s } = await stack.session('ann');
		stack.stub.always({ text: lastWord(s.passage.text) });
		const storm = Array.from({ length: 60 }, (_, i) => sleep(i * 5).then(() => stack.attempt(s, `Q${i}?`, lastWord(s.passage.text))));
		await sleep(120);
		await stack.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'beatd%' and datname = current_database()`);
		const answers = await Promise.all(storm);
		for (const r of answers) assert.ok([200, 503].includes(r.status), r.text);
		const acknowledged = answers.filter((r) => r.status === 200).map((r) => r.body.id);
		const stored = new Set((await stack.sql('select id from attempt')).map((r) => r.id));
		for (const id of acknowledged) assert.ok(stored.has(id));
	});
});
