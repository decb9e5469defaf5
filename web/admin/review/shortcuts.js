// The keys of the review. Words of a review are picked by their own keys while their panel is open.
import { useState } from '../../shared/html.js';
import { useKeys } from '../keys.js';

// Enter on a focused control is that control's own.
const enterUnlessControl = (act) => (event) => {
	const control = event.target.closest?.('button, a, summary');
	if (control?.matches(':focus-visible') && !control.closest('.ask-head')) control.click();
	else act.enter();
};

function panelKeys(desk, act, words) {
	const pick = (list, run) => list.map(({ key, word }) => ({ keys: key, run: () => run(word) }));
	const panel = desk.draft?.panel;
	return [
		...(panel === 'tags' ? pick(words.tags, act.tag) : []),
		...(panel === 'labels' ? pick(words.labels, act.label) : []),
		...(panel ? [{ keys: 'Escape', run: () => act.panel(null) }] : []),
	];
}

// Digits: as another reviewer said, or to a question.
function digitKeys(desk, act) {
	const { questions, kind } = desk.item;
	if (kind !== 'adjudication')
		return questions.slice(0, 9).map((_, i) => ({ keys: String(i + 1), run: () => act.go(i) }));
	return (questions[desk.draft.index].others ?? []).map((other, i) => ({
		keys: String(i + 1),
		text: `as reviewer ${other.reviewer} said`,
		run: () => act.take(other),
	}));
}

function keysOf(desk, act, words) {
	const { index } = desk.draft;
	return [
		...panelKeys(desk, act, words),
		{ keys: 'v', text: 'valid, and on to the next', run: act.valid },
		{ keys: 'x', text: 'invalid: then 1 to 9 for the reasons, Enter goes on', run: act.invalid },
		{ keys: 'l', text: 'labels: then their keys, up to three', run: () => act.panel('labels') },
		{ keys: 'c', text: 'comment', run: () => act.panel('comment') },
		{ keys: 'a', text: 'all that are open are valid', run: act.all },
		{ keys: 'Enter', text: 'finish the HIT; before that, on to what is open', run: enterUnlessControl(act) },
		{ keys: ['j', 'ArrowDown'], text: 'next question', run: () => act.go(index + 1) },
		{ keys: ['k', 'ArrowUp'], text: 'previous question', run: () => act.go(index - 1) },
		...digitKeys(desk, act),
		{ keys: 's', text: 'skip: give the HIT back', run: act.skip },
	];
}

export function useReviewKeys(desk, act, words, isOff) {
	const isReady = desk.phase === 'ready' && words && !isOff;
	useKeys(desk.kind === 'adjudication' ? 'Adjudication' : 'Review', [
		...(isReady ? keysOf(desk, act, words) : []),
		{
			keys: 'u',
			text: 'undo: the last word on this HIT, or the last HIT',
			off: isOff || desk.phase === 'loading',
			run: act.undo,
		},
	]);
}

const CHOICE = 'beat.review-keys';

// Single letters as shortcuts disturb some (voice control): they can be switched off. [isOff, toggle]
/** @returns {[boolean, () => void]} */
export function useKeysOff() {
	const [isOff, setOff] = useState(() => localStorage.getItem(CHOICE) === 'off');
	const toggle = () => {
		localStorage.setItem(CHOICE, isOff ? 'on' : 'off');
		setOff(!isOff);
	};
	return [isOff, toggle];
}
