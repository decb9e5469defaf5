// Nothing lies about that nobody uses: exports of the pages' modules and the tests' library, statements, SQL functions. (Static functions in C are the
// compiler's; those that go out of their file are few, and looked for by hand with nm.)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './paths.mjs';

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'web', 'tests', 'sql', 'server', 'model_adapter', 'ops'], { cwd: ROOT, encoding: 'utf8' });
const files = new Map(
	paths.split('\n').filter((path) => /(\.(m?js|c|h|sql|py|psql|html|txt)|ops\/\w+|sql\/\w+)$/.test(path) && existsSync(join(ROOT, path))).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
// Each word with the files that have it.
const words = new Map();
for (const [path, text] of files) for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) words.set(word, (words.get(word) ?? new Set()).add(path));
const usedElsewhere = (word, path) => [...(words.get(word) ?? [])].some((other) => other !== path);

test('every export of a module is imported, by a page or a test', () => {
	const idle = [];
	for (const [path, text] of files)
		if (/^(web|tests\/lib)\/.*\.m?js$/.test(path))
			for (const [, name] of text.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm)) if (!usedElsewhere(name, path)) idle.push(`${path}: ${name}`);
	assert.deepEqual(idle, []);
});

test('every statement is called', () => {
	const idle = [];
	for (const [path, text] of files)
		if (path.startsWith('sql/queries/'))
			for (const [, name] of text.matchAll(/^-- name: (\w+)/gm)) if (!words.has(`q_${name}`) && !files.get('server/flow/admin_routes.c').match(new RegExp(`\\b${name}\\b`))) idle.push(`${path}: ${name}`);
	assert.deepEqual(idle, []);
});

test('every SQL function is called by another, by a statement or by C', () => {
	const own = [...files].filter(([path]) => /^(sql\/(functions|queries|migrations)|server)\//.test(path));
	const counts = new Map();
	for (const [, text] of own) for (const [word] of text.matchAll(/\w+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
	const idle = [];
	for (const [path, text] of own)
		if (path.startsWith('sql/functions/'))
			for (const [, name] of text.matchAll(/^create (?:function|procedure) (\w+)/gm)) if (counts.get(name) < 2) idle.push(`${path}: ${name}`);
	assert.deepEqual(idle, []);
});
