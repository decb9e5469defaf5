// Fields: a label above, a hint and an error below, tied together for assistive technology.
import { html, useEffect, useId, useRef, useState } from '../../shared/html.js';
import { Search as SearchIcon } from '../icons.js';

function Frame({ id, label, hint, error, unit, hideLabel, children }) {
	return html`<div class=${`field ${error ? 'field-wrong' : ''}`}>
		<label for=${id} class=${hideLabel ? 'sr' : ''}>${label}</label>
		${unit ? html`<div class="field-unit">${children}<span>${unit}</span></div>` : children}
		${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
		${error && html`<p class="wrong" id=${`${id}-error`}>${error}</p>`}
	</div>`;
}

const about = (id, hint, error) => [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || null;

// <${Field} label="Name" value=${v} onInput=${setV} hint="…" error="…" type="number" unit="seconds" />
export function Field({ label, hint, error, unit, hideLabel, value, onInput, type = 'text', ...rest }) {
	const id = useId();
	return html`<${Frame} ...${{ id, label, hint, error, unit, hideLabel }}>
		<input
			id=${id}
			type=${type}
			class="input"
			value=${value}
			onInput=${(e) => onInput?.(e.currentTarget.value)}
			aria-describedby=${about(id, hint, error)}
			aria-invalid=${error ? 'true' : null}
			...${rest}
		/>
	</${Frame}>`;
}

export const Input = Field;

export function TextArea({ label, hint, error, hideLabel, value, onInput, rows = 3, ...rest }) {
	const id = useId();
	return html`<${Frame} ...${{ id, label, hint, error, hideLabel }}>
		<textarea
			id=${id}
			class="input"
			rows=${rows}
			value=${value}
			onInput=${(e) => onInput?.(e.currentTarget.value)}
			aria-describedby=${about(id, hint, error)}
			aria-invalid=${error ? 'true' : null}
			...${rest}
		></textarea>
	</${Frame}>`;
}

// options: [[value, text], …] or plain values.
export function Select({ label, hint, error, hideLabel, value, options, onChange, ...rest }) {
	const id = useId();
	return html`<${Frame} ...${{ id, label, hint, error, hideLabel }}>
		<select
			id=${id}
			class="input"
			value=${value ?? ''}
			onChange=${(e) => onChange?.(e.currentTarget.value)}
			aria-describedby=${about(id, hint, error)}
			...${rest}
		>
			${options.map((option) => {
				const [key, text] = Array.isArray(option) ? option : [option, option];
				return html`<option value=${key} selected=${String(key) === String(value ?? '')}>${text}</option>`;
			})}
		</select>
	</${Frame}>`;
}

export function Check({ label, hint, checked, onChange, ...rest }) {
	const id = useId();
	return html`<div class="check">
		<input
			id=${id}
			type="checkbox"
			checked=${checked}
			onChange=${(e) => onChange?.(e.currentTarget.checked)}
			aria-describedby=${hint ? `${id}-hint` : null}
			...${rest}
		/>
		<div><label for=${id}>${label}</label>${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}</div>
	</div>`;
}

// Types ahead: onSearch is called a moment after the last key. "/" brings the focus here (see shell.js).
export function Search({ label, value = '', onSearch, placeholder, delay = 250 }) {
	const id = useId();
	const [text, setText] = useState(value);
	const sent = useRef(value);
	useEffect(() => {
		if (value === sent.current) return;
		sent.current = value;
		setText(value);
	}, [value]);
	useEffect(() => {
		if (text === sent.current) return undefined;
		const timer = setTimeout(() => {
			sent.current = text;
			onSearch(text);
		}, delay);
		return () => clearTimeout(timer);
	}, [text]);
	return html`<div class="search" role="search">
		<label class="sr" for=${id}>${label}</label>
		<${SearchIcon} size="18" />
		<input
			id=${id}
			type="search"
			class="input"
			value=${text}
			placeholder=${placeholder ?? label}
			autocomplete="off"
			spellcheck="false"
			data-search
			onInput=${(e) => setText(e.currentTarget.value)}
		/>
	</div>`;
}
