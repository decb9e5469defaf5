// Requests, and how they fail. Every failure, also of the network, is a Problem: what the server refuses comes as
// problem+json and has a slug (the end of its type), which is what pages go by; its sentences are for people and may
// change. Every request has a deadline. Nothing is sent again here: the callers know what may be sent twice.

export class Problem extends Error {
	/** retryAfter: seconds. field: the member of the request that the sentence speaks of ("answer", "params.worker").
	 * @param {{ slug: string, status?: number, title?: string, detail?: string, field?: string | null, retryAfter?: number | null }} about */
	constructor({ slug, status = 0, title = '', detail = '', field = null, retryAfter = null }) {
		super(detail || title || slug);
		this.slug = slug;
		this.status = status;
		this.title = title;
		this.detail = detail;
		this.field = field;
		this.retryAfter = retryAfter;
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

	// Whether it is about this member of the request, or something in it.
	speaksOf(member) {
		return this.field === member || Boolean(this.field?.startsWith(`${member}.`));
	}
}

async function problemOf(response, gist) {
	/** @type {Partial<import('openapi').Problem>} */
	let body = {};
	try {
		body = await response.json();
	} catch {
		// a proxy's page: the status has to do
	}
	const { status } = response;
	const seconds = Number(response.headers.get('retry-after'));
	return new Problem({
		slug: String(body.type ?? '').replace(/^urn:beat:/, '') || (status >= 500 ? 'unavailable' : `http-${status}`),
		status,
		title: body.title,
		detail: body.detail || gist(status),
		field: body.field,
		retryAfter: seconds > 0 ? seconds : null,
	});
}

/** The body of the answer, null if it has none. gist(status): the sentence where the server sent none.
 * @param {string} url
 * @param {RequestInit} init
 * @param {{ deadline: number, fetch?: typeof globalThis.fetch, gist?: (status: number) => string }} how
 * @returns {Promise<any>} */
export async function request(url, init, { deadline, fetch = globalThis.fetch, gist = () => '' }) {
	const stop = new AbortController();
	const timer = setTimeout(() => stop.abort(), deadline);
	try {
		const response = await fetch(url, { cache: 'no-store', ...init, signal: stop.signal });
		if (!response.ok) throw await problemOf(response, gist);
		return response.status === 204 ? null : await response.json();
	} catch (error) {
		if (error instanceof Problem) throw error;
		if (stop.signal.aborted) throw new Problem({ slug: 'timeout', detail: 'The server took too long to answer.' });
		throw new Problem({ slug: 'network', detail: 'The server cannot be reached.' });
	} finally {
		clearTimeout(timer);
	}
}
