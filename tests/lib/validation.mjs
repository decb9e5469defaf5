// Validation for tests: questions by an author, then sessions and votes of validators.
import { spanOf } from './stack.mjs';

// A passage of the split dev, and questions about it with their answers.
export const PASSAGE = {
	title: 'Café Ljubljanica',
	text: 'Cafe\u0301 Ljubljanica 🏙️ opened beside the river in 1932. Its owner, Zoë Kranjčar, baked 40 loaves a day; in 1950 the bakery moved to Šiška.',
};
export const PAIRS = [
	['Who ran it?', 'Zoë Kranjčar'],
	['Where did it go?', 'Šiška'],
	['How much was baked each day?', '40 loaves'],
];

// Somebody writes questions on a passage, wins with all of them, and hands in. `pairs` are [question, answer], or a
// function that makes them of the session. Gives the session.
export async function author(stack, pairs, { worker = `author-${Math.random()}`, project, platform, params } = {}) {
	const { body: session } = await stack.session(platform ? undefined : worker, { project, platform, params });
	if (!session.token) throw new Error(`no work for ${worker}: ${JSON.stringify(session)}`);
	for (const [question, answer] of typeof pairs === 'function' ? pairs(session) : pairs) {
		const { status, body } = await stack.attempt(session, question, answer);
		if (status !== 200 || body.verdict !== 'human') throw new Error(`"${question}" was not won: ${JSON.stringify(body)}`);
	}
	const { status, text } = await stack.submit(session);
	if (status !== 200) throw new Error(`not handed in: ${text}`);
	return session;
}

// The session of a validator, in full.
export function validate(stack, worker, { project = stack.projectName, platform = 'direct', params = {} } = {}) {
	const own = worker === undefined ? {} : { worker };
	return stack.post('/api/v1/session', { project, task: 'validate', platform, params: { ...own, ...params } });
}

// answer: a string (its first place in the passage is taken), {start, end, text}, or {reason, comment}.
export function vote(stack, session, question, answer) {
	const given = typeof answer === 'string' ? spanOf(session.passage.text, answer) : answer;
	const body = given.reason ? given : { answer: given };
	return stack.post('/api/v1/votes', { question, ...body }, { token: session.token });
}

// What is stored of a HIT's votes, in the order of its questions.
export const votesOf = (stack, session) =>
	stack.sql(`select t.question, v.answer_start, v.answer_end, v.answer_text, v.reason, v.comment, v.shared, v.vote_tokens,
			v.original_tokens, v.exact, v.cast_at is not null as counts
		from vote v join validation i on i.id = v.validation_id join attempt t on t.id = i.attempt_id
		join validation_item p on p.assignment_id = v.assignment_id and p.validation_id = v.validation_id
		where v.assignment_id = ${session.assignment} order by p.place`);

// What the votes come to, now; servers do it by themselves now and then. Without names: of all projects that changed.
export const settle = (stack, ...projects) => stack.ctl('validation', 'settle', ...projects);

// The lease of a HIT is over.
export const endLease = (stack, session) =>
	stack.sql(`update assignment set expires_at = started_at + interval '1 millisecond' where id = ${session.assignment}`);
