// The settings of projects as documents tell of them, from their entries in sql/functions/project_settings.sql.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '../sql/functions/project_settings.sql');
export const entries = JSON.parse(readFileSync(SOURCE, 'utf8').split('$entries$')[1]);

function schemaOf(e) {
	const kinds = {
		integer: { type: 'integer', minimum: e.min, maximum: e.max },
		boolean: { type: 'boolean' },
		choice: { type: 'string', enum: e.choices },
		list: { type: 'array', items: { type: 'string', enum: e.choices }, minItems: 1 },
		models: { type: 'array', items: { type: 'string' }, maxItems: e.max },
		builds: { type: 'array', items: { type: 'string' }, maxItems: e.max },
		collections: { type: 'array', items: { type: 'string' } },
		targets: {
			type: 'array',
			description: e.text,
			items: { type: ['integer', 'null'], minimum: e.min, maximum: e.max },
			minItems: 3,
			maxItems: 3,
		},
		text: e.pattern ? { type: 'string', pattern: e.pattern } : { type: 'string', minLength: e.min, maxLength: e.max },
	};
	const schema = kinds[e.kind] ?? { type: 'string' };
	if (e.nullable) schema.type = [schema.type, 'null'];
	const unit = e.unit ? ` In ${e.unit}.` : '';
	return {
		...schema,
		...(e.default === undefined ? {} : { default: e.default }),
		description: `${e.text}${unit} Counts ${e.counts}.`,
		'x-permission': e.who ?? 'manage',
	};
}

// The schema ProjectSettings of the API.
export function settingsSchema() {
	const made = {
		type: 'object',
		description: 'Settings of a project by key; what is left out stays as it is, or has its default.',
		additionalProperties: false,
		properties: Object.fromEntries(entries.map((e) => [e.key, schemaOf(e)])),
	};
	return made;
}
