// Dialogs and short messages. confirm() and toast() can be called from anywhere; Overlays, drawn once by the shell,
// shows them.
import { html, useEffect, useId, useRef, useState } from '../../shared/html.js';
import { useModal } from '../../shared/modal.js';
import { Cross } from '../icons.js';
import { Button, IconButton } from './bits.js';
import { TextArea, Field } from './form.js';

// A modal dialog; onClose on Escape, the cross and a click beside it.
export function Dialog({ title, onClose, wide, children }) {
	const box = useRef();
	const id = useId();
	useModal(box);
	const cancel = (event) => {
		event.preventDefault();
		onClose();
	};
	const beside = (event) => event.target === box.current && onClose();
	return html`<dialog
		ref=${box}
		class=${`dialog ${wide ? 'dialog-wide' : ''}`}
		aria-labelledby=${id}
		onCancel=${cancel}
		onMouseDown=${beside}
	>
		<div class="dialog-body">
			<div class="dialog-head">
				<h2 id=${id}>${title}</h2>
				<${IconButton} label="Close" icon=${Cross} onClick=${onClose} />
			</div>
			${children}
		</div>
	</dialog>`;
}

/** @type {(question: object) => void} */
let ask;
/** @type {(note: object) => void} */
let say;

/** Resolves to {ok, reason}. text may be a view. danger colours the button. typed: a word that has to be typed first.
 * @param {{ title: string, text: unknown, action?: string, danger?: boolean, reason?: 'required' | 'optional' | false, reasonLabel?: string, typed?: string }} question
 * @returns {Promise<{ ok: boolean, reason: string }>} */
export function confirm({ title, text, action = 'Yes', danger = false, reason = false, reasonLabel, typed }) {
	return new Promise((resolve) => ask({ title, text, action, danger, reason, reasonLabel, typed, resolve }));
}

/** A short message at the edge; undo is offered as a button.
 * @param {string} text
 * @param {{ kind?: 'good' | 'bad', undo?: (() => Promise<unknown>) | false | null, undoText?: string }} [how] */
export function toast(text, { kind = 'good', undo, undoText = 'Undo' } = {}) {
	say({ text, kind, undo, undoText });
}

function Confirm({ question, onDone }) {
	const { title, text, action, danger, reason, reasonLabel = 'Reason', typed } = question;
	const [why, setWhy] = useState('');
	const [word, setWord] = useState('');
	const [wrong, setWrong] = useState('');
	const submit = (event) => {
		event.preventDefault();
		if (reason === 'required' && !why.trim()) setWrong('Give a reason: it is kept with the change.');
		else if (!typed || word.trim() === typed) onDone({ ok: true, reason: why.trim() });
	};
	return html`<${Dialog} title=${title} onClose=${() => onDone({ ok: false, reason: '' })}>
		<form onSubmit=${submit} novalidate>
			${text && html`<div class="dialog-text">${typeof text === 'string' ? html`<p>${text}</p>` : text}</div>`}
			${
				reason &&
				html`<${TextArea}
					label=${reason === 'optional' ? `${reasonLabel} (optional)` : reasonLabel}
					value=${why}
					onInput=${setWhy}
					error=${wrong}
					maxlength="1000"
					autofocus
				/>`
			}
			${typed && html`<${Field}
				label=${`Type “${typed}” to go on`}
				value=${word}
				onInput=${setWord}
				autocomplete="off"
			/>`}
			<div class="row row-end">
				<${Button} onClick=${() => onDone({ ok: false, reason: '' })}>Cancel</${Button}>
				<${Button}
					type="submit"
					kind=${danger ? 'danger' : 'main'}
					disabled=${typed && word.trim() !== typed}
				>
					${action}
				</${Button}>
			</div>
		</form>
	</${Dialog}>`;
}

const STAY_MS = 6000;
const STAY_UNDO_MS = 12000;

function Toast({ note, onGone }) {
	const [busy, setBusy] = useState(false);
	const [held, setHeld] = useState(false);
	useEffect(() => {
		if (busy || held) return undefined;
		const timer = setTimeout(onGone, note.undo || note.kind === 'bad' ? STAY_UNDO_MS : STAY_MS);
		return () => clearTimeout(timer);
	}, [busy, held]);
	const undo = async () => {
		setBusy(true);
		try {
			await note.undo();
		} catch (error) {
			toast(error.detail ?? error.message, { kind: 'bad' });
		}
		onGone();
	};
	return html`<div
		class=${`toast toast-${note.kind}`}
		onMouseEnter=${() => setHeld(true)}
		onMouseLeave=${() => setHeld(false)}
		onFocusIn=${() => setHeld(true)}
		onFocusOut=${() => setHeld(false)}
	>
		<p>${note.text}</p>
		${note.undo && html`<${Button} kind="small" busy=${busy} onClick=${undo}>${note.undoText}</${Button}>`}
		<${IconButton} label="Dismiss" icon=${Cross} size="16" onClick=${onGone} />
	</div>`;
}

let counter = 0;

export function Overlays() {
	const [question, setQuestion] = useState(null);
	const [notes, setNotes] = useState(/** @type {{ key: number, [name: string]: unknown }[]} */ ([]));
	ask = (next) => {
		question?.resolve({ ok: false, reason: '' });
		setQuestion({ ...next, key: ++counter });
	};
	say = (note) => setNotes((before) => [...before.slice(-2), { ...note, key: ++counter }]);
	const done = (answer) => {
		setQuestion(null);
		question.resolve(answer);
	};
	const gone = (key) => setNotes((before) => before.filter((n) => n.key !== key));
	return html`${question && html`<${Confirm} key=${question.key} question=${question} onDone=${done} />`}
		<div class="toasts" role="status" aria-live="polite">
			${notes.map((note) => html`<${Toast} key=${note.key} note=${note} onGone=${() => gone(note.key)} />`)}
		</div>`;
}
