// The five calls of the API. Every failure, also of the network, is a Problem with a slug; every call has a
// deadline. Nothing is retried here: visit.js decides, because it knows what may be sent twice.

const DEADLINE_MS = { session: 15000, attempts: 40000, exercises: 15000, votes: 15000, submit: 15000 };

export class Problem extends Error {
	constructor({ slug, status = 0, title = '', detail = '', retryAfter = null }) {
		super(detail || title || slug);
		Object.assign(this, { slug, status, title, detail, retryAfter });
	}

	// Worth trying again with the very same request.
	get passing() {
		return (
			['network', 'timeout', 'busy', 'unavailable'].includes(this.slug) ||
			this.status >= 500 ||
			this.status === 429
		);
	}

	get tokenIsOver() {
		return this.status === 401 || this.slug === 'lease-expired';
	}
}

async function problemOf(response) {
	let body = {};
	try {
		body = await response.json();
	} catch {
		// a proxy's page: the status has to do
	}
	const slug =
		String(body.type ?? '').replace(/^urn:beat:/, '') ||
		(response.status >= 500 ? 'unavailable' : `http-${response.status}`);
	const seconds = Number(response.headers.get('retry-after'));
	return new Problem({
		slug,
		status: response.status,
		title: body.title,
		detail: body.detail,
		retryAfter: seconds > 0 ? Math.min(seconds, 60) * 1000 : null,
	});
}

async function post(path, body, { token, deadline, fetch }) {
	const stop = new AbortController();
	const timer = setTimeout(() => stop.abort(), deadline);
	const headers = { 'content-type': 'application/json' };
	if (token) headers.authorization = `Bearer ${token}`;
	try {
		const response = await fetch(path, {
			method: 'POST',
			headers,
			body: JSON.stringify(body),
			credentials: 'omit',
			cache: 'no-store',
			signal: stop.signal,
		});
		if (!response.ok) throw await problemOf(response);
		return await response.json();
	} catch (error) {
		if (error instanceof Problem) throw error;
		if (stop.signal.aborted) throw new Problem({ slug: 'timeout', detail: 'The server took too long to answer.' });
		throw new Problem({ slug: 'network', detail: 'The server cannot be reached.' });
	} finally {
		clearTimeout(timer);
	}
}

export function createApi({ fetch = (...args) => globalThis.fetch(...args), base = '/api/v1' } = {}) {
	const call = (name, body, token) => post(`${base}/${name}`, body, { token, deadline: DEADLINE_MS[name], fetch });
	return {
		openSession: ({ project, task, platform, params }) => call('session', { project, task, platform, params }),
		attempt: (token, attempt) => call('attempts', attempt, token),
		exercise: (token, exercise) => call('exercises', exercise, token),
		vote: (token, vote) => call('votes', vote, token),
		submit: (token) => call('submit', {}, token),
	};
}
