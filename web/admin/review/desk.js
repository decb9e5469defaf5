// The reviewer's desk: the HIT in hand, the next one fetched ahead, and what was finished last.
//
// Finishing never makes the reviewer wait: the next HIT is shown at once, and one that could not be saved comes back.
// Drafts are kept in the browser, so a reload loses nothing. Two tabs of one reviewer never show the same HIT: a tab
// holds a lock of the browser for each lease it works on.
import { startAdjudication, startDraft, toBody, undo } from './judgements.js';

const AHEAD = 1;
const DONE_MAX = 20;

export class Desk {
	// api: {queue, next, one, finish, release, undo}; memory: {load, save, clear}; locks: {take(id), drop(id)}
	/** @param {{ kind: string, api: any, memory: any, locks: any, onChange?: (desk: Desk) => void }} parts */
	constructor({ kind, api, memory, locks, onChange = () => {} }) {
		this.kind = kind;
		this.api = api;
		this.memory = memory;
		this.locks = locks;
		this.onChange = onChange;
		this.phase = 'loading'; // loading, ready, empty, elsewhere, error
		this.item = null;
		this.draft = null;
		this.ahead = [];
		this.done = []; // reviews finished here, last at the end
		this.saving = new Map(); // by review: what ends when it is saved, or not
		this.skipped = new Set(); // HITs
		this.queue = null;
		this.error = null; // the whole desk's
		this.trouble = null; // of the item in hand
		this.fetching = null;
		this.closed = false;
		this.turn = Promise.resolve(); // ends when nothing takes up leases
	}

	// What takes up leases goes one after another: a look at the queue would meet the lease that an undo has just got.
	inTurn(work) {
		const mine = this.turn.then(work);
		this.turn = mine.catch(() => {});
		return mine;
	}

	changed() {
		if (!this.closed) this.onChange(this);
	}

	start() {
		return this.inTurn(() => this.begin());
	}

	async begin() {
		this.phase = 'loading';
		this.changed();
		try {
			this.queue = await this.api.queue();
			const mine = await this.resume(this.queue.mine);
			this.ahead.push(...mine);
			await this.advance();
		} catch (error) {
			Object.assign(this, { phase: 'error', error });
			this.changed();
		}
	}

	// Leases from before a reload, unless another tab has them.
	async resume(ids) {
		const items = [];
		for (const id of [...ids].sort((a, b) => Number(a) - Number(b))) {
			if (this.has(id) || !(await this.locks.take(id))) continue;
			const { item } = await this.api.one(id).catch(() => ({ item: null }));
			if (item && item.kind === this.kind && item.state === 'leased') items.push(item);
			else this.locks.drop(id);
		}
		return items;
	}

	has(id) {
		return this.item?.review === id || this.saving.has(id) || this.ahead.some((i) => i.review === id);
	}

	show(item) {
		const start = this.kind === 'adjudication' ? startAdjudication : startDraft;
		this.item = item;
		this.draft = item ? start(item.questions, this.memory.load(item.review)) : null;
		this.trouble = null;
	}

	// The next item becomes the one in hand.
	async advance() {
		if (!this.ahead.length) {
			this.item = null;
			this.phase = 'loading';
			this.changed();
			await this.fetch();
		}
		if (this.closed) return;
		const next = this.ahead.shift() ?? null;
		this.show(next);
		if (next) this.phase = 'ready';
		else if (this.phase !== 'elsewhere') this.phase = 'empty';
		this.changed();
		if (next) void this.prefetch();
	}

	// One new item from the queue; calls at the same time share it.
	fetch() {
		this.fetching ??= this.fetchNow().finally(() => (this.fetching = null));
		return this.fetching;
	}

	// The queue gives the oldest, so what was skipped would come again at once: it is held while another is asked for,
	// and then it is for others.
	async fetchNow() {
		const skipped = [];
		let item = await this.lease();
		while (item && this.skipped.has(item.hit)) {
			skipped.push(item);
			item = await this.lease(skipped.length);
		}
		await Promise.all(skipped.map((s) => this.api.release(s.review).catch(() => {})));
		if (!item) return;
		if (this.closed) return void this.api.release(item.review).catch(() => {});
		await this.locks.take(item.review);
		this.ahead.push(item);
	}

	async lease(held = 0) {
		try {
			const { item, remaining } = await this.api.next();
			if (remaining && this.queue) this.queue = { ...this.queue, remaining: { ...this.queue.remaining, ...remaining } };
			return item;
		} catch (error) {
			if (error.status !== 409) throw error; // 409: as many leases as one may hold
			if (!this.item && !held) Object.assign(this, { phase: 'elsewhere', error });
			return null;
		}
	}

	async prefetch() {
		if (this.closed || this.ahead.length >= AHEAD) return;
		try {
			await this.fetch();
			this.changed();
		} catch {
			// it is asked for again when it is needed
		}
	}

	// The draft in hand has changed.
	write(draft) {
		if (!draft || !this.item) return;
		this.draft = draft;
		this.memory.save(this.item.review, { by: draft.by });
		this.changed();
	}

	// Returns a promise of {item, answer}, or rejects when it could not be saved; the desk is on the next item by then.
	async finish() {
		const { item, draft } = this;
		const saved = this.save(item, toBody(draft, item.questions));
		this.saving.set(item.review, saved);
		const onward = this.advance().catch((error) => {
			Object.assign(this, { phase: 'error', error });
			this.changed();
		});
		const result = await saved.catch(async (error) => {
			await onward;
			this.comeBack(item, error);
			throw error;
		});
		return result;
	}

	async save(item, judgements) {
		try {
			const answer = await this.api.finish(item.review, judgements);
			this.done = [...this.done.slice(1 - DONE_MAX), item.review];
			this.memory.clear(item.review);
			this.locks.drop(item.review);
			if (this.queue) this.queue = { ...this.queue, done_today: this.queue.done_today + 1 };
			return { item, answer };
		} finally {
			this.saving.delete(item.review);
			this.changed();
		}
	}

	// Not saved: in hand again, unless it is nobody's to finish any more.
	comeBack(item, error) {
		if (error.status === 410 || error.status === 404) {
			this.memory.clear(item.review);
			this.locks.drop(item.review);
			return;
		}
		if (this.item) this.ahead.unshift(this.item);
		this.show(item);
		this.phase = 'ready';
		this.trouble = error;
		this.changed();
	}

	// A step back: in the HIT in hand, else the HIT that was finished last. Gives 'step', 'hit' or null.
	async undo() {
		const back = this.draft && undo(this.draft);
		if (back) {
			this.write(back);
			return 'step';
		}
		await Promise.allSettled(this.saving.values()); // who is quick means the one that is being saved
		const last = this.done[this.done.length - 1];
		if (!last) return null;
		await this.reopen(last);
		return 'hit';
	}

	reopen(review) {
		return this.inTurn(() => this.takeBack(review));
	}

	async takeBack(review) {
		await this.releaseAhead(); // the leases of one reviewer are few
		const { item } = await this.api.undo(review); // a new lease of the same HIT
		await this.locks.take(item.review);
		this.done = this.done.filter((id) => id !== review);
		if (this.item) this.ahead.unshift(this.item);
		this.show(item);
		this.phase = 'ready';
		if (this.queue) this.queue = { ...this.queue, done_today: Math.max(0, this.queue.done_today - 1) };
		this.changed();
	}

	// Back into the queue for somebody else, and on to the next.
	async skip() {
		const { item } = this;
		if (!this.ahead.length) await this.prefetch(); // before it is given back: else it would be the next one again
		await this.api.release(item.review);
		this.skipped.add(item.hit);
		this.memory.clear(item.review);
		this.locks.drop(item.review);
		await this.advance();
	}

	async releaseAhead(options) {
		const items = this.ahead.filter((item) => !this.memory.load(item.review));
		this.ahead = this.ahead.filter((item) => !items.includes(item));
		for (const item of items) this.locks.drop(item.review);
		await Promise.all(items.map((item) => this.api.release(item.review, options).catch(() => {})));
	}

	// Something changed on the server: an empty desk looks again.
	async look() {
		if (this.closed) return;
		try {
			this.queue = await this.api.queue();
		} catch {
			return; // the next change tells again
		}
		this.changed();
		const wants = () => this.phase === 'empty' || this.phase === 'elsewhere';
		if (wants() && this.queue.remaining[this.kind] > this.skipped.size)
			await this.inTurn(() => wants() && this.begin());
	}

	// What was skipped may come again.
	async unskip() {
		this.skipped.clear();
		await this.start();
	}

	// The page goes away: what was only fetched ahead is for others.
	close() {
		if (this.closed) return;
		this.closed = true;
		void this.releaseAhead({ keepalive: true });
		if (this.item) this.locks.drop(this.item.review);
	}
}
