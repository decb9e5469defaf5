// beatctl release: what a release holds, that it is the same bytes whenever and wherever it is written, targets, time
// travel, combining, verify, diff and list. The gate, kills and concurrency are in release_gate.test.mjs.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { startCluster } from '../lib/cluster.mjs';
import { run } from '../lib/proc.mjs';
import { allRows, checkManifest, checkSpans, digests, documents, filesOf, groupBy, HOSTILE, json, lines, PASSAGES, squad, SPLITS, startCollection } from '../lib/release.mjs';
import { program } from '../lib/stack.mjs';

const isData = (path) => /\/(train|dev|test|validation)[^/]*[.]json/.test(path) && !path.startsWith('attempts/');

suite('beatctl release', () => {
	let stack;
	let asOf; // of one@1.0
	const dir = (name) => join(stack.dir, name);
	const release = (...args) => stack.beatctl(['release', ...args]);
	const build = async (project, version, ...args) => {
		const result = await release('build', project, '--version', version, ...args);
		assert.equal(result.code, 0, result.stderr);
		return result;
	};
	const show = async (ref) => JSON.parse(await stack.ctl('release', 'show', ref, '--json'));

	before(async () => {
		stack = await startCollection({ projects: ['one', 'two'] });
	});
	after(() => stack.stop());

	test('there is none at first, and the list says how to make one', async () => {
		assert.match(await stack.ctl('release', 'list'), /there is no release yet: 'beatctl release build PROJECT --version 1.0'/);
	});

	test('build writes all formats into a folder that appears whole', async () => {
		const result = await build('one', '1.0');
		assert.match(result.stdout, /^release +one@1\.0 as of \S+Z, seed 1$/m);
		assert.match(result.stdout, /^train +\d+ questions on 25 passages of 13 documents$/m);
		assert.deepEqual(readdirSync(stack.dir).filter((name) => name.startsWith('one@')), ['one@1.0']);
		const files = filesOf(dir('one@1.0'));
		for (const path of ['MANIFEST', 'README.md', 'croissant.json', 'statistics.json', 'one/test-public.json']) assert.ok(files.includes(path), path);
		for (const split of SPLITS) for (const path of [`one/${split}.json`, `mrqa/${split}.jsonl.gz`, `attempts/${split}.jsonl`]) assert.ok(files.includes(path), path);
		assert.ok(files.includes('data/validation.jsonl'));
		assert.ok(files.some((path) => path.startsWith('figures/') && path.endsWith('.svg')));
		checkManifest(dir('one@1.0'));
		({ as_of: asOf } = await show('one@1.0'));
	});

	test('the files hold exactly the valid questions of the database, every span in its place', async () => {
		const rows = allRows(dir('one@1.0'), 'one');
		checkSpans(rows);
		const stored = await stack.sql(`select v.question_id as id, v.split, d.title, p.text as context, t.question, t.answer_text as answer, t.answer_start as start
			from valid_questions('one', ${stack.lit(asOf)}) v join attempt t on t.id = v.attempt_id
			join passage p on p.id = v.passage_id join document d on d.id = p.document_id`);
		const sorted = (list) => [...list].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, split, title, context, question, answer, start }) => ({ id, split, title, context, question, answer, start }));
		assert.ok(stored.length > 80, String(stored.length));
		assert.deepEqual(sorted(rows), sorted(stored));
		for (const row of rows) assert.match(row.id, /^[0-9a-f]{40}$/);
	});

	test('documents, passages and questions stand in an order that no database made', () => {
		for (const split of SPLITS) {
			const titles = json(dir('one@1.0'), `one/${split}.json`).data.map((article) => article.title);
			const bytewise = [...titles].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
			assert.deepEqual(titles, bytewise);
			assert.equal(new Set(titles).size, titles.length);
			for (const article of json(dir('one@1.0'), `one/${split}.json`).data)
				for (const p of article.paragraphs) assert.deepEqual(p.qas.map((qa) => qa.id), p.qas.map((qa) => qa.id).sort());
		}
	});

	test('test-public.json is test.json without the answers', () => {
		const open = json(dir('one@1.0'), 'one/test.json');
		for (const article of open.data) for (const p of article.paragraphs) for (const qa of p.qas) delete qa.answers;
		assert.deepEqual(json(dir('one@1.0'), 'one/test-public.json'), open);
	});

	test('hostile titles are data: nothing leaves the folder, every format still holds them', () => {
		assert.deepEqual(readdirSync(stack.dir).filter((name) => /passwd|boot|etc|absolute/.test(name)), []);
		for (const path of filesOf(dir('one@1.0'))) assert.match(path, /^[A-Za-z0-9_./-]+$/);
		const long = 'x'.repeat(10240);
		const titles = (rows) => new Set(rows.map((row) => row.title));
		const inSquad = titles(squad(dir('one@1.0'), 'one/train.json'));
		const inHub = titles(lines(dir('one@1.0'), 'data/train.jsonl'));
		const inAttempts = titles(lines(dir('one@1.0'), 'attempts/train.jsonl'));
		const inMrqa = titles(lines(dir('one@1.0'), 'mrqa/train.jsonl.gz').slice(1));
		for (const title of [...HOSTILE, long]) for (const found of [inSquad, inHub, inAttempts, inMrqa]) assert.ok(found.has(title), title.slice(0, 40));
	});

	test('the model in the loop is called what it calls itself, never an address', async () => {
		const rows = lines(dir('one@1.0'), 'data/validation.jsonl');
		assert.equal(rows.length, squad(dir('one@1.0'), 'one/dev.json').length);
		for (const row of rows) assert.deepEqual(row.metadata, { split: 'validation', model_in_the_loop: 'reader-one' });
		for (const row of lines(dir('one@1.0'), 'attempts/dev.jsonl')) assert.equal(row.model.name ?? row.model, 'reader-one');
		const address = new URL(stack.modelUrl).host;
		for (const path of filesOf(dir('one@1.0'))) if (!path.endsWith('.gz')) assert.ok(!readFileSync(join(dir('one@1.0'), path), 'utf8').includes(address), path);
	});

	test('attempts: won and lost in chains, workers and HITs under pseudonyms', async () => {
		const rows = SPLITS.flatMap((split) => lines(dir('one@1.0'), `attempts/${split}.jsonl`));
		assert.equal(rows.length, await stack.value("select count(*)::int from attempt t join assignment a on a.id = t.assignment_id join project p on p.id = a.project_id where p.name = 'one'"));
		const hits = groupBy(rows, (row) => row.hit);
		assert.equal(hits.size, PASSAGES);
		for (const list of hits.values()) {
			assert.deepEqual(list.map((row) => row.seq), list.map((_, i) => i + 1));
			assert.equal(new Set(list.map((row) => row.worker)).size, 1);
			assert.deepEqual(list.slice(0, 2).map((row) => [row.verdict, row.chain, row.turn]), [['model', 1, 1], ['human', 1, 2]]);
			assert.equal(list[0].previous, null);
			assert.equal(list[1].previous, list[0].id);
			if (list[2]) assert.deepEqual([list[2].chain, list[2].turn, list[2].previous], [2, 1, null]);
		}
		const text = JSON.stringify(rows);
		assert.doesNotMatch(text, /"worker":"w\d/);
		assert.match(rows[0].worker, /^[0-9a-f]{16}$/);
	});

	test('the same bytes again: to another folder, and in place', async () => {
		await stack.ctl('release', 'write', 'one@1.0', '--out', dir('again'));
		assert.deepEqual(digests(dir('again')), digests(dir('one@1.0')));
		const result = await build('one', '1.0');
		assert.match(result.stdout, /one@1\.0 is in .*one@1\.0 already, as it was published/);
	});

	test('other options for a frozen version are refused with a sentence', async () => {
		for (const [args, word] of [
			[['--seed', '2'], 'seed 1'],
			[['--licence', 'mit'], 'licence cc-by-sa-4.0'],
			[['--formats', 'squad'], 'formats squad,mrqa,hf,attempts'],
			[['--as-of', '2030-01-01'], 'as of'],
		]) {
			const result = await release('build', 'one', '--version', '1.0', ...args);
			assert.equal(result.code, 1);
			assert.ok(result.stderr.includes(`Version 1.0 of one is frozen already, with ${word}`), result.stderr);
		}
	});

	test('a folder of that name that is something else is left alone', async () => {
		mkdirSync(dir('mine'));
		writeFileSync(join(dir('mine'), 'thesis.txt'), 'years of work');
		const result = await release('write', 'one@1.0', '--out', dir('mine'));
		assert.equal(result.code, 1);
		assert.match(result.stderr, /mine is there already, and no release: MANIFEST cannot be read.*Move it away, or choose another --out/);
		assert.deepEqual(filesOf(dir('mine')), ['thesis.txt']);
	});

	test('byte for byte the same on another cluster, of the dump', async (t) => {
		const dump = await run('pg_dump', ['-d', stack.db, '--no-owner']);
		assert.equal(dump.code, 0, dump.stderr);
		const cluster = await startCluster({ own: true });
		t.after(() => cluster.stop());
		const db = await cluster.createDatabase('elsewhere');
		await cluster.psql(db, [], { input: dump.stdout.replace(/^CREATE EXTENSION.*$/gm, '') });
		const there = (args) => run(program('beatctl'), args, { cwd: stack.dir, env: { BEAT_DB: db } });
		const written = await there(['release', 'write', 'one@1.0', '--out', dir('there')]);
		assert.equal(written.code, 0, written.stderr);
		assert.deepEqual(digests(dir('there')), digests(dir('one@1.0')));
		// frozen there and here, each for itself
		await stack.ctl('project', 'set', 'one', '--targets', '20/6/6');
		await cluster.query(db, "update beat.project_split set target = case split when 'train' then 20 else 6 end where project_id = (select id from beat.project where name = 'one')");
		// the moment below has whole milliseconds, so the change of the targets must not lie in its own one
		await stack.sql('select pg_sleep(0.002)');
		const now = (await stack.value("select iso(settled_moment())")) ?? '';
		const moment = new Date(Math.min(Date.parse(now), Date.now())).toISOString();
		await build('one', '2.0', '--as-of', moment, '--seed', 'x', '--out', dir('here-2'));
		const other = await there(['release', 'build', 'one', '--version', '2.0', '--as-of', moment, '--seed', 'x', '--out', dir('there-2')]);
		assert.equal(other.code, 0, other.stderr);
		assert.deepEqual(digests(dir('there-2'), isData), digests(dir('here-2'), isData));
	});

	test('cites records of provenance: in the folder letter by letter, in card, MANIFEST and Croissant, frozen', async () => {
		mkdirSync(dir('made'));
		await stack.ctl('dataset', 'sample', join(dir('one@1.0'), 'one/train.json'), '--questions', '5', '--seed', '7', '--out', join(dir('made'), 'five.json'));
		await stack.ctl('dataset', 'majority', join(dir('one@1.0'), 'one/dev.json'), '--out', join(dir('made'), 'voted.json'));
		const record = (name) => join(dir('made'), `${name}.json.provenance.json`);
		const cites = ['--cites', record('voted'), '--cites', record('five')];
		await build('one', 'cited', '--out', dir('cited'), ...cites);
		checkManifest(dir('cited'));
		for (const name of ['five', 'voted'])
			assert.deepEqual(readFileSync(join(dir('cited'), `provenance/${name}.json.provenance.json`)), readFileSync(record(name)));
		const made = json(dir('made'), 'five.json.provenance.json');
		const card = readFileSync(join(dir('cited'), 'README.md'), 'utf8');
		assert.ok(card.includes('\n## Data to compare with\n') && card.includes('](provenance/voted.json.provenance.json)'), card);
		assert.ok(card.includes(`| made | five.json | 5 | ${made.outputs[0].sha256} |`) && card.includes('- Seed: 7.'), card);
		const croissant = json(dir('cited'), 'croissant.json');
		assert.ok(croissant.distribution.some((f) => f.name === 'provenance/five.json.provenance.json'));
		assert.deepEqual(croissant.citation.map((c) => c.description), [made.command, json(dir('made'), 'voted.json.provenance.json').command]);
		assert.equal((await release('verify', dir('cited'), '--of', 'one@cited')).code, 0);
		assert.match(await stack.ctl('release', 'show', 'one@cited'), /^cites +provenance\/five\.json\.provenance\.json: beatctl dataset sample train\.json/m);
		assert.deepEqual((await show('one@cited')).cites.map((c) => c.outputs[0].name), ['five.json', 'voted.json']);
		// frozen: the same without a word, in any order, but not with others
		writeFileSync(record('five'), JSON.stringify({ ...made, command: 'another' }));
		const other = await release('build', 'one', '--version', 'cited', ...cites);
		assert.match(other.stderr, /Version cited of one is frozen already, with other records cited/);
		await stack.ctl('release', 'write', 'one@cited', '--out', dir('cited-again'));
		assert.deepEqual(digests(dir('cited-again')), digests(dir('cited')));
		assert.ok(!filesOf(dir('one@1.0')).some((path) => path.startsWith('provenance/')));
	});

	test('what is no record, or speaks of another dataset than lies beside it, is not cited', async () => {
		const refused = async (file, text) => {
			const result = await release('build', 'one', '--version', 'never', '--cites', file);
			assert.equal(result.code, 1, file);
			assert.ok(result.stderr.includes(text), result.stderr);
		};
		appendFileSync(join(dir('made'), 'voted.json'), ' ');
		await refused(join(dir('made'), 'voted.json.provenance.json'), 'voted.json is not the dataset that its record');
		await refused(join(dir('made'), 'voted.json'), 'voted.json is no record of provenance: that is JSON with');
		await refused(dir('nowhere.json'), 'nowhere.json cannot be read');
		writeFileSync(dir('odd name.json'), readFileSync(join(dir('made'), 'five.json.provenance.json')));
		await refused(dir('odd name.json'), '"odd name.json" is not. Rename it.');
		writeFileSync(dir('half.json'), '{"made_by": "x", ');
		await refused(dir('half.json'), 'half.json is no record of provenance');
		assert.match((await release('show', 'one@never')).stderr, /There is no release one@never/);
	});

	test('exactly as many as the targets want, passages whole', async () => {
		const rows = allRows(dir('here-2'), 'one');
		const all = allRows(dir('one@1.0'), 'one');
		for (const [split, target] of [['train', 20], ['dev', 6], ['test', 6]]) {
			const chosen = rows.filter((row) => row.split === split);
			assert.equal(chosen.length, target);
			const sizes = (list) => groupBy(list, (row) => row.context);
			const whole = sizes(all.filter((row) => row.split === split));
			const cut = [...sizes(chosen)].filter(([context, list]) => list.length !== whole.get(context).length);
			assert.ok(cut.length <= 1, `${split}: ${cut.length} passages are cut`);
		}
	});

	test('another seed chooses otherwise, the same seed the same', async () => {
		await build('one', '2.1', '--seed', 'y', '--formats', 'squad');
		await build('one', '2.2', '--seed', 'y', '--formats', 'squad');
		const ids = (name) => allRows(dir(name), 'one').map((row) => row.id).sort();
		assert.deepEqual(ids('one@2.1'), ids('one@2.2'));
		assert.notDeepEqual(ids('one@2.1'), ids('here-2'));
		assert.deepEqual(filesOf(dir('one@2.1')), ['INSTRUCTIONS.md', 'MANIFEST', 'one/dev.json', 'one/test-public.json', 'one/test.json', 'one/train.json']);
		// the project may have a version 1 too
		assert.match(readFileSync(join(dir('one@2.1'), 'INSTRUCTIONS.md'), 'utf8'), /^# For a worker, en, version \d+ of the programs' own text\n/);
	});

	test('a split that falls short is reported', async () => {
		await stack.ctl('project', 'set', 'one', '--targets', '20/600/-');
		const result = await build('one', '2.3', '--formats', 'squad');
		assert.match(result.stderr, /dev has \d+ of the 600 questions wanted: \d+ too few/);
		const dev = (await show('one@2.3')).report.splits.find((s) => s.split === 'dev');
		assert.equal(dev.target, 600);
		assert.equal(dev.chosen, dev.available);
		assert.ok(dev.available < 600);
	});

	test('time travel: after a revocation the release as of before equals the first', async () => {
		await stack.ctl('project', 'set', 'one', '--targets', '-/-/-');
		await stack.ctl('worker', 'revoke', 'direct:w3', '--project', 'one', '--reason', 'copied');
		await stack.ctl('question', 'discard', allRows(dir('one@1.0'), 'one')[0].id, '--reason', 'by hand');
		await build('one', '3.0');
		const gone = allRows(dir('one@1.0'), 'one').length - allRows(dir('one@3.0'), 'one').length;
		assert.ok(gone >= 4 && gone <= 5, String(gone));
		await build('one', '1.0-again', '--as-of', asOf);
		assert.deepEqual(digests(dir('one@1.0-again'), isData), digests(dir('one@1.0'), isData));
		const attempts = (name) => SPLITS.flatMap((split) => lines(dir(name), `attempts/${split}.jsonl`));
		assert.equal(attempts('one@1.0-again').length, attempts('one@1.0').length);
		assert.notEqual(attempts('one@1.0-again')[0].worker, attempts('one@1.0')[0].worker, 'pseudonyms differ in every release');
		assert.ok(attempts('one@3.0').length < attempts('one@1.0').length, 'nothing of a revoked worker leaves');
		await stack.ctl('release', 'write', 'one@1.0', '--out', dir('later'));
		assert.deepEqual(digests(dir('later')), digests(dir('one@1.0')));
	});

	test('diff tells what came and went, for folders and for releases', async () => {
		const same = await release('diff', dir('one@1.0'), 'one@1.0-again');
		assert.equal(same.code, 0, same.stdout + same.stderr);
		assert.match(same.stdout, /^added +0 .*\nremoved +0 .*\nchanged +0 .*\nequal +\d+\n$/);
		const result = await release('diff', 'one@1.0', dir('one@3.0'), '--json');
		assert.equal(result.code, 1);
		const diff = JSON.parse(result.stdout);
		const ids = (name) => new Set(allRows(dir(name), 'one').map((row) => row.id));
		const after_ = ids('one@3.0');
		assert.deepEqual(diff.removed.map((q) => q.id), [...ids('one@1.0')].filter((id) => !after_.has(id)).sort());
		assert.deepEqual([diff.added, diff.changed, diff.equal], [[], [], after_.size]);
	});

	test('combine: all questions of both, shuffled, each with its model', async () => {
		await build('two', '1.0');
		const result = await release('combine', 'both', '--of', 'one@1.0,two@1.0', '--version', '1.0', '--seed', '7');
		assert.equal(result.code, 0, result.stderr);
		const ids = (name, project) => allRows(dir(name), project).map((row) => row.id);
		const both = [...ids('one@1.0', 'one'), ...ids('two@1.0', 'two')].sort();
		checkSpans(allRows(dir('both@1.0'), 'both'));
		assert.deepEqual(ids('both@1.0', 'both').sort(), both);
		const rows = lines(dir('both@1.0'), 'data/train.jsonl');
		assert.equal(new Set(rows.map((row) => row.metadata.model_in_the_loop)).size, 2);
		const models = rows.slice(0, 40).map((row) => row.metadata.model_in_the_loop);
		assert.ok(models.some((m, i) => i && m !== models[i - 1]), 'rows are mixed');
		const contexts = json(dir('both@1.0'), 'both/train.json').data.flatMap((a) => a.paragraphs.map((p) => p.context));
		assert.equal(new Set(contexts).size, contexts.length, 'a passage stands once in SQuAD');
		await stack.ctl('release', 'write', 'both@1.0', '--out', dir('both-again'));
		assert.deepEqual(digests(dir('both-again')), digests(dir('both@1.0')));
		const other = await release('combine', 'both', '--of', 'one@1.0,two@1.0', '--version', '1.1', '--seed', '8');
		assert.equal(other.code, 0, other.stderr);
		assert.notDeepEqual(lines(dir('both@1.1'), 'data/train.jsonl').map((row) => row.id), rows.map((row) => row.id));
		assert.ok((await show('both@1.0')).parts.length === 2);
		const listed = JSON.parse(await stack.ctl('release', 'list', 'two', '--json')).items.map((r) => `${r.name}@${r.version}`);
		assert.deepEqual(listed, ['both@1.1', 'both@1.0', 'two@1.0']);
	});

	test('releases whose names run together with their versions have folders of their own', async () => {
		const of = ['--of', 'one@1.0,two@1.0', '--formats', 'squad'];
		for (const [name, version] of [['twin', '2-1.0'], ['twin-2', '1.0'], ['twin', '1.0.partial'], ['twin', '1.0']]) {
			const result = await release('combine', name, '--version', version, ...of);
			assert.equal(result.code, 0, result.stderr);
		}
		const mine = readdirSync(stack.dir).filter((name) => name.startsWith('twin')).sort();
		assert.deepEqual(mine, ['twin-2@1.0', 'twin@1.0', 'twin@1.0.partial', 'twin@2-1.0']);
		for (const ref of mine) assert.equal((await release('verify', dir(ref), '--of', ref)).code, 0, ref);
	});

	test('diff takes NAME@VERSION for the release of the database, and a path for the folder of that name', async () => {
		writeFileSync(dir('twin@1.0/twin/dev.json'), JSON.stringify({ version: '1.1', data: [] }));
		assert.equal((await release('diff', 'twin@1.0', 'twin-2@1.0')).code, 0);
		const differs = await release('diff', './twin@1.0', 'twin-2@1.0', '--json');
		assert.equal(differs.code, 1, differs.stderr);
		assert.ok(JSON.parse(differs.stdout).added.length > 0);
	});

	test('combine refuses what makes no sense', async () => {
		for (const [args, words] of [
			[['both', '--of', 'one@1.0', '--version', '9'], 'at least two'],
			[['both', '--of', 'one@1.0,one@3.0', '--version', '9'], 'named twice'],
			[['both', '--of', 'one@1.0,none@1.0', '--version', '9'], 'There is no release none@1.0'],
			[['both', '--of', 'one@1.0,both@1.0', '--version', '9'], 'combined release itself'],
			[['two', '--of', 'one@1.0,two@1.0', '--version', '9'], 'is a project'],
			[['../x', '--of', 'one@1.0,two@1.0', '--version', '9'], 'small letters'],
			[['both', '--of', 'one,two@1.0', '--version', '9'], 'NAME@VERSION'],
		]) {
			const result = await release('combine', ...args);
			assert.equal(result.code, 1);
			assert.ok(result.stderr.includes(words), `${words}: ${result.stderr}`);
		}
	});

	test('verify finds every kind of damage', async () => {
		const folder = dir('again');
		const sound = await release('verify', folder);
		assert.equal(sound.code, 0, sound.stderr);
		assert.match(sound.stdout, /database +it is one@1\.0, as published\n.*again is sound: \d+ files, train \d+/);
		assert.equal((await stack.beatctl(['release', 'verify', folder], { env: { BEAT_DB: '' } })).code, 0, 'also without a database');
		const spoil = async (change, words, undo) => {
			change();
			const result = await release('verify', folder);
			assert.equal(result.code, 1);
			assert.ok(result.stderr.includes(words), `${words}: ${result.stderr}`);
			undo();
		};
		const extra = join(folder, 'data', 'extra.txt');
		await spoil(() => writeFileSync(extra, 'x'), 'data/extra.txt is not in the MANIFEST', () => unlinkSync(extra));
		await spoil(() => symlinkSync('/etc/passwd', extra), 'data/extra.txt is not in the MANIFEST', () => unlinkSync(extra));
		await spoil(() => appendFileSync(join(folder, 'README.md'), ' '), 'README.md is not what the MANIFEST says', () => {});
		await spoil(() => unlinkSync(join(folder, 'one', 'dev.json')), 'one/dev.json is missing', () => {});
		await spoil(() => appendFileSync(join(folder, 'MANIFEST'), `${'0'.repeat(64)}  ../../etc/passwd\n`), 'is not a digest, two spaces and a path', () => {});
		assert.match((await release('verify', stack.dir)).stderr, /is no release/);
		const wrong = await release('verify', dir('one@1.0'), '--of', 'two@1.0');
		assert.equal(wrong.code, 1);
		assert.match(wrong.stderr, /MANIFEST is not the MANIFEST that was published with that release/);
	});

	test('verify looks into files whose digests are right', async () => {
		const folder = dir('later');
		const file = join(folder, 'one', 'test.json');
		const data = json(folder, 'one/test.json');
		data.data[0].paragraphs[0].qas[0].answers[0].answer_start += 1;
		writeFileSync(file, JSON.stringify(data));
		const manifest = Object.entries(digests(folder, (path) => path !== 'MANIFEST')).map(([path, sha]) => `${sha}  ${path}\n`);
		writeFileSync(join(folder, 'MANIFEST'), manifest.join(''));
		const result = await release('verify', folder);
		assert.equal(result.code, 1);
		assert.match(result.stderr, /spans: An answer does not stand in its passage/);
		assert.match(result.stderr, /download it again, or write it again \(beatctl release write NAME@VERSION\)/);
		assert.match(result.stdout, /no release of this database has this MANIFEST/);
	});

	test('bad words are explained', async () => {
		for (const [args, code, words] of [
			[['build', 'one'], 2, '--version 1.0'],
			[['build'], 2, 'exactly one PROJECT'],
			[['build', 'nobody', '--version', '1'], 1, 'There is no project "nobody"'],
			[['build', 'one', '--version', '../1'], 1, 'A version is up to 64'],
			[['build', 'one', '--version', '1..2'], 1, 'A version is up to 64'],
			[['build', 'one', '--version', '7', '--seed', 'a b'], 1, 'A seed is'],
			[['build', 'one', '--version', '7', '--formats', 'csv'], 1, 'There is no format "csv"'],
			[['build', 'one', '--version', '7', '--formats', ''], 1, 'at least one format'],
			[['build', 'one', '--version', '7', '--licence', 'a\nb'], 1, 'A licence is'],
			[['build', 'one', '--version', '7', '--as-of', 'soon'], 1, '"soon" is not a moment'],
			[['build', 'one', '--version', '7', '--as-of', '2999-01-01'], 1, 'is in the future'],
			[['build', 'one', '--version', '7', '--as-of', 'infinity'], 1, '"infinity" is not a moment'],
			[['build', 'one', '--version', '7', '--formats', 'squad, csv'], 1, 'There is no format "csv"'],
			[['build', 'one', '--version', '7', '--as-of', '1999-01-01'], 1, 'was made at'],
			[['show', 'one'], 1, 'NAME@VERSION'],
			[['show', 'one@99'], 1, 'There is no release one@99'],
			[['write', 'one@99'], 1, 'There is no release one@99'],
			[['diff', 'one@1.0'], 2, 'takes two releases'],
			[['publish'], 2, 'build, combine, write, list, show, verify or diff'],
		]) {
			const result = await release(...args);
			assert.equal(result.code, code, `${args}: ${result.stderr}`);
			assert.ok(result.stderr.includes(words), `${args}: ${result.stderr}`);
		}
		assert.match((await stack.beatctl(['help', 'release'])).stdout, /sha256sum -c MANIFEST/);
	});

	test('what is on record says who froze what', async () => {
		const events = await stack.sql("select kind, detail from event where kind like 'release.%' and detail ->> 'version' = '1.0' and detail ->> 'name' = 'one' order by id");
		assert.deepEqual(events.map((e) => e.kind), ['release.freeze', 'release.ready']);
	});

	test('an empty split is an empty file, not a missing one', async () => {
		await stack.ctl('project', 'set', 'two', '--targets', '4/0/0');
		rmSync(dir('two-e'), { recursive: true, force: true });
		await build('two', '2.0', '--out', dir('two-e'));
		assert.deepEqual(json(dir('two-e'), 'two/dev.json'), { version: '1.1', data: [] });
		assert.equal(allRows(dir('two-e'), 'two').length, 4);
		assert.deepEqual(lines(dir('two-e'), 'data/test.jsonl'), []);
		assert.equal((await release('verify', dir('two-e'))).code, 0);
		await stack.ctl('project', 'set', 'two', '--targets', '0/0/0');
		const none = await release('build', 'two', '--version', '2.1');
		assert.equal(none.code, 1);
		assert.match(none.stderr, /There is nothing to release: no question of two was in at .*Z, or none was wanted\. "beatctl question count two" tells why\./);
		assert.match((await release('show', 'two@2.1')).stderr, /There is no release two@2\.1/);
		assert.ok(documents.dev.length > 0);
	});
});
