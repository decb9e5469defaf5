// The dashboard's API: every address is described and answers as described, and whatever is put into it, nothing
// but a clean refusal comes out.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ADMIN, Desk, address, signIn } from '../lib/desk.mjs';
import { call as rawCall } from '../lib/http.mjs';
import { BASICS, doExercises, inviteTo, onboardingProject } from '../lib/onboarding.mjs';
import { openapi } from '../lib/openapi.mjs';
import { program, run, startStack } from '../lib/stack.mjs';

// {method, path, operation} of every operation of the dashboard.
const operations = Object.entries(openapi.paths)
	.filter(([path]) => path.startsWith(`${ADMIN}/`))
	.flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, operation]) => ({ method: verb.toUpperCase(), path, operation })));

let stack, folder, ada, rob, vic;
const world = {}; // numbers of what there is: {worker, hit, screening, question, token, …}

const lastWord = (text) => text.split(' ').at(-1).replace(/\.$/, '');

async function playHit(worker, questions = 2) {
	const { body: s } = await stack.session(worker);
	for (let i = 0; i < questions; i++) {
		const answer = await stack.attempt(s, `What about number ${i} of ${worker}?`, lastWord(s.passage.text));
		assert.equal(answer.status, 200, answer.text);
	}
	assert.equal((await stack.submit(s)).status, 200);
	return s;
}

async function playOnboarding(worker) {
	const invite = await inviteTo(stack, 'school', worker);
	const { body: s } = await stack.session(worker, { project: 'school', params: { invite } });
	await doExercises(stack, s);
	assert.equal((await stack.attempt(s, 'What is the last word?', lastWord(s.passage.text))).status, 200);
	const done = await stack.submit(s);
	assert.equal(done.status, 200, done.text);
}

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'beat-releases-'));
	stack = await startStack({ project: { args: ['--questions', '2', '--assignments-per-passage', '10'] }, beatd: { env: { BEAT_RELEASES: folder } } });
	[ada, rob, vic] = await Promise.all([
		signIn(stack, { name: 'ada', role: 'admin' }),
		signIn(stack, { name: 'rob', role: 'reviewer' }),
		signIn(stack, { name: 'vic', role: 'viewer' }),
	]);
	await stack.ctl('onboarding', 'import', BASICS);
	await onboardingProject(stack, 'school');
	for (const worker of ['ann', 'ann', 'bob']) await playHit(worker);
	await playOnboarding('nell');
	Object.assign(world, {
		worker: await stack.value("select id::text from worker where platform_worker_id = 'ann'"),
		pupil: await stack.value("select id::text from worker where platform_worker_id = 'nell'"),
		screening: await stack.value('select assignment_id::text from screening'),
		hit: await stack.value("select min(id)::text from assignment where state = 'submitted' and kind = 'generate'"),
		question: await stack.value('select min(id) from question'),
	});
});
after(async () => {
	await stack?.stop();
	rmSync(folder, { recursive: true, force: true });
});

// The path with its arguments filled in by what there is.
function fill(path, { project = 'demo', id, name = 'vic' } = {}) {
	const own = path.includes('/screenings/') ? world.screening : path.includes('/hits/') ? world.hit : path.includes('/questions/') ? world.question
		: path.includes('/reviews/') ? world.review : path.includes('/revocations/') ? world.revocation : world.worker;
	return path.replace('{project}', project).replace('{id}', id ?? own ?? '1').replace('{name}', name).replace('{path}', 'x');
}

describe('the description', () => {
	it('names every address there is, with who may use it', async () => {
		const { stdout } = await run(program('beatd'), ['--print-routes']);
		const served = stdout.trim().replaceAll('...}', '}').split('\n').map((line) => line.match(/^(GET|POST) (\S+) (.+)$/).slice(1));
		const described = new Map(operations.map(({ method, path, operation }) => [`${method} ${path}`, operation['x-permission']]));
		for (const [method, path, who] of served) {
			if (!path.startsWith(ADMIN)) continue;
			assert.equal(described.get(`${method} ${path}`), who, `${method} ${path}`);
			described.delete(`${method} ${path}`);
		}
		assert.deepEqual([...described.keys()], [], 'described, but not served');
		const open = served.filter(([, path, who]) => path.startsWith(ADMIN) && who === 'public').map(([, path]) => path);
		assert.deepEqual(open, [`${ADMIN}/login`]);
	});

	it('is a valid document in itself: every reference leads somewhere, every operation has a name of its own', () => {
		const text = JSON.stringify(openapi);
		for (const [, pointer] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
			const found = pointer.slice(1).split('/').reduce((node, part) => node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], openapi);
			assert.ok(found, pointer);
		}
		const names = Object.values(openapi.paths).flatMap((verbs) => Object.values(verbs).map((o) => o.operationId));
		assert.equal(new Set(names).size, names.length);
	});
});

describe('the page', () => {
	it('is served for every address below /admin, with a policy that lets nothing but its own files in', async () => {
		for (const path of ['/admin', '/admin/', '/admin/p/demo/workers/17', '/admin/p/%3Cscript%3E']) {
			const page = await stack.call('GET', path);
			assert.equal(page.status, 200, path);
			assert.match(page.headers['content-type'], /^text\/html/);
			const policy = page.headers['content-security-policy'];
			for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"])
				assert.ok(policy.split('; ').includes(part), part);
			assert.doesNotMatch(policy, /unsafe|https?:|\*/);
			assert.equal(page.headers['x-content-type-options'], 'nosniff');
			assert.equal(page.headers['referrer-policy'], 'no-referrer');
			assert.equal(page.headers['cross-origin-opener-policy'], 'same-origin');
			assert.equal(page.headers['x-frame-options'], 'DENY');
			assert.equal(page.headers['set-cookie'], undefined);
			assert.doesNotMatch(page.text, /<script(?![^>]*\bsrc=)|\son\w+=|style="/);
		}
		assert.equal((await stack.call('POST', '/admin')).status, 405);
	});
});

describe('settings of a project', () => {
	const POST = '/api/v1/admin/projects/demo';

	it('that cannot be are refused with a sentence, and nothing changes', async () => {
		const was = (await ada.read('/projects/demo')).settings;
		const { items } = await ada.read('/project-settings');
		for (const { key, kind, min, max, nullable } of items) {
			const wrong = { integer: [min - 1, max + 1, min + 0.5, String(min), 1e300], boolean: [1, 'yes'], targets: [[1, 2], [1, 2, -1], 5] };
			for (const value of [...(wrong[kind] ?? [7, true]), {}, ...(nullable ? [] : [null])]) {
				const answer = await ada.post('/projects/demo', { settings: { reward: 77, [key]: value } });
				assert.equal(answer.status, 422, `${key} ${JSON.stringify(value)}: ${answer.text}`);
				assert.match(answer.body.detail, new RegExp(key), answer.text);
			}
		}
		const unknown = await ada.post('/projects/demo', { settings: { treshold: 1 } });
		assert.match(unknown.body.detail, /There is no setting "treshold"; there are title, model/);
		for (const body of ['{"settings":{"reward":1,"reward":2}}', '{"settings":[]}', '{"settings":"x"}', '{"settings":7}']) {
			const { status } = await ada.call('POST', POST, { body });
			assert.ok([400, 422].includes(status), `${body} ${status}`);
		}
		assert.deepEqual((await ada.read('/projects/demo')).settings, was);
	});

	it('that several people change at once are all kept', async () => {
		const was = (await ada.read('/projects/demo')).settings;
		const given = { reward: 11, lease: 1234, batch_hits: 99, review_blind: !was.review_blind, validation_extra: 2, success: 799 };
		await Promise.all(Object.entries(given).map(([key, value]) => ada.write('/projects/demo', { settings: { [key]: value } })));
		assert.deepEqual((await ada.read('/projects/demo')).settings, { ...was, ...given });
		const back = Object.fromEntries(Object.keys(given).map((key) => [key, was[key]]));
		assert.deepEqual((await ada.write('/projects/demo', { settings: back })).settings, was);
		assert.deepEqual((await ada.write('/projects/demo', { settings: {} })).settings, was, 'none named, none changed');
	});
});

describe('every address answers as described', () => {
	it('projects and models', async () => {
		const { items } = await ada.read('/projects');
		assert.deepEqual(items.map((p) => p.name).sort(), ['demo', 'school']);
		await ada.read('/collections');
		await ada.read('/onboardings');
		const known = await vic.read('/project-settings');
		assert.deepEqual(known.items.map((entry) => entry.key), Object.keys((await ada.read('/projects/demo')).explain));
		const model = items[0].model;
		const made = await ada.write('/projects', { name: 'fresh', settings: { title: 'Fresh <b>paint</b>', model, collections: ['sample'] } });
		assert.equal(made.title, 'Fresh <b>paint</b>');
		const changed = await ada.write('/projects/fresh', { settings: { success: 900 } });
		assert.equal(changed.settings.success, 900);
		const shown = await vic.read('/projects/fresh');
		assert.equal(shown.settings.success, 900);
		for (const name of Object.keys(shown.settings)) assert.ok(shown.explain[name], `${name} is explained`);
		assert.equal((await ada.write('/projects/fresh/state', { state: 'paused' })).state, 'paused');
		assert.equal((await ada.write('/projects/fresh/state', { state: 'active' })).state, 'active');
		assert.equal((await ada.post('/projects', { name: 'fresh', settings: {} })).status, 409);
		assert.equal((await ada.post('/projects/fresh', { settings: { nonsense: 1 } })).status, 422);
		await ada.write('/models', { name: 'other', url: 'http://127.0.0.1:9/predict' });
		assert.ok((await ada.read('/models')).items.some((m) => m.name === 'other'));
		await ada.write('/models/canary', { name: 'other', every_minutes: 0 });
		const { models, server } = await ada.read('/models/health');
		assert.deepEqual(Object.keys(server).sort(), ['since', 'version']);
		assert.ok(models.some((m) => m.state === 'closed' && m.requests >= 6 && m.mean_ms !== null), JSON.stringify(models));
	});

	it('screening', async () => {
		const list = await rob.read('/projects/school/screenings', { state: 'waiting' });
		assert.equal(list.items[0].id, world.screening);
		assert.equal(list.counts.waiting, 1);
		const one = await rob.read(`/screenings/${world.screening}`);
		assert.equal(one.exercises.length, 5);
		assert.equal(one.hit.attempts.length, 1);
		assert.equal((await rob.post(`/screenings/${world.screening}/decide`, { pass: false })).status, 422); // no reason
		await rob.write(`/screenings/${world.screening}/decide`, { pass: true, reason: 'Well done.' });
		assert.equal((await rob.post(`/screenings/${world.screening}/decide`, { pass: false, reason: 'Changed my mind.' })).status, 409);
		await rob.write(`/screenings/${world.screening}/undo`, { reason: 'Too quick.' });
		await rob.write(`/screenings/${world.screening}/decide`, { pass: true, reason: 'Well done.' });
	});

	it('batches and review', async () => {
		const batch = await ada.write('/projects/demo/batches', { seed: '42' });
		assert.ok(batch.sampled >= 2);
		await vic.read('/projects/demo/batches');
		await vic.read('/review-words');
		const { remaining } = await rob.read('/projects/demo/review');
		assert.equal(remaining.review, batch.sampled);
		const { item } = await rob.write('/projects/demo/review/next');
		world.review = item.review;
		assert.equal(item.questions.length, 2);
		await rob.read(`/reviews/${item.review}`);
		await rob.write(`/reviews/${item.review}/release`);
		const again = (await rob.write('/projects/demo/review/next', { queue: 'review' })).item;
		world.review = again.review;
		const judgements = again.questions.map((q) => ({ question: q.id, valid: true, tags: [], labels: [], comment: '' }));
		assert.deepEqual(await rob.write(`/reviews/${again.review}/finish`, { judgements }), { settled: true, disputed: false });
		assert.deepEqual(await rob.write(`/reviews/${again.review}/finish`, { judgements }), { settled: true, disputed: false });
		assert.equal((await rob.post(`/reviews/${again.review}/finish`, { judgements: judgements.map((j) => ({ ...j, valid: false, tags: ['nonsense'] })) })).status, 409);
		const { item: undone } = await rob.write(`/reviews/${again.review}/undo`);
		world.review = undone.review;
		assert.deepEqual(undone.questions.map((q) => q.judgement.valid), [true, true]);
		await rob.write(`/reviews/${undone.review}/finish`, { judgements });
		await rob.read('/projects/demo/reviews');
		await vic.read('/projects/demo/agreement');
		assert.equal((await rob.post('/projects/demo/review/next', { queue: 'adjudication' })).body.item, null);
	});

	it('revocations that a second person confirms', async () => {
		await ada.write('/projects/demo', { settings: { revoke_confirm: true, success_least: 1 } });
		const { item } = await rob.write('/projects/demo/review/next');
		const judgements = item.questions.map((q) => ({ question: q.id, valid: false, tags: ['nonsense'], labels: [], comment: 'No.' }));
		await rob.write(`/reviews/${item.review}/finish`, { judgements });
		const { items: [proposed] } = await vic.read('/projects/demo/revocations', { state: 'proposed' });
		assert.equal((await rob.post(`/revocations/${proposed.id}/decide`, { confirm: true, reason: 'I say so.' })).status, 403);
		await ada.write(`/revocations/${proposed.id}/decide`, { confirm: false, reason: 'Too hard on them.' });
		assert.equal((await ada.post(`/revocations/${proposed.id}/decide`, { confirm: true, reason: 'x' })).status, 409);
		await ada.write('/projects/demo', { settings: { revoke_confirm: false } });
	});

	it('workers', async () => {
		const { items, total } = await ada.read('/projects/demo/workers', { sort: 'submitted', dir: 'desc' });
		assert.equal(total, 2);
		assert.equal(items[0].id, world.worker);
		assert.equal(items[0].platform_worker_id, 'ann');
		await ada.read(`/projects/demo/workers/${world.worker}`);
		await ada.read(`/projects/demo/workers/${world.worker}/hits`);
		await rob.write(`/workers/${world.worker}/note`, { text: 'Writes <i>well</i>.', project: 'demo' });
		for (const act of ['revoke', 'reinstate']) {
			assert.equal((await ada.post(`/projects/demo/workers/${world.worker}/${act}`, { reason: ' ' })).status, 422);
			await ada.write(`/projects/demo/workers/${world.worker}/${act}`, { reason: 'To see.' });
		}
		const { items: revocations } = await vic.read('/projects/demo/revocations');
		world.revocation = revocations[0].id;
		assert.equal((await rob.post(`/revocations/${world.revocation}/decide`, { confirm: true, reason: 'x' })).status, 409);
		await ada.write(`/projects/demo/workers/${items[1].id}/qualify`, { reason: 'Good.' });
		await ada.write(`/workers/${world.worker}/block`, { reason: 'Spam.' });
		await ada.write(`/workers/${world.worker}/unblock`, { reason: 'It was not.' });
		await ada.read('/projects/demo/outbox');
	});

	it('pools', async () => {
		const { items } = await vic.read('/pools');
		assert.deepEqual(items.map((pool) => pool.name), ['default']);
		await ada.write('/pools', { name: 'guests', settings: { title: 'Guests' } });
		await ada.write('/pools/guests', { settings: { revokes: 'project', onboarding_retries: 2 } });
		assert.equal((await ada.post('/pools/guests', { settings: { revokes: 'nobody' } })).status, 422);
		assert.equal((await ada.post('/pools', { name: 'guests' })).status, 409);
		assert.equal((await vic.read('/pools/default')).figures[0].name, 'demo');
		const brought = await ada.write('/pools/guests/import', { text: 'platform,worker_id\nprolific,p-1\nprolific,p-2\n', platform: '' });
		assert.deepEqual([brought.qualified, brought.already], [2, 0]);
		assert.equal((await ada.post('/pools/guests/import', { text: 'p-3' })).status, 422);
		assert.equal((await ada.read('/pools/guests/members', { sort: 'state_at', dir: 'desc' })).total, 2);
		assert.match((await ada.read('/pools/guests/export', { state: 'all' })).text, /^platform,worker_id,.*\r\nprolific,p-1,qualified,/);
		assert.equal((await rob.get('/pools/guests/export')).status, 403);
	});

	it('validation, and which questions are in', async () => {
		await vic.read('/projects/demo/validation');
		await vic.read('/projects/demo/validation/agreement');
		await vic.read('/projects/demo/validation/human', { seed: '7' });
		await rob.write(`/projects/demo/workers/${world.worker}/exclude-votes`, { reason: 'To see.' });
		assert.equal((await rob.post(`/projects/demo/workers/${world.worker}/exclude-votes`, { reason: 'Again.' })).status, 409);
		await rob.write(`/projects/demo/workers/${world.worker}/include-votes`, { reason: 'Seen.' });
		await vic.read(`/questions/${world.question}`);
		await vic.read('/projects/demo/validity', { as_of: new Date().toISOString() });
	});

	it('what was collected', async () => {
		await vic.read('/projects/demo/overview');
		await vic.read('/projects/demo/overview', { hours: 1 });
		const all = await vic.read('/projects/demo/documents'), { items: second, ...sums } = await vic.read('/projects/demo/documents', { limit: 1, offset: 1 });
		assert.deepEqual([second, sums.total, sums.questions], [all.items.slice(1, 2), all.items.length, all.questions]);
		assert.equal((await vic.get('/projects/demo/documents', { limit: 'many' })).status, 422);
		const bare = await vic.read('/projects/demo/lengths');
		assert.deepEqual([bare.reference, bare.columns.reduce((n, c) => n + c.passages, 0)], [null, bare.passages]);
		await stack.ctl('project', 'reference', 'demo', '--collection', 'sample');
		assert.equal((await vic.read('/projects/demo/lengths')).reference.total_variation, 0);
		assert.equal((await vic.get('/projects/nope/lengths')).status, 404);
		await vic.read(`/hits/${world.hit}`);
		const { items, count } = await vic.read('/projects/demo/questions', { q: 'number', limit: 2 });
		assert.equal(items.length, 2);
		assert.ok(count >= 3);
		const preview = await ada.write('/projects/demo/questions/discard', { ids: [items[0].id], preview: true });
		assert.equal(preview.questions, 1);
		await ada.write('/projects/demo/questions/discard', { ids: [items[0].id], reason: 'To see.' });
		await ada.write('/projects/demo/questions/restore', { ids: [items[0].id], reason: 'Seen.' });
		const events = await vic.read('/events', { project: 'demo', limit: 3 });
		assert.equal(events.items.length, 3);
		const older = await vic.read('/events', { project: 'demo', limit: 3, before: events.next });
		assert.ok(BigInt(older.items[0].id) < BigInt(events.items.at(-1).id));
		await vic.read('/projects/demo/statistics');
		await ada.read('/check');
	});

	it('alerts', async () => {
		await stack.sql("select alert_raise('canary', 'other', null, null, 'It answers otherwise.', '{}')");
		const { items } = await vic.read('/alerts');
		assert.deepEqual(items.map((a) => [a.subject, a.acknowledged_by]), [['other', null]]);
		assert.equal((await vic.post(`/alerts/${items[0].id}/ack`)).status, 403);
		await ada.write(`/alerts/${items[0].id}/ack`);
		assert.match((await vic.read('/alerts')).items[0].acknowledged_by, /ada/);
	});

	it('evaluations and the transfer matrix', async () => {
		await vic.read('/evaluations');
		await vic.read('/projects/demo/transfer');
	});

	it('decisions about votes', async () => {
		await ada.write('/projects/demo/validation/settle');
	});

	it('instructions', async () => {
		await ada.write('/projects/demo/instructions', { role: 'worker', language: 'en', body: 'Ask **well**.', consent: '' });
		assert.equal((await ada.post('/projects/demo/instructions', { role: 'nobody', language: 'en', body: 'x' })).status, 422);
		await vic.read('/projects/demo/instructions');
	});

	it('and none has been left out', () => {
		const seen = new Set([ada, rob, vic].flatMap((desk) => [...desk.seen]));
		const people = /\/(login|logout|logout-everywhere|password|totp\/\w+|tokens.*|people.*|stream|me|releases.*|study-.*|studies.*|validation\/(close|reopen))$/; // tests of their own
		for (const { method, path } of operations)
			if (!people.test(path)) assert.ok(seen.has(`${method} ${path} 200`), `${method} ${path} was never answered with 200`);
	});

	it('what is not there is not found', async () => {
		for (const { method, path, operation } of operations) {
			if (!/\{(project|id)\}/.test(path) || operation['x-permission'] === 'session') continue;
			const gone = fill(path, { project: 'nowhere', id: '999999999' });
			const answer = await ada.call(method, gone, method === 'POST' ? { body: exampleBody(operation) } : {});
			assert.ok([404, 422].includes(answer.status), `${method} ${gone}: ${answer.status} ${answer.text}`);
		}
	});
});

// A body that the description allows.
function exampleBody(operation) {
	const schema = operation.requestBody?.content['application/json'].schema ?? {};
	const example = (s) => {
		if (s.enum) return s.enum[0];
		const type = [s.type].flat()[0];
		return { string: 'x', integer: 1, boolean: true, array: [], object: {} }[type] ?? 'x';
	};
	return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, s]) => [name, example(s)]));
}

// Everything the database holds but who looked when, and when votes were last settled: the server does that by itself.
async function fingerprint() {
	const tables = await stack.sql(`select relname as name from pg_class where relnamespace = 'beat'::regnamespace and relkind in ('r', 'p')
		and relname not in ('login', 'login_failure', 'validation_settlement') order by 1`);
	const parts = tables.map(({ name }) => `select '${name}' as name, count(*) as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`);
	return stack.sql(parts.join(' union all '));
}

const INJECTIONS = [
	"'",
	"'; drop table beat.worker; --",
	"' or '1'='1",
	'1; delete from beat.event',
	'1) union select password from beat.account --',
	'"id"',
	'id desc; select pg_sleep(10)',
	'(select password from account limit 1)',
	"\\'; select 1 --",
	'%', '_', '%_%', '\\', '$1', '$$', '/*', '--',
	"kept, (select pg_sleep(5))",
	'{"q":"x"}', '[]', 'null', '-1', '0', '9223372036854775807', '9223372036854775808', '1e400', 'NaN', 'Infinity', '',
	'\u0001\u001f', 'é🏙️\u202e', 'x'.repeat(5000),
	'& | ! ( ) :* <->', "'a' & 'b", 'a:b*c',
];

const CLEAN = [200, 404, 409, 410, 422];

describe('hostile input', () => {
	it('SQL in any filter, sort or page argument changes nothing', async () => {
		const before = await fingerprint();
		for (const { method, path, operation } of operations.filter((o) => o.method === 'GET' && !o.path.endsWith('/stream'))) {
			const names = (operation.parameters ?? []).filter((p) => p.in === 'query').map((p) => p.name);
			for (const name of names) {
				await Promise.all(INJECTIONS.map(async (value) => {
					const answer = await ada.call(method, address(fill(path).slice(ADMIN.length), { [name]: value }));
					assert.ok([200, 404, 422].includes(answer.status), `${path} ${name}=${value.slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 300)}`);
					assert.doesNotMatch(answer.text, /argon2id/);
				}));
			}
		}
		assert.deepEqual(await fingerprint(), before);
	});

	it('SQL in the path changes nothing', async () => {
		const before = await fingerprint();
		for (const { method, path, operation } of operations) {
			if (method !== 'GET' || !path.includes('{') || operation['x-permission'] === 'session') continue;
			for (const arg of path.match(/\{\w+\}/g)) {
				await Promise.all(INJECTIONS.filter((v) => v).map(async (value) => {
					const target = fill(path.replace(arg, encodeURIComponent(value)));
					const answer = await ada.call(method, target);
					assert.ok([404, 422].includes(answer.status), `${target.slice(0, 100)}: ${answer.status} ${answer.text.slice(0, 300)}`);
				}));
			}
		}
		assert.deepEqual(await fingerprint(), before);
	});

	it('bytes that are no text are refused', async () => {
		const before = await fingerprint();
		for (const [target, status] of [
			['/projects/%ff', 404], ['/projects/a%00b', 404], ['/projects/demo/workers?q=%ff', 422], ['/projects/demo/workers?q=a%00b', 422],
			['/projects/demo/workers?%ed%a0%80=1', 422], [`/projects/demo/workers?${'a=1&'.repeat(100)}`, 422], ['/projects/%', 404],
		]) {
			const answer = await ada.call('GET', ADMIN + target);
			assert.equal(answer.status, status, `${target}: ${answer.text}`);
		}
		for (const [body, status] of [
			[Buffer.from('{"name":"\xff\xfe"}', 'latin1'), 400],
			['{"name":"a\\u0000b"}', 400],
			['{"name":"\\ud800"}', 400],
			['{"name":1,"name":2}', 400],
			['['.repeat(30000), 400],
			[`{"settings":${'['.repeat(1500)}${']'.repeat(1500)},"name":"deep"}`, 422],
			['{"name":99999999999999999999}', 400],
			['[]', 422], ['"x"', 400], ['', 400], ['{', 400], ['{}x', 400],
		]) {
			const answer = await ada.call('POST', `${ADMIN}/projects`, { body });
			assert.equal(answer.status, status, `${String(body).slice(0, 60)}: ${answer.text}`);
		}
		assert.equal((await ada.call('POST', `${ADMIN}/projects`, { body: '{}', headers: { 'content-type': 'text/plain' } })).status, 415);
		assert.equal((await ada.call('POST', `${ADMIN}/projects`, { body: JSON.stringify({ name: 'x'.repeat(70000) }) })).status, 413);
		assert.deepEqual(await fingerprint(), before);
	});

	it('a value of the wrong kind in any field is refused or harmless, never a fault of the server', async () => {
		const odd = ['', ' ', "'; drop table beat.worker; --", -1, 0, 1e308, 1.5, true, [], [null], {}, { a: { b: [] } }, 'x'.repeat(20000), '\u202e<script>alert(1)</script>', '2026-13-45'];
		for (const { method, path, operation } of operations) {
			if (method !== 'POST' || ['session', 'public', 'people'].includes(operation['x-permission'])) continue;
			const good = exampleBody(operation);
			for (const name of Object.keys(good)) {
				await Promise.all(odd.map(async (value) => {
					const answer = await ada.call(method, fill(path, { project: 'fresh' }), { body: { ...good, [name]: value } });
					assert.ok(CLEAN.includes(answer.status), `${path} ${name}=${JSON.stringify(value).slice(0, 60)}: ${answer.status} ${answer.text.slice(0, 300)}`);
				}));
			}
		}
		// all is still as it should be
		assert.equal((await ada.read('/projects')).items.filter((p) => p.name === 'demo').length, 1);
		const { items } = await ada.read('/projects/demo/workers');
		assert.equal(items.length, 2);
	});

	it('nobody but admins ever reads a platform id, wherever it may stand', async () => {
		// a platform's own names for worker, HIT and assignment, in the record and in its outbox
		const params = { workerId: 'TURKER', assignmentId: 'TURKASSIGNMENT', hitId: 'TURKHIT', turkSubmitTo: 'https://www.mturk.com' };
		const { body: s } = await stack.session(undefined, { platform: 'mturk', params });
		for (const question of ['What is it?', 'What else?']) assert.equal((await stack.attempt(s, question, lastWord(s.passage.text))).status, 200);
		assert.equal((await stack.submit(s)).status, 200);
		const turker = await stack.value("select id::text from worker where platform_worker_id = 'TURKER'");
		await ada.write(`/projects/demo/workers/${turker}/revoke`, { reason: 'a test' });
		for (const path of ['/projects/demo/workers', '/projects/demo/outbox', '/events', `/projects/demo/workers/${turker}`]) assert.match((await ada.get(path)).text, /TURK/, path);
		const script = new Desk(stack); // an admin's, without the scope identity
		script.token = (await ada.write('/tokens', { name: 'figures', scopes: ['look', 'review'] })).token;
		for (const desk of [rob, vic, script]) {
			for (const path of [`/projects/demo/workers/${turker}`, `/projects/demo/workers/${turker}/hits`]) assert.doesNotMatch((await desk.get(path)).text, /TURK/, path);
			// nor finds out by searching whether there is one
			assert.equal((await desk.read('/projects/demo/workers', { q: 'TURKER' })).total, 0);
			for (const worker of ['TURKER', 'mturk:TURKER']) assert.ok([404, 422].includes((await desk.get(`/projects/demo/workers/${worker}`)).status));
			for (const { method, path, operation } of operations) {
				if (method !== 'GET' || path.endsWith('/stream') || !['look', 'review'].includes(operation['x-permission'])) continue;
				for (const project of ['demo', 'school']) {
					const answer = await desk.call(method, fill(path, { project, id: path.includes('/workers/') && project === 'school' ? world.pupil : undefined }));
					assert.ok([200, 403, 404, 422].includes(answer.status), `${path}: ${answer.text}`);
					// the questions were written by the test and name the worker; nothing else may
					assert.doesNotMatch(answer.text.replaceAll(/What about number \d of \w+\?/g, ''), /\b(ann|bob|nell)\b|TURK|platform_worker_id|platform_ref|hit_ref/, path);
				}
			}
		}
		assert.match((await ada.get('/projects/demo/workers')).text, /"ann"/);
	});

	it('an unknown address below the API is a described problem', async () => {
		for (const path of [ADMIN, `${ADMIN}/`, `${ADMIN}/nowhere`, `${ADMIN}/projects/demo/nowhere`]) {
			const answer = await rawCall('GET', stack.url + path);
			assert.equal(answer.status, 404);
			assert.equal(answer.headers['content-type'], 'application/problem+json');
		}
		assert.equal((await rawCall('POST', `${stack.url}${ADMIN}/me`, { body: {} })).status, 405);
	});
});
