// Everything a reviewer can do with the HIT in hand, for keys and buttons alike.
import { toast } from '../ui.js';
import * as say from './judgements.js';
import { spoken } from './words.js';

const fail = (error) => toast(error.detail ?? error.message, { kind: 'bad' });

// From question to question.
function moving(desk, announce) {
	const { item, draft } = desk;
	const questions = item?.questions ?? [];
	const read = (index) => {
		const q = questions[index];
		announce(`Question ${index + 1} of ${questions.length}: ${q.question} Answer: ${q.answer.text}`);
	};
	const go = (index) => {
		const next = say.goTo(draft, index, questions.length);
		desk.write(next);
		read(next.index);
	};
	// to what is still open, if anything is
	const onward = (next) => {
		if (say.isComplete(next, questions)) {
			desk.write({ ...next, panel: null });
			announce('All questions are judged. Enter finishes the HIT.');
			return;
		}
		const index = say.nextOpen(next, questions);
		desk.write(say.goTo(next, index, questions.length));
		read(index);
	};
	return { questions, current: questions[draft?.index], go, onward };
}

// The word on the current question.
function judging(desk, words, announce, { questions, current, onward }) {
	const { draft } = desk;
	const choose = (kind, word, next) => {
		if (!next) {
			announce('Three labels at most.');
			return;
		}
		desk.write({ ...next, panel: kind });
		announce(`${spoken(word)} ${say.judgementOf(next, current.id)[kind].includes(word) ? 'chosen' : 'taken away'}`);
	};
	const keysOf = (list) => list.map((entry) => `${entry.key} ${entry.name}`).join(', ');
	return {
		valid: () => onward(say.setValid(draft, current.id)),
		invalid: () => {
			desk.write({ ...say.setInvalid(draft, current.id), panel: 'tags' });
			announce(`Invalid. Choose why: ${keysOf(words.tags)}.`);
		},
		tag: (word) => choose('tags', word, say.toggleTag(draft, current.id, word)),
		label: (word) => choose('labels', word, say.toggleLabel(draft, current.id, word)),
		comment: (text) => desk.write(say.setComment(draft, current.id, text)),
		panel: (panel) => {
			desk.write({ ...draft, panel });
			if (panel === 'labels') announce(`Labels: ${keysOf(words.labels)}.`);
		},
		take: (other) => onward(say.takeOver(draft, current.id, other)),
		all: () => onward(say.allValid(draft, questions)),
	};
}

// The HIT as a whole.
function finishing(desk, announce, run, { questions, onward }) {
	const { draft } = desk;
	const finish = async () => {
		if (say.leftOf(draft, questions)) {
			onward(draft);
			return;
		}
		try {
			const { item, answer } = await desk.finish();
			const text = answer?.disputed ? 'Saved. The other reviewer differs: a third person decides.' : 'Saved.';
			const reopen = async () => {
				await desk.reopen(item.review);
				announce('The last HIT is open again.');
			};
			toast(text, { undo: reopen });
		} catch (error) {
			fail(error);
		}
	};
	const undo = async () => {
		const what = await desk.undo();
		announce({ step: 'Taken back.', hit: 'The last HIT is open again.' }[what] ?? 'Nothing to undo.');
		if (what === null) toast('There is nothing to undo.');
	};
	const skip = async () => {
		await desk.skip();
		toast('Given back to the queue.');
	};
	return {
		finish,
		// closes what is open, goes to what is left, or finishes
		enter: () => (draft.panel ? onward({ ...draft, panel: null }) : finish()),
		undo: () => run(() => undo().catch(fail)),
		skip: () => run(() => skip().catch(fail)),
	};
}

// announce(text) says it to those who cannot see it; run is useBusy's, words those of a review.
export function actionsOf({ desk, words, announce, busy, run }) {
	const moves = moving(desk, announce);
	return { busy, go: moves.go, ...judging(desk, words, announce, moves), ...finishing(desk, announce, run, moves) };
}
