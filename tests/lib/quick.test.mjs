// What ops/test --quick chooses, and that its tables fit the tree.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from './paths.mjs';
import { choose, filesOf, testOf } from './quick.mjs';
import { SUBJECTS, SUITES } from './quick_table.mjs';

const files = filesOf(ROOT);
const checks = (paths, suite) => choose(paths, files)[suite].run.map((r) => r.check);

describe('a quick run', () => {
	it('has a smoke of every suite, whatever changed, and no more where nothing did', () => {
		for (const [suite, { run, left }] of Object.entries(choose([], files))) {
			assert.deepEqual(run.map(({ check, only }) => [check, only]), SUITES[suite].smoke.map(([check, only]) => [check, only]), suite);
			assert.deepEqual(left, []);
		}
		for (const suite of Object.keys(SUITES)) if (suite !== 'lint') assert.ok(checks(['LICENSE'], suite).length, suite);
	});

	it('takes the unit tests of a C module, and the files of the API that bear its name', () => {
		const paths = ['server/anywhere/release_gate.c'];
		assert.ok(checks(paths, 'unit').includes('test_release'));
		assert.equal(checks(paths, 'api')[0], 'tests/api/release_gate.test.mjs');
		assert.ok(checks(['include/beat/score.h'], 'unit').includes('test_score'));
	});

	it('takes the pgTAP files of a subject, by the name or by the table', () => {
		assert.equal(checks(['sql/functions/releases.sql'], 'sql')[0], 'tests/sql/88_releases.sql');
		assert.ok(checks(['sql/functions/vote.sql'], 'sql').includes('tests/sql/85_outcome.sql'));
	});

	it('takes the modules of a page and one file in the browser', () => {
		const desk = checks(['web/admin/release/build.js'], 'desk');
		assert.equal(desk[0], 'tests/browser/release_pages.test.mjs');
		assert.ok(desk.includes('tests/browser/admin_modules.test.mjs'));
		assert.deepEqual(choose(['web/admin/release/build.js'], files).browser, choose([], files).browser);
	});

	it('takes a test that changed before all others, and once', () => {
		const api = checks(['tests/api/tls.test.mjs', 'server/io/http.c', 'server/io/http_tls.c'], 'api');
		assert.equal(api[0], 'tests/api/tls.test.mjs');
		assert.equal(api.filter((check) => check === api[0]).length, 1);
	});

	it('runs all of a file instead of the smoke in it', () => {
		const fault = choose(['tests/fault/server.test.mjs'], files).fault.run;
		assert.deepEqual(fault.map(({ check, only }) => [check, only]), [['tests/fault/server.test.mjs', undefined]]);
	});

	it('is bounded, and names what it left out', () => {
		const all = choose(files, files);
		for (const [suite, { run, left }] of Object.entries(all)) {
			if (suite !== 'lint') assert.ok(run.length <= SUITES[suite].most + SUITES[suite].smoke.length, suite);
			assert.ok(!run.some(({ check, only }) => !only && left.includes(check)), suite);
		}
		assert.ok(all.api.left.length > 10);
	});

	it('lints what changed and is still there', () => {
		assert.deepEqual(checks(['README.md', 'server/gone.c'], 'lint'), ['README.md']);
	});
});

describe('the tables', () => {
	it('have every suite of ops/test, and no other', () => {
		const listed = execFileSync(join(ROOT, 'ops/test'), ['--list'], { encoding: 'utf8' }).trim().split('\n').map((l) => l.split(' ')[0]);
		assert.deepEqual(Object.keys(SUITES).sort(), listed.sort());
	});

	it('name tests that exist', () => {
		for (const [subject, tests] of SUBJECTS)
			for (const pattern of tests) {
				const named = new RegExp(`^tests/${pattern.replace(/\*/g, '[^/]*')}\\.`);
				assert.ok(files.some((f) => named.test(f)), `${subject}: ${pattern}`);
			}
		for (const [suite, { smoke }] of Object.entries(SUITES))
			for (const [check] of smoke) {
				if (check.includes('/')) assert.equal(testOf(check).suite, suite, check);
				if (/^(test|fuzz)_/.test(check)) assert.ok(files.includes(`tests/${suite}/${check}.c`), check);
				if (check.includes('/')) assert.ok(files.includes(check), check);
			}
	});
});
