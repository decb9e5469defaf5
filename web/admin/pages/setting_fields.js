// A field for each setting of a project, by what kind of value it has.
import { duration, money, number, percent } from '../format.js';
import { html, useState } from '../html.js';
import { Check, Field, Select } from '../ui.js';

export const LABELS = {
	title: 'Title',
	model: 'Model',
	threshold: 'The model wins above an F1 of',
	questions: 'Winning questions in a HIT',
	open: 'Open to anyone',
	collections: 'Collections of passages',
	assignments_per_passage: 'HITs on a passage',
	targets: 'Targets',
	lease: 'Time for a HIT',
	reward: 'Reward of a HIT',
	platforms: 'Platforms',
	empty_answer: 'An empty answer of the model is',
	completion_code: 'Completion code on Prolific',
	onboarding: 'Onboarding',
	onboarding_model: 'Model of the onboarding',
	onboarding_retries: 'Further tries after a failed onboarding',
	batch_hits: 'Close a batch after',
	batch_hours: 'Close a batch every',
	success: 'Success rate that is needed',
	success_unit: 'Success is counted by',
	review_double: 'Two reviews of every sampled HIT',
	review_blind: 'Blind review',
	review_lease: 'A reviewer keeps an item for',
	revoke_confirm: 'A second person confirms revocations',
	answerable: 'Answerable questions that are needed',
	validation_votes: 'Validators of a dev or test question',
	validation_matches: 'Votes that must match',
	validation_match: 'A vote matches by',
	validation_f1: 'With F1, it matches above',
	validation_early_stop: 'Stop early when so many match',
	validation_extra: 'Further votes on disagreement',
	validation_train: 'Train questions that are validated',
	validation_lost: 'Lost attempts that are validated',
	validation_group: 'Questions of a validation HIT come from',
	validation_questions: 'Questions in a validation HIT, at most',
	validation_lease: 'Time for a validation HIT',
	validation_reward: 'Reward of a validation HIT',
	validation_completion_code: 'Completion code of validation on Prolific',
	validation_onboarding: 'Onboarding of validators',
};
const CHOICES = {
	validation_match: { em: 'exact match (EM)', f1: 'overlap (F1)' },
	validation_group: { hit: 'one HIT', passage: 'one passage, across authors' },
};
const SPLITS = ['train', 'dev', 'test'];

// How numbers are shown and typed: the value is the typed number times `by`.
const SCALES = {
	threshold: { by: 10, unit: '%', step: 0.1 },
	success: { by: 10, unit: '%', step: 0.1 },
	reward: { by: 100, unit: 'US dollars', step: 0.01 },
	lease: { by: 1, unit: 'seconds', more: duration },
	review_lease: { by: 1, unit: 'seconds', more: duration },
	validation_lease: { by: 1, unit: 'seconds', more: duration },
	validation_reward: { by: 100, unit: 'US dollars', step: 0.01 },
	validation_f1: { by: 10, unit: '%', step: 0.1 },
	validation_train: { by: 10, unit: '%', step: 0.1 },
	validation_lost: { by: 10, unit: '%', step: 0.1 },
	answerable: { by: 10, unit: '%', step: 0.1 },
	batch_hits: { by: 1, unit: 'HITs', none: 'not by number' },
	batch_hours: { by: 1, unit: 'hours', none: 'not by time' },
};

const textOf = (explain) => (typeof explain === 'string' ? explain : (explain?.text ?? ''));

// A value as people read it, for the summary of changes.
export function shown(key, value) {
	if (value === null || value === undefined || value === '') return 'nothing';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (CHOICES[key]) return CHOICES[key][value] ?? value;
	if (SCALES[key]?.unit === 'US dollars') return money(value);
	if (SCALES[key]?.unit === '%') return percent(value / 1000);
	if (SCALES[key]?.unit === 'seconds') return duration(value);
	if (Array.isArray(value))
		return value.map((x) => (x === null ? 'no limit' : typeof x === 'number' ? number(x) : x)).join(', ') || 'all';
	return typeof value === 'number' ? number(value) : String(value);
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

function NumberSetting({ name, label, value, explain, hint, error, disabled, nullable, onChange }) {
	const scale = SCALES[name] ?? { by: 1, unit: explain?.unit };
	const [text, setText] = useState(value === null || value === undefined ? '' : String(value / scale.by));
	const type = (next) => {
		setText(next);
		const { value: parsed, problem } = parse(next, { scale, nullable, min: explain?.min, max: explain?.max });
		onChange(problem ? next : parsed, problem);
	};
	const more = scale.more && typeof value === 'number' && value >= 60 ? ` That is ${scale.more(value)}.` : '';
	return html`<${Field}
		label=${label}
		hint=${`${hint}${more}`}
		unit=${scale.unit}
		type="number"
		step=${scale.step ?? 1}
		min=${explain?.min === null || explain?.min === undefined ? null : explain.min / scale.by}
		max=${explain?.max === null || explain?.max === undefined ? null : explain.max / scale.by}
		placeholder=${nullable ? (scale.none ?? 'none') : null}
		value=${text}
		onInput=${type}
		error=${error}
		disabled=${disabled}
	/>`;
}

function Targets({ value, hint, error, disabled, onChange }) {
	const now = SPLITS.map((_, i) => value?.[i] ?? null);
	const [texts, setTexts] = useState(now.map((n) => (n === null ? '' : String(n))));
	const type = (i) => (text) => {
		const next = texts.map((old, j) => (i === j ? text : old));
		setTexts(next);
		const parsed = next.map((t) => parse(t, { scale: { by: 1 }, nullable: true, min: 0 }));
		const bad = parsed.find((p) => p.problem);
		onChange(bad ? next : parsed.map((p) => p.value), bad?.problem);
	};
	return html`<fieldset class="checks">
		<legend class="label">${LABELS.targets}</legend>
		<div class="three">
			${SPLITS.map((split, i) => html`<${Field}
				key=${split}
				label=${split}
				type="number"
				min="0"
				placeholder="no limit"
				value=${texts[i]}
				onInput=${type(i)}
				disabled=${disabled}
			/>`)}
		</div>
		<p class="hint">${hint}</p>
		${error && html`<p class="wrong">${error}</p>`}
	</fieldset>`;
}

function Several({ label, hint, value, options, disabled, onChange, none }) {
	const chosen = new Set(value ?? []);
	const all = [...new Set([...options, ...chosen])];
	const toggle = (name, on) => onChange(all.filter((x) => (x === name ? on : chosen.has(x))));
	return html`<fieldset class="checks">
		<legend class="label">${label}</legend>
		<div class="row checks-row">
			${all.map((name) => html`<${Check}
				key=${name}
				label=${name}
				checked=${chosen.has(name)}
				disabled=${disabled}
				onChange=${(on) => toggle(name, on)}
			/>`)}
		</div>
		<p class="hint">${hint}${none && !chosen.size ? ` ${none}` : ''}</p>
	</fieldset>`;
}

const withNone = (text, names, value) => [['', text], ...new Set([...names, ...(value ? [value] : [])])];

// A model to choose, with what was measured of it.
const named = ({ strengths }) => (name) => {
	const strength = typeof name === 'string' && strengths.get(name);
	return strength ? [name, `${name} (${strength})`] : name;
};

// name is the key of the setting; onChange(value, problem).
export function Setting({ name, value, explain, lists, error, disabled, onChange }) {
	const label = LABELS[name] ?? name.replaceAll('_', ' ');
	const hint = textOf(explain);
	const common = { label, hint, error, disabled };
	const pick = (options) =>
		html`<${Select}
			...${common}
			options=${options}
			value=${value ?? ''}
			onChange=${(v) => onChange(v === '' ? null : v)}
		/>`;
	if (name === 'targets') return html`<${Targets} ...${{ value, hint, error, disabled, onChange }} />`;
	if (name === 'platforms')
		return html`<${Several} ...${common} options=${explain?.choices ?? []} value=${value} onChange=${onChange} />`;
	if (name === 'collections')
		return html`<${Several}
			...${common}
			options=${lists.collections}
			value=${value}
			onChange=${onChange}
			none="None chosen: all there are."
		/>`;
	if (name === 'model') return pick([...new Set([value, ...lists.models])].filter(Boolean).map(named(lists)));
	if (name === 'onboarding' || name === 'validation_onboarding') return pick(withNone('none', lists.onboardings, value));
	if (name === 'onboarding_model')
		return pick(withNone('the weakest of the project', lists.models, value).map(named(lists)));
	const choices = explain?.choices;
	if (typeof value === 'boolean')
		return html`<${Check} ...${{ label, hint, disabled }} checked=${value} onChange=${(on) => onChange(on)} />`;
	if (choices) return pick(choices.map((choice) => [choice, CHOICES[name]?.[choice] ?? choice]));
	const numeric = explain?.kind === 'integer' || typeof value === 'number' || typeof explain?.min === 'number';
	if (numeric)
		return html`<${NumberSetting}
			...${{ name, value, explain, nullable: explain?.nullable, ...common, onChange }}
		/>`;
	return html`<${Field} ...${common} value=${value ?? ''} onInput=${(text) => onChange(text)} />`;
}
