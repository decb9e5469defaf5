// Records what the programs of BEAT_BUILD do: see tests/golden/record.
import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, HERE } from './load.mjs';
import { play } from './play.mjs';
import { EXPECTED, readAll } from './reads.mjs';

const only = process.argv[2] ?? 'all';
if (!['all', 'play', 'reads'].includes(only)) throw new Error('usage: tests/golden/record [all|play|reads]');

mkdirSync(EXPECTED, { recursive: true });
if (only !== 'reads') {
	const p = await play();
	try {
		writeFileSync(join(EXPECTED, 'transcript.jsonl'), p.transcript.print());
		if (only === 'all') {
			await p.stack.beatd.stop();
			// ports at which nobody listens
			const hide = (text) => p.ports.reduce((t, port, i) => t.replaceAll(`127.0.0.1:${port}/`, `127.0.0.1:${i + 1}/`), text.replaceAll(p.stack.dir, '/golden'));
			writeFileSync(join(HERE, 'played.sql'), await dump(p.stack, hide));
			writeFileSync(join(HERE, 'played.json'), `${JSON.stringify({ tokens: p.tokens, moments: p.moments }, null, '\t')}\n`);
		}
	} finally {
		await p.stack.stop();
	}
}
if (only !== 'play') {
	rmSync(join(EXPECTED, 'reads'), { recursive: true, force: true });
	mkdirSync(join(EXPECTED, 'reads'), { recursive: true });
	for (const [name, text] of Object.entries(await readAll())) writeFileSync(join(EXPECTED, 'reads', name), text);
}
