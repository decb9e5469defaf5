// Redocly's linter over the description of the API, as the build puts it together, and that of the protocol of models: one
// line a finding, exit code 1 if there is one. Its library and not its program, which brings a renderer of pages along.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { description } from '../../web/openapi.mjs';

const RULES = {
	'operation-4xx-response': 'off', // health, metrics and the pages refuse nothing
};

// The protocol of models is a description of its own.
const own = fileURLToPath(new URL('../../model_adapter/openapi.yaml', import.meta.url));
const sources = [
	['web/openapi', 'openapi.json', JSON.stringify(description())],
	['model_adapter/openapi.yaml', 'openapi.yaml', readFileSync(own, 'utf8')],
];

const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
for (const [name, absoluteRef, source] of sources) {
	const findings = await lintFromString({ source, absoluteRef, config });
	for (const { ruleId, message, location } of findings) console.log(`${name} ${location[0]?.pointer ?? ''}: ${message} (${ruleId})`);
	if (findings.length) process.exitCode = 1;
}
