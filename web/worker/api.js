// The calls of the API. visit.js decides what is sent again.
import { request } from '../shared/problem.js';

const DEADLINE_MS = { session: 15000, attempts: 40000, exercises: 15000, votes: 15000, submit: 15000, next: 15000, expert: 15000, 'expert/answers': 15000 };

/** @typedef {import('openapi').components['schemas']} Schemas */
/** @typedef {import('openapi').operations['openSession']['responses']} Opened */

/** @param {{ fetch?: typeof globalThis.fetch, base?: string }} [where] */
export function createApi({ fetch, base = '/api/v1' } = {}) {
	const call = (name, body, token) =>
		request(
			`${base}/${name}`,
			{
				method: 'POST',
				headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
				body: JSON.stringify(body),
				credentials: 'omit',
			},
			{ deadline: DEADLINE_MS[name], fetch },
		);
	return {
		/** @type {(address: Schemas['SessionRequest']) => Promise<Opened[200 | 201]['content']['application/json']>} */
		openSession: ({ project, task, platform, params, language, agrees }) =>
			call('session', { project, task, platform, params, language, agrees }),
		/** @type {(token: string, attempt: Schemas['AttemptRequest']) => Promise<Schemas['AttemptResult']>} */
		attempt: (token, attempt) => call('attempts', attempt, token),
		/** @type {(token: string, exercise: Schemas['ExerciseRequest']) => Promise<Schemas['ExerciseResult']>} */
		exercise: (token, exercise) => call('exercises', exercise, token),
		/** @type {(token: string, vote: Schemas['VoteRequest']) => Promise<Schemas['VoteResult']>} */
		vote: (token, vote) => call('votes', vote, token),
		/** @type {(token: string) => Promise<Schemas['Submitted']>} */
		submit: (token) => call('submit', {}, token),
		/** @type {(token: string) => Promise<{ part: number }>} */
		next: (token) => call('next', {}, token),
		/** @type {(address: any) => Promise<Schemas['ExpertState']>} */
		expert: ({ params }) => call('expert', {}, params.invite),
		/** @type {(address: any, answer: Schemas['ExpertAnswerRequest']) => Promise<Schemas['ExpertAnswered']>} */
		expertAnswer: ({ params }, answer) => call('expert/answers', answer, params.invite),
	};
}
