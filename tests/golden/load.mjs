// The played database as a file: data alone, a COPY block a table, by primary key. It is loaded into whatever schema the
// programs under test make; where tables have changed since it was recorded, `adapt` says how an old row becomes a new one.
import { readFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStack, until } from '../lib/stack.mjs';

export const HERE = dirname(fileURLToPath(import.meta.url));
const FILE = join(HERE, 'played.sql');

// What the migrations themselves fill.
const OWN = ['schema_migration', 'function_set', 'review_word', 'participation_move', 'qualification_move'];

// A block of the file: {table, columns: [name], rows: [[text as COPY has it]]}. Gives it as the present schema wants it,
// or null if there is no place for it any more.
function adapt(block) {
	return block;
}

// What is known of pools from before there were any: as the migration has it, between these of its lines.
function poolsOf(blocks) {
	if (blocks.some(({ table }) => table === 'pool')) return '';
	const migration = readFileSync(join(HERE, '../../sql/migrations/0015_pool.sql'), 'utf8');
	const [made] = migration.match(/^insert into beat\.pool .*$/m);
	const [known] = migration.match(/^-- What was known so far\.[\s\S]*?(?=^create unique index)/m);
	return `${made.replace('(name', '(id, name').replace('values (', 'overriding system value values (1, ')}\n${known}`;
}

// What is known of validators from before they were of a pool, in the words of the migration.
const VALIDATORS = readFileSync(join(HERE, '../../sql/migrations/0046_validators.sql'), 'utf8').match(/^update beat\.qualification[\s\S]*?;\n/m)[0];

const TABLES = `select c.relname as name,
		array(select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
			order by a.attnum) as columns,
		array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attidentity <> '') as numbers,
		coalesce((select string_agg(quote_ident(a.attname), ', ' order by k.n) from pg_index i
			cross join unnest(i.indkey::int2[]) with ordinality as k (num, n)
			join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num where i.indrelid = c.oid and i.indisprimary), '1') as key
	from pg_class c where c.relnamespace = 'beat'::regnamespace and c.relkind = 'r' order by 1`;

// The text of the file. `hide` replaces what differs from one recording to the next without meaning anything.
export async function dump(stack, hide = (text) => text) {
	const admin = stack.cluster.uri(new URL(stack.db).pathname.slice(1), 'postgres');
	let out = '-- The data of a played database: made by tests/golden/record, read by tests/golden/load.mjs.\n';
	for (const { name, columns, key } of (await stack.sql(TABLES)).filter((t) => !OWN.includes(t.name))) {
		const rows = await stack.cluster.psql(admin, ['-c', `copy (select ${columns.join(', ')} from beat.${name} order by ${key}) to stdout`]);
		if (rows) out += `\nCOPY ${name} (${columns.join(', ')}) FROM stdin;\n${rows}\\.\n`;
	}
	return hide(out);
}

export function blocksOf(text) {
	return [...text.matchAll(/^COPY (\w+) \((.*)\) FROM stdin;\n([\s\S]*?)^\\\.$/gm)].map(([, table, columns, rows]) => ({
		table, columns: columns.split(', '), rows: rows.split('\n').slice(0, -1).map((row) => row.split('\t')),
	}));
}

// Starts beatd and waits until it has its database; models it need not have. Nothing happens by itself: votes are settled when
// the play says so.
export async function startServer(stack) {
	const { env, ...rest } = stack.options.beatd || {};
	stack.options.beatd = { ...rest, env: { ...env, BEAT_HOUSEKEEPING_S: '3600' } };
	await stack.startBeatd({ ready: false });
	await until(async () => (await stack.call('GET', '/api/v1/admin/me')).status === 401, { what: 'the database' });
}

// A stack whose database is the played one. beatd is not started.
export async function startPlayed(options = {}) {
	const stack = await startStack({ passages: false, project: false, model: 'none', beatd: false, ...options });
	try {
		const blocks = blocksOf(readFileSync(FILE, 'utf8')).map(adapt).filter(Boolean);
		const tables = (await stack.sql(TABLES)).filter((t) => !OWN.includes(t.name));
		const copies = blocks.map(({ table, columns, rows }) => `copy beat.${table} (${columns.join(', ')}) from stdin;\n${rows.map((row) => `${row.join('\t')}\n`).join('')}\\.\n`);
		const numbers = tables.flatMap(({ name, numbers }) => numbers.map((column) =>
			`select setval(pg_get_serial_sequence('beat.${name}', '${column}'), greatest(max(${column}), 1)) from beat.${name};\n`));
		// the data was proved when it was played: no trigger shall do anything a second time
		const input = `set session_replication_role = replica;\nbegin;\ntruncate ${tables.map((t) => `beat.${t.name}`).join(', ')} cascade;\n${copies.join('')}${poolsOf(blocks)}${VALIDATORS}${numbers.join('')}commit;\nanalyze;\n`;
		await stack.cluster.psql(stack.cluster.uri(new URL(stack.db).pathname.slice(1), 'postgres'), ['-o', '/dev/null'], { input });
	} catch (error) {
		await stack.stop().catch(() => {});
		throw error;
	}
	return stack;
}
