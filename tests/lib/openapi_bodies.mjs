// Bodies by a schema of the description: valid ones by the dice, and ones that are not quite.
//
//   const make = maker(openapi, d, known);   // known: values by the name of a field, tried before invented ones
//   make(schema)                             // a value that fits
//   spoil(value, d)                          // the same with something wrong: a value, or the text of broken JSON
const TEXTS = ['', 'a', 'What is it?', 'demo', 'é', '📒', 'ﬁ', '\u0000', '\ud800', '\u202e', 'x'.repeat(300), "'; drop table attempt; --", '%s%n', '../../etc/passwd', '<b>', '{}', '1e999', '-1', ' ', '\n'];
const PLAIN = ['a', 'What is it?', 'demo', 'Zoë', 'two words', 'x'.repeat(40)];
const NUMBERS = [0, 1, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 20];
const PATTERNS = { '^[0-9]+$': ['1', '99'], '^[0-9a-f]{40}$': ['0'.repeat(40)], '^[a-z0-9][a-z0-9_-]{0,62}$': ['p', 'pool-2'], '^[a-z]{2,3}(-[A-Z][A-Za-z]{1,7})?$': ['en', 'de'] };

const uuid = (d) => [8, 4, 4, 4, 12].map((n) => Array.from({ length: n }, () => d.below(16).toString(16)).join('')).join('-');

class Maker {
	constructor(openapi, d, known) {
		this.openapi = openapi;
		this.d = d;
		this.known = known;
	}

	make(schema, name = '') {
		if (schema.$ref) return this.make(this.openapi.components.schemas[schema.$ref.split('/').at(-1)], name);
		const { d } = this;
		if (name in this.known && d.chance(0.7)) return d.pick(this.known[name]);
		if (schema.const !== undefined) return schema.const;
		if (schema.enum) return d.pick(schema.enum);
		const choices = schema.oneOf ?? schema.anyOf;
		if (choices) return this.make(d.pick(choices), name);
		const type = Array.isArray(schema.type) ? d.pick(schema.type) : (schema.type ?? 'object');
		return this[type](schema, name);
	}

	object({ properties = {}, required = [] }) {
		const keys = Object.keys(properties).filter((key) => required.includes(key) || this.d.chance(0.4));
		return Object.fromEntries(keys.map((key) => [key, this.make(properties[key], key)]));
	}

	array({ items = { type: 'string' }, minItems = 0, maxItems = 4 }) {
		return Array.from({ length: minItems + this.d.below(Math.min(maxItems, 4) - minItems + 1) }, () => this.make(items));
	}

	string({ format, pattern, minLength = 0, maxLength = 400 }) {
		const { d } = this;
		if (format === 'uuid') return uuid(d);
		if (format === 'date-time') return '2026-01-01T00:00:00Z';
		if (pattern) return d.pick(PATTERNS[pattern] ?? ['1']);
		const text = d.pick(d.chance(0.9) ? PLAIN : TEXTS);
		return text.length < minLength ? 'x'.repeat(minLength) : text.slice(0, maxLength);
	}

	integer({ minimum = 0, maximum = minimum + 10 }) {
		return minimum + this.d.below(Math.min(maximum - minimum, 1e6) + 1);
	}

	number(schema) {
		return this.integer(schema);
	}

	boolean() {
		return this.d.chance(0.5);
	}

	null() {
		return null;
	}
}

export function maker(openapi, d, known = {}) {
	const m = new Maker(openapi, d, known);
	return (schema) => m.make(schema);
}

const deep = (n) => JSON.parse(`${'['.repeat(n)}${']'.repeat(n)}`);
const odd = (d) => d.pick([null, true, {}, [], deep(40), d.pick(TEXTS), d.pick(NUMBERS), { start: 0, end: 1, text: 'T' }]);

// One place of a value, by the dice: [holder, key].
function place(value, d) {
	let at = [null, null, value];
	for (;;) {
		const inner = at[2] && typeof at[2] === 'object' ? Object.keys(at[2]) : [];
		if (inner.length === 0 || (at[0] && d.chance(0.4))) return at;
		const key = d.pick(inner);
		at = [at[2], key, at[2][key]];
	}
}

const CHANGES = [
	(value, d) => change(value, d, () => odd(d)),
	(value, d) => change(value, d, (old) => (typeof old === 'string' ? old + d.pick(TEXTS) : odd(d))),
	(value, d) => change(value, d, (old) => (typeof old === 'number' ? old + d.pick(NUMBERS) : [old])),
	(value, d) => {
		const [holder, key] = place(value, d);
		if (holder && !Array.isArray(holder)) delete holder[key];
		return value;
	},
	(value, d) => (value && typeof value === 'object' && !Array.isArray(value) ? { ...value, [d.pick(['extra', '__proto__', '', 'id', 'settings'])]: odd(d) } : odd(d)),
];

function change(value, d, how) {
	const [holder, key, old] = place(value, d);
	if (!holder) return how(old);
	holder[key] = how(old);
	return value;
}

// Of the text: cut, repeated, with a byte that is none of UTF-8, or with a name twice.
const SCARS = [
	(text, d) => text.slice(0, d.below(text.length + 1)),
	(text) => text + text,
	(text, d) => text.replace(/[a-z]/, d.pick(['\\u0000', '\\ud800', '\\x', '"', '\n'])),
	(text) => text.replace(/^\{/, '{"id":1,"id":2,'),
	(text) => `\ufeff${text}`,
	(text, d) => Buffer.concat([Buffer.from(text.slice(0, 2)), Buffer.from([0x80 + d.below(128)]), Buffer.from(text.slice(2))]),
];

export function spoil(value, d) {
	let changed = structuredClone(value);
	for (let n = d.chance(0.7) ? 1 : 3; n > 0; n--) changed = d.pick(CHANGES)(changed, d);
	const text = JSON.stringify(changed) ?? 'null';
	return d.chance(0.15) ? d.pick(SCARS)(text, d) : text;
}
