// People who have a role in some projects alone: every route of the dashboard's API, with every id there is, over a collection
// that was played. What is not theirs is as if it were not there; what is theirs does not name the rest.
import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startPlayed, startServer } from '../golden/load.mjs';
import { ADMIN, Desk } from '../lib/desk.mjs';
import { program, run, until } from '../lib/stack.mjs';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
// What each kind of id is read from: [first part of the path, id, project].
const KINDS = [
	['projects', 'name', 'id', 'project'],
	['hits', 'id', 'project_id', 'assignment'],
	['questions', 'id', 'project_id', 'question'],
	['screenings', 'assignment_id', 'project_id', 'screening'],
	['reviews', 'id', 'project_id', 'review'],
	['revocations', 'id', 'project_id', 'revocation'],
	['releases', 'id', 'project_id', 'release'],
];
// For those who see all projects alone, whatever role they have in one.
const WHOLE = ['POST /models/canary', 'GET /alerts', 'POST /alerts/{id}/ack', 'GET /models', 'GET /models/health', 'POST /models', 'GET /collections', 'GET /onboardings', 'POST /projects', 'GET /evaluations',
	'GET /study-words', 'GET /studies', 'GET /studies/{study}', 'POST /studies/{study}/next', 'POST /study-items/{id}', 'GET /pools', 'POST /pools', 'GET /pools/{pool}', 'POST /pools/{pool}',
	'GET /pools/{pool}/members', 'POST /pools/{pool}/import', 'GET /pools/{pool}/export', 'GET /check', 'POST /workers/{id}/block', 'POST /workers/{id}/unblock',
	'GET /people', 'POST /people', 'POST /people/{name}', 'POST /people/{name}/sign-out'];
const LISTS = ['GET /projects', 'GET /project-settings', 'GET /review-words', 'GET /events', 'GET /releases'];

let stack, routes, subjects, projects;

// Signed in without a password: a row as the server would have made it.
async function enter(name, { role = 'none', at = {} } = {}) {
	await stack.sql(`insert into account (name, role, password) values ('${name}', '${role}', '')`);
	for (const [project, own] of Object.entries(at)) await stack.ctl('user', 'set-role', name, own, '--project', project);
	const token = randomBytes(32).toString('base64url');
	await stack.sql(`insert into login (account_id, token_sha256, expires_at) select id, decode('${sha256(token)}', 'hex'), now() + interval '1 hour' from account where name = '${name}'`);
	const desk = new Desk(stack);
	desk.cookie = `beat=${token}`;
	desk.csrf = createHmac('sha256', token).update('beat csrf 1').digest('base64url');
	return desk;
}
const own = (project) => subjects.filter((s) => s.project === project);
const away = (project) => subjects.filter((s) => s.project !== project);
// The addresses of a subject: every route that begins with its kind, every other argument as it may be.
const of = (subject, method) => routes.filter((r) => r.method === method && r.path.startsWith(`/${subject.kind}/{`) && !r.path.includes('{path}'))
	.flatMap((r) => {
		const path = r.path.replace(/\{[^}]*\}/, encodeURIComponent(subject.id));
		return path.includes('{') ? subject.workers.map((w) => path.replace(/\{[^}]*\}/, w)) : [path];
	});

// Fails if an answer names another project, or a HIT of one.
function saysNothing(answer, path, project) {
	for (const other of projects.filter((p) => p.name !== project)) {
		assert.ok(!answer.text.includes(other.name), `${path} names ${other.name}: ${answer.text.slice(0, 2000)}`);
		assert.ok(!answer.text.includes(`Title of ${other.id}.`), `${path} has the title of another project`);
	}
	const hits = new Set(own(project).filter((s) => s.kind === 'hits').map((s) => s.id));
	for (const [, hit] of answer.text.matchAll(/"hit" ?: ?"(\d+)"/g)) assert.ok(hits.has(hit), `${path} names the HIT ${hit}`);
}

before(async () => {
	stack = await startPlayed();
	// names that no text has by chance
	await stack.cluster.psql(stack.cluster.uri(new URL(stack.db).pathname.slice(1), 'postgres'), [], { input: `set session_replication_role = replica;
		update beat.release r set name = 'zulu-' || p.id from beat.project p where p.id = r.project_id;
		update beat.release r set parts = (select jsonb_agg(e || jsonb_build_object('name', (select 'zulu-' || p.id from beat.project p where p.name = e ->> 'name'))) from jsonb_array_elements(r.parts) as e) where project_id is null;
		update beat.project set name = 'zulu-' || id, title = 'Title of ' || id || '.';
		insert into beat.worker_note (worker_id, project_id, actor, text) select worker_id, project_id, 'user:ada', 'noted in zulu-' || project_id from beat.participation;\n` });
	await startServer(stack);
	projects = await stack.sql('select id::text, name from project order by id');
	const lists = await Promise.all(KINDS.map(([kind, id, project, table]) => stack.sql(`select '${kind}' as kind, t.${id}::text as id, p.name as project,
			array(select q.worker_id::text from participation q where q.project_id = p.id) as workers
		from ${table} t join project p on p.id = t.${project} order by t.${id}`)));
	subjects = lists.flat();
	for (const [kind] of KINDS) assert.ok(subjects.some((s) => s.kind === kind), `no ${kind}`);
	routes = (await run(program('beatd'), ['--print-routes'])).stdout.trim().split('\n').map((line) => line.match(/^(\S+) (\S+) (.+)$/))
		.filter(([, , path]) => path.startsWith(ADMIN)).map(([, method, path, who]) => ({ method, path: path.slice(ADMIN.length).replace('...', ''), who }));
});
after(() => stack?.stop());

describe('a reviewer of one project', () => {
	it('finds nothing of others, and is answered as for what does not exist', async () => {
		for (const { name } of projects.slice(0, 2)) {
			const desk = await enter(`reviewer-${name}`, { at: { [name]: 'reviewer' } });
			const missing = await desk.get('/projects/no-such-project');
			assert.equal(missing.status, 404);
			let seen = 0;
			for (const subject of away(name)) {
				for (const path of of(subject, 'GET').slice(0, 30)) {
					const answer = await desk.get(path);
					assert.deepEqual([answer.status, answer.body.detail], [404, missing.body.detail], `${name}: GET ${path}: ${answer.text}`);
					seen++;
				}
				for (const path of of(subject, 'POST').slice(0, 30)) assert.equal((await desk.post(path, {})).status, 404, path);
			}
			assert.ok(seen > 50, `${name}: ${seen}`);
		}
	});

	it('reads all of the own one, which does not tell of others', async () => {
		for (const { name } of projects.slice(0, 3)) {
			const desk = await enter(`reader-${name}`, { at: { [name]: 'reviewer' } });
			for (const path of LISTS.map((route) => route.split(' ')[1])) {
				const answer = await desk.get(path);
				assert.equal(answer.status, 200, path);
				saysNothing(answer, path, name);
			}
			assert.deepEqual((await desk.read('/projects')).items.map((p) => p.name), [name]);
			const statuses = new Map();
			for (const subject of own(name)) {
				for (const path of of(subject, 'GET')) {
					const answer = await desk.get(path);
					assert.ok([200, 404, 409, 410].includes(answer.status) || /\/reviews\/\d+$/.test(path), `${path}: ${answer.status} ${answer.text}`);
					statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
					saysNothing(answer, path, name);
				}
			}
			assert.ok(statuses.get(200) > 20, `${name}: ${JSON.stringify([...statuses])}`);
			for (const query of [{ q: 'zulu' }, { q: '' }]) saysNothing(await desk.get(`/projects/${name}/workers`, query), 'workers', name);
			for (const other of projects.filter((p) => p.name !== name)) {
				const answer = await desk.get('/events', { project: other.name });
				assert.equal(answer.body.detail, `There is no project "${other.name}".`);
				assert.equal((await desk.get('/releases', { project: other.name })).status, 404);
			}
		}
	});

	it('may do there what a reviewer may, and nowhere what is for all projects', async () => {
		const [{ name }] = projects;
		const [reviewer, admin] = [await enter('the-reviewer', { at: { [name]: 'reviewer' } }), await enter('the-admin', { at: { [name]: 'admin' } })];
		assert.equal((await reviewer.post(`/projects/${name}/review/next`, {})).status, 200);
		assert.equal((await reviewer.post(`/projects/${name}/state`, { state: 'paused' })).status, 403);
		assert.equal((await admin.post(`/projects/${name}/state`, { state: 'paused' })).status, 200);
		for (const desk of [reviewer, admin])
			for (const [method, path] of WHOLE.map((route) => route.split(' ')))
				assert.equal((await desk.call(method, ADMIN + path.replace(/\{[^}]*\}/, '1'), method === 'POST' ? { body: {} } : {})).status, 403, `${method} ${path}`);
	});

	it('writes notes about workers of the project, in it', async () => {
		const [{ name }, other] = projects;
		const desk = await enter('noter', { at: { [name]: 'reviewer' } });
		const mine = await stack.value(`select worker_id::text from participation join project p on p.id = project_id where p.name = '${name}' limit 1`);
		const note = (worker, project) => desk.post(`/workers/${worker}/note`, { text: 'Fine.', ...(project && { project }) });
		assert.equal((await note(mine, name)).status, 200);
		assert.equal((await note(mine)).status, 403);
		assert.equal((await note(mine, other.name)).status, 404);
		const stranger = await stack.value(`select id::text from worker w where not exists (select from participation q join project p on p.id = q.project_id where q.worker_id = w.id and p.name = '${name}') limit 1`);
		assert.equal((await note(stranger, name)).status, 404);
	});
});

it('every route is one of those that are for all projects, or was walked', () => {
	const walked = new RegExp(`^/(${KINDS.map(([kind]) => kind).join('|')})/\\{`);
	const left = routes.filter((r) => !walked.test(r.path) && !['public', 'signed in', 'session'].includes(r.who)).map((r) => `${r.method} ${r.path}`);
	assert.deepEqual(left.sort(), [...WHOLE, ...LISTS, 'GET /stream', 'POST /workers/{id}/note'].sort());
});

it('a role in a project holds there instead of the one everywhere', async () => {
	const [first, second] = projects;
	const desk = await enter('both', { role: 'viewer', at: { [first.name]: 'admin' } });
	const { body: me } = await desk.get('/me');
	assert.deepEqual(me.may, ['look']);
	assert.deepEqual(me.projects, [{ project: first.name, role: 'admin', may: ['look', 'review', 'manage', 'identity'] }]);
	assert.equal((await desk.read('/projects')).items.length, projects.length);
	assert.equal((await desk.post(`/projects/${first.name}/state`, { state: 'active' })).status, 200);
	assert.equal((await desk.post(`/projects/${second.name}/state`, { state: 'active' })).status, 403);
	assert.match((await desk.get(`/projects/${first.name}/workers`)).text, /platform_worker_id/);
	assert.doesNotMatch((await desk.get(`/projects/${second.name}/workers`)).text, /platform_worker_id/);
	assert.doesNotMatch((await desk.get('/events')).text, /platform_worker_id|platform_ref/, 'a list that holds both');
	const less = await enter('less', { role: 'admin', at: { [first.name]: 'viewer' } });
	assert.equal((await less.post(`/projects/${first.name}/state`, { state: 'active' })).status, 403);
	assert.equal((await less.post(`/projects/${second.name}/state`, { state: 'active' })).status, 200);
});

it('what follows along hears of the own projects, and of a change at once', async () => {
	const [first, second] = projects;
	const desk = await enter('listener', { at: { [first.name]: 'viewer' } });
	const stream = await desk.follow();
	const tell = (project, topic) => stack.sql(`select beat.changed('${topic}', ${project.id}, 'x')`);
	const topics = () => stream.events.map((e) => `${e.data.topic} ${e.data.project}`);
	const knows = (what) => until(() => topics().includes(what), { what });
	try {
		await until(async () => {
			await tell(first, 'ready');
			return topics().includes(`ready ${first.name}`);
		}, { what: 'the first note' });
		await tell(second, 'worker');
		await stack.sql("select beat.changed('pool', null, 'secret')");
		await tell(first, 'batch');
		await knows(`batch ${first.name}`);
		await knows('pool null');
		assert.ok(!stream.events.some((e) => e.data.project === second.name || e.data.id === 'secret'), JSON.stringify(stream.events));
		await stack.ctl('user', 'set-role', 'listener', 'none', '--project', first.name);
		await stack.ctl('user', 'set-role', 'listener', 'viewer', '--project', second.name);
		await tell(first, 'question');
		await until(async () => {
			await tell(second, 'later');
			return topics().includes(`later ${second.name}`);
		}, { what: 'the other project' });
		assert.ok(!topics().includes(`question ${first.name}`));
	} finally {
		stream.close();
	}
});

it('an API token sees what its account sees, and no more than its scopes', async () => {
	const [first, second] = projects;
	const desk = await enter('scripted', { at: { [first.name]: 'reviewer' } });
	const refused = await desk.post('/tokens', { name: 'x', scopes: ['manage'] });
	assert.equal(refused.status, 422);
	const { token } = await desk.write('/tokens', { name: 'x', scopes: ['look'] });
	const script = new Desk(stack);
	script.token = token;
	assert.deepEqual((await script.read('/projects')).items.map((p) => p.name), [first.name]);
	assert.equal((await script.get(`/projects/${first.name}/overview`)).status, 200);
	assert.equal((await script.get(`/projects/${second.name}/overview`)).status, 404);
	assert.equal((await script.get(`/projects/${first.name}/reviews`)).status, 403);
});

describe('giving roles', () => {
	it('by the dashboard: in a project, changed, taken back', async () => {
		const [first, second] = projects;
		const ann = await enter('giver', { role: 'admin' });
		const made = await ann.write('/people', { name: 'new-one', role: 'reviewer', project: first.name });
		assert.deepEqual([made.role, made.projects.map((p) => [p.project, p.role])], ['none', [[first.name, 'reviewer']]]);
		assert.equal((await ann.write('/people/new-one', { role: 'viewer', project: second.name })).projects.length, 2);
		assert.deepEqual((await ann.write('/people/new-one', { role: 'none', project: first.name })).projects.map((p) => p.project), [second.name]);
		const said = async (body) => (await ann.post('/people/new-one', body)).body.detail;
		assert.match(await said({ role: 'none', project: first.name }), /has no role of its own/);
		assert.match(await said({ role: 'boss', project: first.name }), /A role is admin, reviewer, viewer or none/);
		assert.match(await said({ project: first.name }), /A role is/);
		assert.match(await said({ role: 'viewer', project: 'nowhere' }), /There is no project "nowhere"/);
		const events = await stack.sql("select detail - 'account' as detail from event where kind = 'account.project' and detail ->> 'account' = 'new-one' order by id");
		assert.deepEqual(events.map((e) => [e.detail.before, e.detail.after]), [[null, 'reviewer'], [null, 'viewer'], ['reviewer', null]]);
	});

	it('at the command line, which lists them', async () => {
		const [first] = projects;
		const input = 'correct horse battery staple\n';
		assert.equal((await stack.beatctl(['user', 'add', 'cli-one', '--role', 'reviewer', '--project', first.name, '--password-stdin'], { input })).code, 0);
		assert.match(await stack.ctl('user', 'list'), new RegExp(`cli-one +none +${first.name}=reviewer`));
		const wrong = await stack.beatctl(['user', 'add', 'cli-two', '--project', 'nowhere', '--password-stdin'], { input });
		assert.match(wrong.stderr, /There is no project "nowhere"/);
		assert.equal(await stack.value("select count(*)::int from account where name = 'cli-two'"), 0);
	});

	it('by a token that may see to people, but not beyond its own scopes', async () => {
		const [first] = projects;
		const ann = await enter('token-maker', { role: 'admin' });
		const script = new Desk(stack);
		script.token = (await ann.write('/tokens', { name: 'p', scopes: ['look', 'people'] })).token;
		await enter('lifted', { at: { [first.name]: 'viewer' } });
		assert.equal((await script.post('/people/lifted', { role: 'admin', project: first.name })).status, 403);
		assert.equal((await script.post('/people', { name: 'lifted-two', role: 'reviewer', project: first.name })).status, 403);
	});
});
