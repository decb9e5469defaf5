// What ops/test --quick runs: three tables, one entry a line. quick.mjs chooses by them, quick.test.mjs checks them.

// Suites whose tests a path under such a folder can break, with the ending of the paths meant.
export const AREAS = [
	{ under: ['server/', 'include/', 'model_adapter/'], ending: /\.[ch]$/, suites: ['unit', 'fuzz', 'api', 'fault', 'release', 'oracle'] },
	{ under: ['model_adapter/'], ending: /\.(py|md|weights|jsonl)$/, suites: ['train', 'api'] },
	{ under: ['sql/'], ending: /\.sql$/, suites: ['sql', 'api', 'fault'] },
	{ under: ['web/worker/', 'web/shared/'], ending: /./, suites: ['browser', 'api'] },
	{ under: ['web/admin/', 'web/shared/'], ending: /./, suites: ['desk', 'api'] },
	{ under: ['web/'], ending: /openapi|redocly|spectral/, suites: ['api'] },
	{ under: ['ops/', 'model_adapter/train/'], ending: /./, suites: ['run', 'bench', 'install', 'train', 'api'] },
	{ under: ['CMakeLists.txt', 'CMakePresets.json'], ending: /./, suites: ['install'] },
	{ under: [''], ending: /\.md$/, suites: ['api'] },
];

// A test is chosen when its name begins with a word of the path's name (release_gate.c: api/release*, 88_releases.sql).
// Where names do not tell: words of a path, and the tests that watch over it.
export const SUBJECTS = [
	['account login people password token crypto', ['api/people', 'api/permissions', 'sql/75_people', 'browser/admin_actions']],
	['admin dashboard desk', ['api/admin', 'api/permissions', 'sql/95_*', 'browser/admin_*']],
	['attempt score span text playing', ['sql/30_attempt', 'sql/31_rules', 'api/game', 'oracle/compare']],
	['batch sample sampling review screening', ['sql/90_sampling', 'sql/91_review', 'browser/review_*']],
	['board composer game history marks picking passage result', ['browser/game', 'browser/modules']],
	['breaker call chat endpoint fetch key locate models pace protocol reply', ['fault/model', 'api/protocols', 'api/measured']],
	['card croissant hf manifest mrqa squad tar licence markup', ['api/release', 'api/release_gate', 'release/round_trip']],
	['chart figure stats statistic collection', ['api/stats_cli', 'api/statistics_agree', 'sql/95_statistics', 'browser/stats_report']],
	['check counter overview housekeeping', ['api/check_cli', 'sql/95_c*', 'sql/95_overview', 'fault/housekeeping']],
	['main option table common', ['api/beatctl']],
	['conf beatd readme sample', ['api/docs']],
	['corpus dataset import jscan source', ['api/import', 'sql/60_import']],
	['css style', ['browser/a11y', 'browser/admin_pages']],
	['db pg flow loop site', ['fault/server', 'api/game']],
	['draft finish platform turk mturk prolific direct submit', ['browser/frame', 'sql/40_submit', 'api/page']],
	['embed migrate migration schema table guard', ['sql/10_schema', 'sql/12_never_deleted', 'api/beatctl']],
	['event live stream', ['fault/stream']],
	['exercise lesson onboarding', ['api/onboarding*', 'sql/81_onboarding', 'browser/lessons', 'browser/onboarding']],
	['eval answer', ['api/eval']],
	['http tls netlist accept gone', ['api/tls', 'fault/hostile', 'fault/server']],
	['invite worker revocation participation', ['api/worker_cli', 'sql/92_revocation', 'sql/93_workers', 'sql/80_participation']],
	['matrix rejudge transfer', ['api/transfer', 'sql/70_rejudge', 'sql/71_transfer', 'fault/model']],
	['openapi route', ['api/permissions', 'api/admin', 'api/docs']],
	['project setting model', ['sql/50_project', 'sql/83_settings', 'sql/51_measured', 'api/beatctl', 'api/measured']],
	['question validity standing', ['sql/86_validity', 'api/validation_desk']],
	['reader neural linear window kernel choose lexicon weights', ['api/beat_model', 'api/beat_model_cli']],
	['refusal field problem', ['api/refusals', 'api/people']],
	['release', ['release/round_trip', 'sql/86_validity', 'sql/88_releases', 'browser/release_pages']],
	['service serve shelf predict', ['api/beat_model', 'api/beat_model_cli']],
	['session entering', ['sql/20_session', 'sql/21_take', 'api/game']],
	['setup lib', ['run/run']],
	['state step visit notice peer', ['browser/play', 'browser/modules']],
	['train augment pack qamr report', ['train/scripts']],
	['validate validation vote outcome', ['api/answerability', 'api/validate', 'api/validation_*', 'sql/84_*', 'sql/85_*', 'fault/votes', 'browser/validat*']],
];

// Every suite: the smoke that always runs, and how many checks a change may add to it, the nearest first. A smoke is a test
// file, or one and the test in it; of unit and fuzz a program; of oracle the number of pairs.
export const SUITES = {
	lint: { smoke: [], most: 200 },
	browser: { smoke: [['tests/browser/modules.test.mjs'], ['tests/browser/frame.test.mjs', 'plays a HIT to the end']], most: 1 },
	desk: { smoke: [['tests/browser/admin_modules.test.mjs'], ['tests/browser/review_state.test.mjs'], ['tests/browser/admin_pages.test.mjs', 'without a request to anybody else']], most: 1 },
	train: { smoke: [['tests/train/scripts.test.mjs', 'usage']], most: 1 },
	api: { smoke: [['tests/api/page.test.mjs']], most: 4 },
	fault: { smoke: [['tests/fault/server.test.mjs', 'killed with -9']], most: 1 },
	sql: { smoke: [['tests/sql/10_schema.sql'], ['tests/sql/31_rules.sql']], most: 10 },
	run: { smoke: [['tests/run/run.test.mjs', 'wrong arguments']], most: 1 },
	release: { smoke: [['tests/release/round_trip.test.mjs', 'is what the script meant']], most: 1 },
	golden: { smoke: [['tests/golden/golden.test.mjs', 'writes']], most: 0 },
	unit: { smoke: [['test_score'], ['test_span'], ['test_token']], most: 8 },
	oracle: { smoke: [['3000']], most: 0 },
	fuzz: { smoke: [['fuzz_spans']], most: 1 },
	install: { smoke: [['tests/install/install.test.mjs', 'the programs are there']], most: 0 },
	bench: { smoke: [['tests/bench/bench.test.mjs', 'knows its figures']], most: 0 },
};
