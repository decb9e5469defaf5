// beatctl in a test: what it prints, and what it refuses.
import assert from 'node:assert/strict';

// run(...args) gives {code, stdout, stderr}.
export function commandLine(run) {
	// What a command prints that works.
	async function shown(...args) {
		const { code, stdout, stderr } = await run(...args);
		assert.equal(code, 0, stderr);
		return stdout;
	}
	// The same of one that is asked for JSON.
	const json = async (...args) => JSON.parse(await shown(...args, '--json'));
	// It ends with that code, prints nothing, and says why.
	async function refused(code, pattern, ...args) {
		const result = await run(...args);
		assert.equal(result.code, code, result.stdout + result.stderr);
		assert.match(result.stderr, pattern);
		assert.match(result.stderr, /^beatctl/);
		assert.equal(result.stdout, '');
	}
	return { shown, json, refused };
}
