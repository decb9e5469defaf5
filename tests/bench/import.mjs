// A SQuAD file imported by beatctl, to COPY of the same rows into tables with the same columns, keys and indexes.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '../lib/stack.mjs';

const SENTENCE = 'Its keepers wrote down the weather every evening, and their books tell of storms, of lost ships and of long winters.';
const PARAGRAPHS = 40; // of a document
const ASKED = 5; // questions of a paragraph, as in SQuAD: most of such a file is not read

const TABLES = `set client_min_messages = warning; drop schema if exists plain cascade; create schema plain;
	create table plain.document (like beat.document including all);
	create table plain.passage (like beat.passage including all, foreign key (document_id, split) references plain.document (id, split));
	create table plain.collection_passage (like beat.collection_passage including all,
		foreign key (passage_id) references plain.passage (id));`;
const COPIES = {
	documents: 'plain.document (id, title, split)',
	passages: 'plain.passage (id, document_id, split, text)',
	collected: 'plain.collection_passage (collection_id, passage_id)',
};

// The same passages as a SQuAD file and as rows to copy; no two rounds share a text.
function write(dir, round, bytes) {
	const lines = { documents: [], passages: [], collected: [] };
	const data = [];
	for (let d = 1, size = 0, id = 0; size < bytes; d++) {
		const title = `Lighthouses ${round}-${d}`;
		const paragraphs = Array.from({ length: PARAGRAPHS }, (_, k) => {
			const context = [`In 1847 lighthouse ${round}-${d}-${k} was lit.`, ...Array(5).fill(SENTENCE)].join(' ');
			const qas = Array.from({ length: ASKED }, (_, q) => ({ id: `${round}-${d}-${k}-${q}`, question: 'In which year was the lighthouse lit for the first time?', answers: [{ text: '1847', answer_start: 3 }] }));
			lines.passages.push(`${++id}\t${d}\ttrain\t${context}\n`);
			lines.collected.push(`1\t${id}\n`);
			return { context, qas };
		});
		lines.documents.push(`${d}\t${title}\ttrain\n`);
		data.push({ title, paragraphs });
		size += JSON.stringify(paragraphs).length;
	}
	writeFileSync(join(dir, 'squad.json'), JSON.stringify({ version: '1.1', data }));
	for (const [name, rows] of Object.entries(lines)) writeFileSync(join(dir, `${name}.tsv`), rows.join(''));
	return lines.passages.length;
}

function seconds(file, args, env) {
	const begin = process.hrtime.bigint();
	execFileSync(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
	return Number(process.hrtime.bigint() - begin) / 1e9;
}

export async function imported(stack, dir, bytes) {
	const db = await stack.cluster.createDatabase();
	const BEAT_DB = db;
	seconds(program('beatctl'), ['migrate'], { BEAT_DB });
	let passages = 0;
	return {
		async ours(round) {
			passages = write(dir, round, bytes);
			return { rate: passages / seconds(program('beatctl'), ['import', join(dir, 'squad.json'), '--collection', 'bench', '--split', 'train'], { BEAT_DB }) };
		},
		async yardstick() {
			const copies = Object.entries(COPIES).flatMap(([name, into]) => ['-c', `\\copy ${into} from '${join(dir, `${name}.tsv`)}'`]);
			seconds('psql', ['-Xq', '-v', 'ON_ERROR_STOP=1', '-d', db, '-c', TABLES]);
			const took = seconds('psql', ['-Xq1', '-v', 'ON_ERROR_STOP=1', '-d', db, ...copies]);
			for (const name of ['squad.json', ...Object.keys(COPIES).map((n) => `${n}.tsv`)]) rmSync(join(dir, name));
			return { rate: passages / took };
		},
	};
}
