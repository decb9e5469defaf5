// A release of very many questions in a database of its own: frozen once, then written again and again.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { program, ROOT } from '../lib/stack.mjs';

// What anybody would copy: every question with its passage.
const FLAT = `copy (
	select rq.split, rq.question_id, d.title, x.text, t.question, t.answer_text, t.answer_start, m.name
	  from beat.release_question rq
	  join beat.question q on q.id = rq.question_id
	  join beat.attempt t on t.id = q.attempt_id
	  join beat.assignment a on a.id = q.assignment_id
	  join beat.model m on m.id = q.model_id
	  join beat.passage x on x.id = a.passage_id
	  join beat.document d on d.id = x.document_id
	 order by rq.split, rq.place) to stdout`;

const seconds = (begin) => Number(process.hrtime.bigint() - begin) / 1e9;

const ctl = (db, args) => execFileSync(program('beatctl'), args, { env: { ...process.env, BEAT_DB: db }, stdio: ['ignore', 'pipe', 'inherit'] }).toString();

export async function exported(stack, dir, questions) {
	const db = await stack.cluster.createDatabase();
	const superuser = db.replace('//beat@', '//postgres@');
	ctl(db, ['migrate']);
	execFileSync('psql', ['-X', '-q', '-d', superuser, '-v', `questions=${questions}`, '-f', join(ROOT, 'tests/bench/fill_export.sql')]);
	ctl(db, ['release', 'build', 'export', '--version', '1', '--formats', 'squad', '--out', join(dir, 'first')]);
	let most = 0; // bytes of memory
	return {
		async ours(i) {
			const out = join(dir, `again-${i}`);
			const answer = JSON.parse(ctl(db, ['release', 'write', 'export@1', '--out', out, '--json']));
			rmSync(out, { recursive: true });
			most = Math.max(most, answer.memory_bytes);
			return { rate: answer.questions / answer.export_seconds };
		},
		async yardstick() {
			const begin = process.hrtime.bigint();
			execFileSync('psql', ['-X', '-q', '-d', db, '-c', FLAT], { stdio: ['ignore', 'ignore', 'inherit'] });
			return { rate: questions / seconds(begin) };
		},
		more: () => ({ questions, megabytes: Math.round(most / 1048576) }),
	};
}
