// Redocly's linter over the description of the API, as the build puts it together: one line a finding, exit code 1 if
// there is one. Its library and not its program, which brings a renderer of pages along.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { description } from '../../web/openapi.mjs';

const RULES = {
	'operation-4xx-response': 'off', // health, metrics and the pages refuse nothing
};

const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
const findings = await lintFromString({ source: JSON.stringify(description()), absoluteRef: 'openapi.json', config });
for (const { ruleId, message, location } of findings)
	console.log(`web/openapi ${location[0]?.pointer ?? ''}: ${message} (${ruleId})`);
process.exitCode = findings.length ? 1 : 0;
