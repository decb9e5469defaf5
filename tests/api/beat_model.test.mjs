// The real beat-model over HTTP: the contract of POST /predict, its refusals, a full queue, passages read once, and a clean end.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { call } from '../lib/http.mjs';
import { program } from '../lib/paths.mjs';
import { run, Server, until } from '../lib/proc.mjs';

const RHINE =
	'The Rhine 🏞️ is a river in Europe. It rises in the Swiss Alps and flows to the North Sea near Rotterdam. ' +
	'In 1817 the engineer Johann Gottfried Tulla began to straighten it. The work took 59 years. Zoë lives in Köln.';

async function start(...args) {
	const server = new Server('beat-model', program('beat-model'), ['--port', '0', ...args]);
	const [, port] = await server.waitFor(/beat-model listening addr=\S*:(\d+)/);
	server.url = `http://127.0.0.1:${port}`;
	server.port = Number(port);
	return server;
}

// The span as the data counts it: code points.
const slice = (text, start, end) => [...text].slice(start, end).join('');

describe('beat-model', () => {
	let server;
	const predict = (body, options = {}) => call('POST', `${server.url}/predict`, { body, ...options });

	before(async () => {
		server = await start('--reader', 'window', '--max-passage', '200000');
	});
	after(() => server.stop());

	function problem(answer, status, slug, words) {
		assert.equal(answer.status, status, answer.text);
		assert.match(answer.headers['content-type'], /^application\/problem\+json/);
		assert.equal(answer.body.type, `urn:beat:${slug}`);
		assert.equal(answer.body.status, status);
		assert.match(answer.body.detail, words);
		assert.ok(answer.body.request_id);
	}

	it('answers with a span of the passage in code points', async () => {
		for (const [question, wanted] of [
			['When did Tulla begin to straighten it?', '1817'],
			['Who began to straighten it?', 'Johann Gottfried Tulla'],
			['How many years did the work take?', '59'],
			['Where does Zoë live?', 'Köln'],
		]) {
			const answer = await predict({ passage: RHINE, question });
			assert.equal(answer.status, 200);
			assert.deepEqual(Object.keys(answer.body).sort(), ['answer', 'end', 'model', 'null_score', 'score', 'start', 'version', 'weights']);
			assert.equal(answer.body.answer, wanted);
			assert.equal(slice(RHINE, answer.body.start, answer.body.end), wanted);
			assert.ok(answer.body.score > 0 && answer.body.score <= 1);
			assert.ok(answer.body.null_score >= 0 && answer.body.null_score < 1);
			assert.equal(answer.body.model, 'window');
			assert.match(answer.body.weights, /^[0-9a-f]{64}$/);
		}
	});

	it('answers the same question alike, also in escaped JSON', async () => {
		const body = { passage: RHINE, question: 'Where does Zoë live?' };
		const escaped = JSON.stringify(body).replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
		assert.deepEqual((await predict(escaped)).body, (await predict(body)).body);
	});

	it('tells the next best when it is asked to', async () => {
		const body = { passage: RHINE, question: 'Where does Zoë live?' };
		for (const k of [1, 2, 20]) {
			const answer = await call('POST', `${server.url}/predict?best=${k}`, { body });
			const { best } = answer.body;
			assert.equal(best.length, k);
			assert.deepEqual(Object.keys(best[0]), ['answer', 'start', 'end', 'score']);
			for (const key of Object.keys(best[0])) assert.equal(best[0][key], answer.body[key]);
			assert.equal(new Set(best.map((b) => `${b.start}-${b.end}`)).size, k);
			for (const b of best) assert.equal(slice(RHINE, b.start, b.end), b.answer);
			for (const [i, b] of best.entries()) assert.ok(i === 0 || b.score <= best[i - 1].score);
			assert.ok(best.reduce((sum, b) => sum + b.score, 0) <= 1.000001);
		}
		assert.equal((await call('POST', `${server.url}/predict?best=20`, { body: { passage: 'x', question: '' } })).body.best.length, 1);
		for (const k of ['0', '21', '-1', 'x', '', '1e1'])
			problem(await call('POST', `${server.url}/predict?best=${k}`, { body }), 422, 'invalid', /whole number from 1 to 20/);
	});

	it('names its readers', async () => {
		const readers = await call('GET', `${server.url}/readers`);
		assert.equal(readers.status, 200);
		const window = readers.body.find((r) => r.name === 'window');
		assert.deepEqual(Object.keys(window), ['name', 'version', 'weights', 'summary', 'measured', 'default']);
		assert.deepEqual(window.measured, { on: 'SQuAD, unseen articles', questions: 3867, em: 405, f1: 508, wins: 490 });
		assert.deepEqual(readers.body.filter((r) => r.default).map((r) => r.name), ['window']);
		problem(await call('POST', `${server.url}/predict?reader=oracle`, { body: { passage: 'x', question: '' } }), 422, 'invalid', /no such reader here; there (is|are) window/);
		problem(await call('POST', `${server.url}/predict?reader=%ff`, { body: {} }), 400, 'bad-request', /UTF-8/);
	});

	it('refuses arguments that it does not know', async () => {
		const body = { passage: RHINE, question: 'Where does Zoë live?' };
		for (const [query, name] of [['readre=window', 'readre'], ['reader=window&bset=2', 'bset'], ['Reader=window', 'Reader'], ['x', 'x'], ['=1', ''], ['b%C3%A9st%1b=1', 'bést\u001b']]) {
			const answer = await call('POST', `${server.url}/predict?${query}`, { body });
			problem(answer, 400, 'bad-request', /there are "reader" and "best"\.$/);
			assert.ok(answer.body.detail.startsWith(`There is no argument "${name}" here;`), answer.body.detail);
		}
		for (const query of ['', '?', '?&', '?best=1&reader=window&'])
			assert.equal((await call('POST', `${server.url}/predict${query}`, { body })).status, 200, query);
	});

	it('answers empty and absurd questions', async () => {
		for (const question of ['', ' ', '?', '🤷', 'what '.repeat(5000), '\u202e', "'; DROP TABLE passage; --"]) {
			const answer = await predict({ passage: RHINE, question });
			assert.equal(answer.status, 200);
			assert.equal(slice(RHINE, answer.body.start, answer.body.end), answer.body.answer);
			assert.notEqual(answer.body.answer, '');
		}
	});

	it('keeps offsets true on hostile text', async () => {
		for (const passage of ['é́ x', '👩‍🚀 flew', '中国的首都是北京。', 'a\u0300\u0301 b\u200d c', '  \u00a0 İstanbul ', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🎉 1999', '_']) {
			const answer = await predict({ passage, question: 'What is it?' });
			assert.equal(answer.status, 200, passage);
			assert.equal(slice(passage, answer.body.start, answer.body.end), answer.body.answer);
		}
	});

	it('refuses what is not the contract with a sentence', async () => {
		problem(await predict('{'), 400, 'bad-json', /Not valid JSON/);
		problem(await predict(''), 400, 'bad-json', /JSON/);
		problem(await predict(Buffer.from('{"passage":"\xff","question":"x"}', 'latin1')), 400, 'bad-json', /UTF-8/);
		problem(await predict('{"passage":"a\\u0000b","question":"x"}'), 400, 'bad-json', /a text in it holds a NUL character/);
		problem(await predict('{"passage":"a","passage":"b","question":"x"}'), 400, 'bad-json', /duplicate/);
		problem(await predict('['.repeat(100000)), 400, 'bad-json', /JSON/);
		problem(await predict([]), 422, 'invalid', /JSON object/);
		problem(await predict('null'), 400, 'bad-json', /JSON/);
		problem(await predict({}), 422, 'invalid', /"passage" is missing/);
		problem(await predict({ passage: RHINE }), 422, 'invalid', /"question" is missing/);
		problem(await predict({ passage: 3, question: 'x' }), 422, 'invalid', /"passage" must be a string/);
		problem(await predict({ passage: RHINE, question: null }), 422, 'invalid', /"question" must be a string/);
	});

	it('refuses a passage without a word', async () => {
		for (const passage of ['', ' \n', '...', '🎉🎉', '—'])
			problem(await predict({ passage, question: 'What?' }), 422, 'invalid', /holds no word/);
	});

	it('reads long passages and refuses too long ones', async () => {
		const long = `${'The hill is green and the rain is cold. '.repeat(4900)}Ada Quill was born in Ghent.`;
		const answer = await predict({ passage: long, question: 'Where was Ada Quill born?' });
		assert.equal(answer.body.answer, 'Ghent');
		problem(await predict({ passage: 'x '.repeat(100001), question: '' }), 413, 'too-large', /longer/);
		const huge = await predict(`{"passage":"${'x '.repeat(2000000)}","question":""}`).catch((error) => error);
		assert.ok(huge instanceof Error || huge.status === 413);
		assert.equal((await predict({ passage: 'É'.repeat(99999), question: 'É?' })).status, 200);
	});

	it('knows its addresses and methods', async () => {
		problem(await call('GET', `${server.url}/predict`), 405, 'method-not-allowed', /Allow/);
		problem(await call('GET', `${server.url}/`), 404, 'not-found', /nothing/);
		problem(await call('POST', `${server.url}/healthz`, { body: {} }), 405, 'method-not-allowed', /Allow/);
	});

	it('tells its health and what it measured', async () => {
		const health = await call('GET', `${server.url}/healthz`);
		assert.equal(health.status, 200);
		assert.equal(health.body.status, 'ok');
		assert.equal(health.body.reader, 'window');
		assert.ok(health.body.readers.includes('window'));
		const answer = await predict({ passage: RHINE, question: 'Who?' });
		assert.equal(answer.body.weights, health.body.weights);
		assert.equal(answer.body.version, health.body.version);
		const metrics = (await call('GET', `${server.url}/metrics`)).text;
		assert.match(metrics, /^beat_reader_predictions_total\{reader="window",outcome="answered"\} [1-9]/m);
		assert.match(metrics, /^beat_reader_predictions_total\{reader="window",outcome="refused"\} [1-9]/m);
		assert.match(metrics, /^beat_reader_seconds_count\{reader="window"\} [1-9]/m);
		assert.match(metrics, /^beat_reader_seconds_bucket\{reader="window",le="0.01"\} \d/m);
		assert.match(metrics, /^beat_reader_wait_seconds_count\{reader="window"\} [1-9]/m);
		assert.match(metrics, /^beat_passages_total\{reader="window",outcome="hit"\} [1-9]/m);
		assert.match(metrics, /^beat_passages_total\{reader="window",outcome="miss"\} [1-9]/m);
		assert.match(metrics, /^beat_queue_depth 0$/m);
		assert.match(metrics, /^beat_questions_under_way 0$/m);
		assert.match(metrics, /^beat_threads [1-9]/m);
		assert.match(metrics, /^beat_passages_bytes [1-9]/m);
		assert.match(metrics, /^beat_passages_evicted_total 0$/m);
		assert.match(metrics, /route="\/predict",status="200"/);
	});

	it('serves many at once', async () => {
		const answers = await Promise.all(
			Array.from({ length: 200 }, () => predict({ passage: RHINE, question: 'Where does Zoë live?' })),
		);
		assert.ok(answers.every((a) => a.status === 200 && a.body.answer === 'Köln'));
	});

	// Passages that keep the only thread busy for long.
	const LONG = 'The hill is green and the rain is cold. '.repeat(15000);
	const metric = async (other, pattern) => Number((await call('GET', `${other.url}/metrics`)).text.match(pattern)?.[1] ?? 0);
	const busy = (other) =>
		until(() => metric(other, /^beat_questions_under_way (\d+)$/m), { what: 'a question under way' });

	it('says 503 when as many wait as may, and answers those', async () => {
		const other = await start('--reader', 'window', '--threads', '1', '--queue', '1', '--max-passage', '5000000', '--deadline-ms', '600000');
		const ask = (passage) => call('POST', `${other.url}/predict`, { body: { passage, question: 'Who?' } });
		const first = ask(LONG);
		await busy(other);
		const answers = await Promise.all(Array.from({ length: 8 }, () => ask(RHINE)));
		const refused = answers.filter((a) => a.status !== 200);
		assert.ok(refused.length > 0, 'nobody was refused');
		for (const answer of refused) {
			problem(answer, 503, 'busy', /Too many questions wait/);
			assert.equal(answer.headers['retry-after'], '1');
		}
		assert.ok(answers.some((a) => a.status === 200), 'the one that could wait was not answered');
		assert.equal((await first).status, 200);
		assert.equal(await metric(other, /outcome="full"\} (\d+)/), refused.length);
		assert.equal((await ask(RHINE)).status, 200);
		await other.stop();
	});

	it('says 503 when the deadline passed, and goes on', async () => {
		const other = await start('--reader', 'window', '--threads', '1', '--max-passage', '5000000', '--deadline-ms', '20');
		const ask = (passage) => call('POST', `${other.url}/predict`, { body: { passage, question: 'Who?' } });
		for (const answer of await Promise.all([ask(LONG), ask(LONG)])) {
			problem(answer, 503, 'busy', /in time/);
			assert.equal(answer.headers['retry-after'], '1');
		}
		assert.ok((await metric(other, /outcome="late"\} (\d+)/)) >= 2);
		await other.stop();
	});

	it('drops the questions of clients that have gone', async () => {
		const other = await start('--reader', 'window', '--threads', '1', '--max-passage', '5000000', '--deadline-ms', '600000');
		const first = call('POST', `${other.url}/predict`, { body: { passage: LONG, question: 'Who?' } });
		await busy(other);
		const body = JSON.stringify({ passage: RHINE, question: 'Who?' });
		const socket = connect(other.port, '127.0.0.1');
		socket.on('error', () => {});
		socket.write(`POST /predict HTTP/1.1\r\nhost: x\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
		// it waits, or on a quick machine it has been answered already
		const ended = () => metric(other, /outcome="answered"\} (\d+)/);
		await until(async () => (await metric(other, /^beat_queue_depth (\d+)$/m)) > 0 || (await ended()) > 1, { what: 'a question that waits' });
		socket.destroy();
		assert.equal((await first).status, 200);
		await until(async () => (await metric(other, /outcome="gone"\} (\d+)/)) === 1 || (await ended()) > 1, { what: 'its end' });
		assert.equal(await metric(other, /^beat_queue_depth (\d+)$/m), 0);
		await other.stop();
	});

	it('reads a passage once, however many questions there are on it', async () => {
		const other = await start('--threads', '2');
		const readers = (await call('GET', `${other.url}/readers`)).body.map((r) => r.name);
		const passages = async (reader) => {
			const { text } = await call('GET', `${other.url}/metrics`);
			return ['miss', 'hit'].map((how) => Number(text.match(new RegExp(`^beat_passages_total\\{reader="${reader}",outcome="${how}"\\} (\\d+)$`, 'm'))?.[1] ?? 0));
		};
		for (const reader of readers) {
			const ask = async (passage, question) => {
				const answer = await call('POST', `${other.url}/predict?reader=${reader}`, { body: { passage, question } });
				assert.equal(answer.status, 200, answer.text);
			};
			for (let i = 1; i <= 5; i++) {
				await ask(RHINE, `Who was number ${i}?`);
				assert.deepEqual(await passages(reader), [1, i - 1], `${reader}, question ${i}`);
			}
			await ask(RHINE.replace('59', '60'), 'Who?');
			assert.deepEqual(await passages(reader), [2, 4], `${reader}: a changed passage is read anew`);
			await ask(RHINE, 'And before?');
			assert.deepEqual(await passages(reader), [2, 5], `${reader}: the first one is still known`);
			await Promise.all(Array.from({ length: 6 }, (_, i) => ask(`${RHINE} It is new.`, `Which ${i}?`)));
			assert.deepEqual(await passages(reader), [3, 10], `${reader}: of six questions at once one reads`);
		}
		assert.match((await call('GET', `${other.url}/metrics`)).text, new RegExp(`^beat_passages_kept ${3 * readers.length}$`, 'm'));
		await other.stop();
		const forgetful = await start('--reader', 'window', '--cache-mb', '0');
		for (let i = 0; i < 3; i++) await call('POST', `${forgetful.url}/predict`, { body: { passage: RHINE, question: 'Who?' } });
		assert.equal(await metric(forgetful, /reader="window",outcome="miss"\} (\d+)/), 3, 'without a cache every question reads');
		await forgetful.stop();
	});

	it('survives clients that break off', async () => {
		for (const bytes of ['POST /pred', 'POST /predict HTTP/1.1\r\ncontent-length: 100\r\n\r\n{"passage"', '\0\0\0\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n']) {
			const socket = connect(server.port, '127.0.0.1');
			socket.on('error', () => {});
			await new Promise((done) => socket.once('connect', done));
			socket.write(bytes);
			await new Promise((done) => setTimeout(done, 30));
			socket.destroy();
		}
		assert.equal((await predict({ passage: RHINE, question: 'Who?' })).status, 200);
	});

	it('starts only with sensible settings', async () => {
		for (const [args, words] of [
			[['--reader', 'oracle'], /no reader 'oracle'; there are window/],
			[['--readers', 'window,oracle'], /no reader 'oracle'/],
			[['--readers', 'window', '--reader', 'neural'], /is to answer but is not among those to be opened/],
			[['--threads', '-1'], /whole number from 0 to 1024/],
			[['--deadline-ms', '0'], /whole number from 1 to/],
			[['--port', '70000'], /whole number from 0 to 65535/],
			[['--weights', '/no/such/folder', '--port', '0'], /folder of weights \/no\/such\/folder is no folder, or not there/],
			[['--listen', 'nowhere', '--port', '0'], /not an IP address/],
			[['--port', String(server.port)], /cannot listen|in use/i],
			[['--nonsense', '1'], /no setting 'nonsense'/],
			[['serve', 'predict'], /is not a setting/],
			[['swerve'], /no command 'swerve'; did you mean 'serve'/],
		]) {
			const result = await run(program('beat-model'), args);
			assert.notEqual(result.code, 0, args.join(' '));
			assert.match(result.stderr, words);
		}
	});

	it('--help shows a stranger how to ask', async () => {
		const help = await run(program('beat-model'), ['--help']);
		assert.equal(help.code, 0);
		for (const word of ['POST /predict', 'GET  /readers', '?best=', '--port', '--reader', '--threads', '--queue', '--deadline-ms', '--cache-mb', 'curl', 'SIGTERM', 'predict ', 'eval ', 'ask ', 'list '])
			assert.ok(help.stdout.includes(word), word);
		for (const args of [['help'], ['serve', '--help'], ['help', 'serve'], ['-h'], ['--port', '0', '--help']])
			assert.equal((await run(program('beat-model'), args)).stdout, help.stdout, args.join(' '));
		assert.match((await run(program('beat-model'), ['--version'])).stdout, /^beat-model \d/);
	});

	it('SIGTERM ends it cleanly, with connections open', async () => {
		const other = await start('--reader', 'window');
		const socket = connect(other.port, '127.0.0.1');
		socket.on('error', () => {});
		await new Promise((done) => socket.once('connect', done));
		assert.equal((await call('POST', `${other.url}/predict`, { body: { passage: RHINE, question: 'Who?' } })).status, 200);
		await other.stop();
		assert.match(other.output, /stopped/);
		socket.destroy();
	});

	// The strongest reader there is takes minutes for these.
	const HUGE = LONG.repeat(8);
	async function busyWithHuge(t) {
		const other = await start('--threads', '1', '--max-passage', '5000000', '--deadline-ms', '600000');
		const body = JSON.stringify({ passage: HUGE, question: 'Who?' });
		const socket = connect(other.port, '127.0.0.1');
		t.after(() => socket.destroy());
		socket.on('error', () => {});
		socket.write(`POST /predict HTTP/1.1\r\nhost: x\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
		await busy(other);
		return { other, socket };
	}

	for (const signal of ['SIGTERM', 'SIGINT']) {
		it(`a second signal, ${signal}, ends it while a thread is busy with a question that nobody waits for`, async (t) => {
			const { other, socket } = await busyWithHuge(t);
			socket.destroy();
			await until(async () => (await metric(other, /outcome="gone"\} (\d+)/)) === 1, { what: 'the end of the client' });
			assert.equal(await metric(other, /^beat_questions_under_way (\d+)$/m), 1);
			other.child.kill('SIGTERM');
			await other.waitFor(/stopped$/m); // all are answered; what is left is the thread
			assert.equal(await call('GET', `${other.url}/healthz`).catch((error) => error.code), 'ECONNREFUSED');
			assert.equal(other.ended, null, 'it waits for its thread');
			assert.deepEqual(await other.kill(signal), { code: null, signal });
		});
	}

	it('a second signal ends it while it answers a question', async (t) => {
		const { other } = await busyWithHuge(t);
		other.child.kill('SIGTERM');
		await other.waitFor(/stopping: answering 1 requests under way/);
		assert.equal(other.ended, null, 'it answers first');
		assert.deepEqual(await other.kill('SIGTERM'), { code: 130, signal: null });
		assert.match(other.output, /second signal 15: stopping at once/);
	});
});
