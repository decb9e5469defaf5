// A server with something of everything in it: what every operation of the API needs to find what it is asked for, and who
// may ask. For tests that walk over all operations of the description.
//
//   const house = await furnish(stack);
//   const { path, headers } = await house.visit(operation);   // a path that exists, and credentials that fit
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byCookie, newToken, sha256, signIn } from './desk.mjs';
import { inviteTo, onboardingProject } from './onboarding.mjs';
import { PASSAGES } from './stack.mjs';
import { author, validate } from './validation.mjs';

const ADMIN = '/api/v1/admin';
const SCOPES = ['look', 'review', 'manage', 'people', 'identity'];
const bearer = (token) => ({ authorization: `Bearer ${token}` });
const lastWord = ({ passage }) => passage.text.split(' ').at(-1).replace(/\.$/, '');

// Every operation of a description: {method, path, parameters, body, id}; body is the schema of its JSON.
export function operationsOf(openapi) {
	const whole = (p) => (p.$ref ? openapi.components.parameters[p.$ref.split('/').at(-1)] : p);
	return Object.entries(openapi.paths).flatMap(([path, verbs]) =>
		Object.entries(verbs).filter(([, o]) => o.operationId).map(([verb, o]) => ({
			id: o.operationId,
			method: verb.toUpperCase(),
			path,
			parameters: (o.parameters ?? []).map(whole),
			body: o.requestBody?.content['application/json']?.schema ?? null,
			byCookieOnly: path.startsWith(ADMIN) && !(o.security ?? []).some((way) => way.apiToken) && (o.security ?? []).length > 0,
		})));
}

class House {
	constructor(stack) {
		this.stack = stack;
		this.people = 0;
	}

	async furnish() {
		const { stack } = this;
		await stack.importPassages(PASSAGES, { split: 'dev' });
		for (const name of ['demo', 'work']) await stack.createProject(name, ['--open', '--collection', 'sample', '--assignments-per-passage', '1000', '--success', '0']);
		await stack.ctl('project', 'create', 'plain', '--open', '--collection', 'sample', '--adversary', 'none', '--assignments-per-passage', '1000');
		await onboardingProject(stack, 'school');
		for (const project of ['work', 'demo']) this.hit = await author(stack, (s) => [['What is the very last word here?', lastWord(s)]], { worker: 'ann', project });
		await this.study();
		await this.experts();
		this.admin = await signIn(stack, { name: 'ada', check: false });
		await signIn(stack, { name: 'vic', role: 'viewer', check: false });
		this.token = (await this.admin.post('/tokens', { name: 'walk', scopes: SCOPES })).body.token;
		await this.admin.post('/tokens', { name: 'spare', scopes: ['look'] });
		await this.admin.post('/projects/demo/batches', {});
		this.review = (await this.admin.post('/projects/demo/review/next', { queue: 'review' })).body.item.review;
		this.known = await this.values();
		return this;
	}

	dataset() {
		const qas = Array.from({ length: 6 }, (_, i) => ({ id: `q${i}`, question: `What is number ${i}?`, answers: [{ text: 'Ann', answer_start: 0 }] }));
		const path = join(this.stack.dir, 'furnished-dev.json');
		writeFileSync(path, JSON.stringify({ version: '1.1', data: [{ title: 'T', paragraphs: [{ context: 'Ann saw it.', qas }] }] }));
		return path;
	}

	async study() {
		await this.stack.ctl('study', 'create', 'types', '--from', this.dataset(), '--each', '4', '--seed', '5');
	}

	async experts() {
		await this.stack.ctl('expert', 'create', 'base', '--from', this.dataset(), '--each', '4', '--per-person', '4', '--seed', '7');
		const link = await this.stack.ctl('expert', 'invite', 'base', '--person', 'ann', '--base-url', 'http://x');
		this.expert = new URL(link.match(/https?:\S+/)[0]).searchParams.get('invite');
	}

	// What stands for a parameter of a path: by the word before it.
	async values() {
		const one = (query) => this.stack.value(query);
		return {
			projects: 'demo',
			hit: 'demo',
			pools: 'default',
			studies: 'types',
			people: 'vic',
			files: 'README.md',
			reviews: this.review,
			hits: this.hit.assignment,
			workers: String(await one(`select worker_id from assignment where id = ${this.hit.assignment}`)),
			questions: await one('select min(id) from question'),
			'study-items': String(await one('select min(id) from study_item')),
			tokens: String(await one(`select id from api_token where name = 'spare'`)),
		};
	}

	path(operation) {
		const words = operation.path.split('/');
		return words.map((word, i) => (word.startsWith('{') ? encodeURIComponent(this.known[words[i - 1]] ?? '1') : word)).join('/');
	}

	async session(project, task = 'generate') {
		const worker = `walker-${++this.people}`;
		const params = project === 'school' ? { invite: await inviteTo(this.stack, project, worker) } : { worker };
		const { body } = task === 'validate' ? await validate(this.stack, worker, { project }) : await this.stack.session(undefined, { project, params });
		return body;
	}

	// An account of its own, signed in, without the cost of a password: whoever signs out everywhere does so alone.
	async cookie() {
		const name = `walker-${++this.people}`;
		const token = newToken();
		await this.stack.sql(`insert into account (name, role, password) values ('${name}', 'admin', '')`);
		await this.stack.sql(`insert into login (account_id, token_sha256, expires_at)
			select id, decode('${sha256(token)}', 'hex'), now() + interval '1 hour' from account where name = '${name}'`);
		return byCookie(token);
	}

	// Who may ask, and the session if it is a worker; made anew at each call.
	async visit(operation) {
		const path = this.path(operation);
		const tasks = { '/api/v1/votes': ['work', 'validate'], '/api/v1/next': ['plain'], '/api/v1/exercises': ['school'], '/api/v1/attempts': ['work'], '/api/v1/submit': ['work'] };
		if (tasks[path]) {
			const session = await this.session(...tasks[path]);
			return { path, session, headers: session?.token ? bearer(session.token) : {} };
		}
		if (path.startsWith('/api/v1/expert')) return { path, headers: bearer(this.expert) };
		if (operation.byCookieOnly) return { path, headers: await this.cookie() };
		return { path, headers: path.startsWith(ADMIN) ? bearer(this.token) : {} };
	}
}

export const furnish = (stack) => new House(stack).furnish();
