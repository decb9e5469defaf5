// What a reviewer says about the questions of one HIT while it is being reviewed: pure functions over
//
//   {index, panel, by: {question id: {valid, tags, labels, comment}}, past: [earlier {index, by}], comments}
//
// valid is null until it is said; a question is judged when it is valid, or invalid with at least one tag. The last
// change is undone by going back to the last of `past`. comments: the question whose comment is being written.

export const MAX_LABELS = 3;
const BLANK = { valid: null, tags: [], labels: [], comment: '' };
const PAST_MAX = 200;

export const judgementOf = (draft, id) => draft.by[id] ?? BLANK;
export const isJudged = (j) => j.valid === true || (j.valid === false && j.tags.length > 0);
export const isComplete = (draft, questions) => questions.every((q) => isJudged(judgementOf(draft, q.id)));
export const leftOf = (draft, questions) => questions.filter((q) => !isJudged(judgementOf(draft, q.id))).length;

// From what the server gave back (after an undo), what was kept in this browser, or nothing.
/** @param {any[]} questions
 * @param {any} kept */
export function startDraft(questions, kept = null) {
	const by = {};
	for (const { id, judgement } of questions) {
		const known = kept?.by?.[id] ?? judgement;
		if (known) by[id] = { ...BLANK, ...known };
	}
	const open = questions.findIndex((q) => !isJudged(by[q.id] ?? BLANK));
	return { index: Math.max(0, open), panel: null, by, past: [], comments: null };
}

// Two reviewers of one mind need no third: what both said alike is taken over, to be changed where it should be.
export function startAdjudication(questions, kept = null) {
	const agreed = questions.map((q) => {
		const [a, b] = q.others ?? [];
		return a && b && a.valid && b.valid && !q.judgement
			? { ...q, judgement: { valid: true, tags: [], labels: both(a.labels, b.labels), comment: '' } }
			: q;
	});
	return startDraft(agreed, kept);
}

const both = (a, b) => a.filter((x) => b.includes(x)).slice(0, MAX_LABELS);

const remembered = (draft) => [...draft.past.slice(1 - PAST_MAX), { index: draft.index, by: draft.by }];

function say(draft, id, changes) {
	const by = { ...draft.by, [id]: { ...judgementOf(draft, id), ...changes } };
	return { ...draft, by, past: remembered(draft), comments: null };
}

export const setValid = (draft, id) => say(draft, id, { valid: true, tags: [] });
export const setInvalid = (draft, id) =>
	judgementOf(draft, id).valid === false ? draft : say(draft, id, { valid: false });

const toggled = (list, word) => (list.includes(word) ? list.filter((x) => x !== word) : [...list, word]);

// A tag says why a question is invalid, so it makes it so.
export function toggleTag(draft, id, word) {
	return say(draft, id, { valid: false, tags: toggled(judgementOf(draft, id).tags, word) });
}

// null: there are three already.
export function toggleLabel(draft, id, word) {
	const labels = toggled(judgementOf(draft, id).labels, word);
	return labels.length > MAX_LABELS ? null : say(draft, id, { labels });
}

// Letters of one comment are one step of the past.
export function setComment(draft, id, comment) {
	const next = say(draft, id, { comment });
	return { ...next, past: draft.comments === id ? draft.past : next.past, comments: id };
}

export function allValid(draft, questions) {
	const open = questions.filter((q) => judgementOf(draft, q.id).valid === null);
	if (!open.length) return draft;
	const by = { ...draft.by };
	for (const { id } of open) by[id] = { ...judgementOf(draft, id), valid: true, tags: [] };
	return { ...draft, by, past: remembered(draft), panel: null };
}

// As another reviewer said.
export function takeOver(draft, id, other) {
	const { valid, tags, labels, comment } = other;
	return say(draft, id, { valid, tags: valid ? [] : tags, labels, comment });
}

export function undo(draft) {
	const last = draft.past[draft.past.length - 1];
	return last ? { ...draft, ...last, past: draft.past.slice(0, -1), panel: null, comments: null } : null;
}

export const goTo = (draft, index, count) => ({
	...draft,
	index: Math.min(Math.max(0, index), count - 1),
	panel: null,
	comments: null,
});

// The next question that is not judged, after the current one and round again; the same place if there is none.
export function nextOpen(draft, questions) {
	for (let step = 1; step <= questions.length; step++) {
		const at = (draft.index + step) % questions.length;
		if (!isJudged(judgementOf(draft, questions[at].id))) return at;
	}
	return draft.index;
}

// What the server wants.
export function toBody(draft, questions) {
	return questions.map(({ id }) => {
		const { valid, tags, labels, comment } = judgementOf(draft, id);
		return { question: id, valid, tags: valid ? [] : tags, labels, comment: comment.trim() };
	});
}
