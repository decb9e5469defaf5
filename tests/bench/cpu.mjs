// Where the processors' time goes, by process, from /proc. Times are nanoseconds of all threads.
import { readdirSync, readFileSync } from 'node:fs';

function spent(pid) {
	try {
		const threads = readdirSync(`/proc/${pid}/task`);
		return threads.reduce((sum, t) => sum + Number(readFileSync(`/proc/${pid}/task/${t}/schedstat`, 'utf8').split(' ')[0]), 0);
	} catch {
		return 0; // it has ended
	}
}

// beatd's connections are called after their lane; the others are PostgreSQL's own.
async function backends(stack) {
	const rows = await stack.sql(`select pid, case when application_name ~ '^beatd (read|write)$' then application_name
		when backend_type = 'walwriter' or application_name ~ '^beatd' then coalesce(nullif(application_name, ''), backend_type)
		end as name from pg_stat_activity where pid <> pg_backend_pid()`);
	return rows.map(({ pid, name }) => ({ pid, name: name?.replace(/^beatd (.*)$/, 'PostgreSQL, $1') ?? 'PostgreSQL, the rest' }));
}

async function now(stack, stub, others) {
	const all = [...(await backends(stack)), { pid: stack.beatd.pid, name: 'beatd' }, { pid: stub, name: 'model stub' }, ...others];
	return all.map((process) => ({ ...process, spent: spent(process.pid) }));
}

// Runs measure() and adds `cpu` to what it gives: microseconds of each kind of process for one of what was done. others:
// {pid, name} of processes that have a part in it.
export async function withCpu(stack, stub, measure, others = []) {
	const before = new Map((await now(stack, stub, others)).map((process) => [process.pid, process.spent]));
	const result = await measure();
	const cpu = {};
	for (const { pid, name, spent: after } of await now(stack, stub, others))
		cpu[name] = (cpu[name] ?? 0) + (after - (before.get(pid) ?? 0)) / 1000 / result.done;
	return { ...result, cpu };
}

// Of all kinds together.
export const cpuSum = (cpu) => Object.values(cpu).reduce((a, b) => a + b, 0);

// A column for each side of `cpu`: {ours: turns, yardstick: turns}.
export function cpuTable(cpu) {
	const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
	const sides = Object.values(cpu);
	const names = [...new Set(sides.flat().flatMap((turn) => Object.keys(turn)))];
	const rows = names.map((name) => [name, ...sides.map((turns) => median(turns.map((turn) => turn[name] ?? 0)))]).sort((a, b) => Math.max(...b.slice(1)) - Math.max(...a.slice(1)));
	const all = ['in all', ...sides.map((turns) => median(turns.map(cpuSum)))];
	return [...rows, all].map(([name, ...us]) => `${name.padEnd(22)}${us.map((n) => ` ${n.toFixed(1).padStart(8)} µs`).join('')}`).join('\n');
}
