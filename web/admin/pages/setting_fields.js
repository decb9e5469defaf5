// A field for each setting of a project, by what kind of value it has.
import { duration, money, number, percent } from '../format.js';
import { html, useState } from '../../shared/html.js';
import { Check, Field, Select } from '../ui.js';

const SPLITS = ['train', 'dev', 'test'];

// How numbers of a unit are shown and typed: the value is the typed number times `by`.
const UNITS = {
	'per mille': { by: 10, unit: '%', step: 0.1, say: (value) => percent(value / 1000) },
	'US cents': { by: 100, unit: 'US dollars', step: 0.01, say: money },
	seconds: { by: 1, unit: 'seconds', say: duration, more: duration },
};
const scaleOf = ({ unit }) => UNITS[unit] ?? { by: 1, unit, say: number };

// A value as people read it, for the summary of changes.
export function shown(entry, value) {
	if (value === null || value === undefined || value === '') return entry.none ?? 'nothing';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return scaleOf(entry).say(value);
	if (Array.isArray(value))
		return value.map((x) => (x === null ? entry.none : typeof x === 'number' ? number(x) : x)).join(', ') || entry.none;
	return entry.says?.[value] ?? String(value);
}

function parse(text, { scale, nullable, min, max }) {
	if (text.trim() === '') return nullable ? { value: null } : { problem: 'A number is needed.' };
	const value = Math.round(Number(text) * scale.by * 1e6) / 1e6;
	if (!Number.isInteger(value))
		return { problem: scale.by === 1 ? 'A whole number, please.' : 'That is too fine, or not a number.' };
	if (min !== null && min !== undefined && value < min) return { problem: `At least ${min / scale.by}.` };
	if (max !== null && max !== undefined && value > max) return { problem: `At most ${max / scale.by}.` };
	return { value };
}

function NumberSetting({ entry, value, onChange, ...common }) {
	const scale = scaleOf(entry);
	const { min, max, nullable } = entry;
	const [text, setText] = useState(value === null || value === undefined ? '' : String(value / scale.by));
	const type = (next) => {
		setText(next);
		const { value: parsed, problem } = parse(next, { scale, nullable, min, max });
		onChange(problem ? next : parsed, problem);
	};
	const more = scale.more && typeof value === 'number' && value >= 60 ? ` That is ${scale.more(value)}.` : '';
	return html`<${Field}
		...${common}
		hint=${`${common.hint}${more}`}
		unit=${scale.unit}
		type="number"
		step=${scale.step ?? 1}
		min=${min / scale.by}
		max=${max / scale.by}
		placeholder=${nullable ? (entry.none ?? 'none') : null}
		value=${text}
		onInput=${type}
	/>`;
}

function TextSetting({ entry, value, onChange, ...common }) {
	const { pattern, form, min, max } = entry;
	const problem = (text) => {
		if (pattern) return new RegExp(pattern, 'u').test(text) ? '' : `It must be ${form}.`;
		const length = [...text].length;
		const good = length <= max && (min === 0 || text.trim() !== '');
		return good ? '' : `It must be a text of ${min} to ${max} characters.`;
	};
	return html`<${Field} ...${common} value=${value ?? ''} onInput=${(text) => onChange(text, problem(text))} />`;
}

function TargetsSetting({ entry, value, label, hint, error, disabled, onChange }) {
	const now = SPLITS.map((_, i) => value?.[i] ?? null);
	const [texts, setTexts] = useState(now.map((n) => (n === null ? '' : String(n))));
	const type = (i) => (text) => {
		const next = texts.map((old, j) => (i === j ? text : old));
		setTexts(next);
		const limits = { scale: { by: 1 }, nullable: true, min: entry.min, max: entry.max };
		const parsed = next.map((t) => parse(t, limits));
		const bad = parsed.find((p) => p.problem);
		onChange(bad ? next : parsed.map((p) => p.value), bad?.problem);
	};
	return html`<fieldset class="checks">
		<legend class="label">${label}</legend>
		<div class="three">
			${SPLITS.map((split, i) => html`<${Field}
				key=${split}
				label=${split}
				type="number"
				min=${entry.min}
				max=${entry.max}
				placeholder=${entry.none}
				value=${texts[i]}
				onInput=${type(i)}
				disabled=${disabled}
			/>`)}
		</div>
		<p class="hint">${hint}</p>
		${error && html`<p class="wrong">${error}</p>`}
	</fieldset>`;
}

function Several({ label, hint, error, value, options, says, disabled, onChange, none }) {
	const chosen = new Set(value ?? []);
	const all = [...new Set([...options, ...chosen])];
	const toggle = (name, on) => onChange(all.filter((x) => (x === name ? on : chosen.has(x))));
	return html`<fieldset class="checks">
		<legend class="label">${label}</legend>
		<div class="row checks-row">
			${all.map((name) => html`<${Check}
				key=${name}
				label=${says?.get(name) ?? name}
				checked=${chosen.has(name)}
				disabled=${disabled}
				onChange=${(on) => toggle(name, on)}
			/>`)}
		</div>
		<p class="hint">${hint}${none && !chosen.size ? ` ${none}` : ''}</p>
		${error && html`<p class="wrong">${error}</p>`}
	</fieldset>`;
}

function Pick({ options, value, onChange, ...common }) {
	return html`<${Select} ...${common} options=${options} value=${value ?? ''} onChange=${(v) => onChange(v === '' ? null : v)} />`;
}

// What can be chosen: nothing, if that may be, and what is chosen now even if the list does not have it.
const choicesOf = ({ nullable, none }, names, value) => [
	...(nullable ? [['', none ?? 'none']] : []),
	...new Set([...(value ? [value] : []), ...names]),
];

// A model to choose, with what was measured of it.
const measuredOf = ({ strengths }) => (name) => {
	const strength = typeof name === 'string' && strengths.get(name);
	return strength ? [name, `${name} (${strength})`] : name;
};

const KINDS = {
	integer: (props) => html`<${NumberSetting} ...${props} />`,
	text: (props) => html`<${TextSetting} ...${props} />`,
	targets: (props) => html`<${TargetsSetting} ...${props} />`,
	boolean: ({ entry: _, error, value, ...props }) =>
		html`<div><${Check} ...${props} checked=${value} />${error && html`<p class="wrong">${error}</p>`}</div>`,
	choice: ({ entry, ...props }) =>
		html`<${Pick} ...${props} options=${entry.choices.map((choice) => [choice, entry.says?.[choice] ?? choice])} />`,
	list: ({ entry, ...props }) => html`<${Several} ...${props} options=${entry.choices} />`,
	collections: ({ lists, ...props }) =>
		html`<${Several} ...${props} options=${lists.collections} none="None chosen: all there are." />`,
	model: ({ entry, lists, ...props }) =>
		html`<${Pick} ...${props} options=${choicesOf(entry, lists.models, props.value).map(measuredOf(lists))} />`,
	models: ({ lists, ...props }) => html`<${Several} ...${props} options=${lists.models} />`,
	builds: ({ lists, ...props }) => html`<${Several} ...${props} options=${['current', ...lists.builds.keys()]} says=${lists.builds} />`,
	pool: ({ entry, lists, ...props }) =>
		html`<${Pick} ...${props} options=${choicesOf(entry, lists.pools, props.value ?? 'default')} />`,
	onboarding: ({ entry, lists, ...props }) =>
		html`<${Pick} ...${props} options=${choicesOf(entry, lists.onboardings, props.value)} />`,
};

// entry is what the server says of the setting; onChange(value, problem).
export function Setting({ entry, value, hint, lists, error, disabled, onChange }) {
	const props = { entry, value, label: entry.label, hint: hint ?? entry.text, error, disabled, onChange };
	return KINDS[entry.kind]({ ...props, ...(lists && /model|builds|collections|onboarding|pool/.test(entry.kind) ? { lists } : {}) });
}
