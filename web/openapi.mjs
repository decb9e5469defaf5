// The description of the API, put together from openapi/*.yaml: openapi.yaml has what is said once, every other file a
// subject's paths and schemas. References are those of the whole ("#/components/schemas/Span"), whichever file has them;
// the linter of the tests finds what points nowhere. The settings of projects come from their entries.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { settingsSchema } from './project_settings.mjs';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'openapi');
const MAIN = 'openapi.yaml';

function add(to, from, file) {
	for (const [name, value] of Object.entries(from ?? {})) {
		if (name in to) throw new Error(`web/openapi/${file}: "${name}" stands in another file too`);
		to[name] = value;
	}
}

export function description() {
	const read = (file) => parse(readFileSync(join(FOLDER, file), 'utf8'));
	const { components = {}, ...all } = read(MAIN);
	const paths = {};
	for (const file of readdirSync(FOLDER).sort()) {
		if (file === MAIN || !file.endsWith('.yaml')) continue;
		const { paths: more, components: parts = {}, ...rest } = read(file);
		for (const name of Object.keys(rest)) throw new Error(`web/openapi/${file}: "${name}" belongs into ${MAIN}`);
		add(paths, more, file);
		for (const [kind, entries] of Object.entries(parts)) {
			components[kind] ??= {};
			add(components[kind], entries, file);
		}
	}
	add(components.schemas, { ProjectSettings: settingsSchema() }, 'project_settings.mjs');
	return { ...all, paths, components };
}
