// Child processes under test. A Server keeps what it printed, can be waited for,
// and is judged when it ends: a sanitizer report, or an end nobody asked for, is an
// error thrown by stop(). Children never outlive this process.
import { spawn } from 'node:child_process';

const SANITIZER = /ERROR: \w*Sanitizer|runtime error:|WARNING: \w+Sanitizer|SUMMARY: \w+Sanitizer/;
const KEEP = 4 << 20; // bytes of output kept per server

// A report must end the process with a code no program of ours uses.
const SANITIZER_EXIT = 99;
export function sanitizerEnv() {
	return {
		ASAN_OPTIONS: `detect_leaks=1:exitcode=${SANITIZER_EXIT}:allocator_may_return_null=0:detect_stack_use_after_return=1:${process.env.ASAN_OPTIONS || ''}`,
		UBSAN_OPTIONS: `halt_on_error=1:print_stacktrace=1:exitcode=${SANITIZER_EXIT}:${process.env.UBSAN_OPTIONS || ''}`,
		LSAN_OPTIONS: `exitcode=${SANITIZER_EXIT}:${process.env.LSAN_OPTIONS || ''}`,
	};
}

// The sanitizer's part of an output, or null.
export function sanitizerReport(text) {
	const at = text.search(SANITIZER);
	return at < 0 ? null : text.slice(at, at + 6000);
}

const alive = new Set();
process.on('exit', () => {
	for (const child of alive) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// How long a test waits for what must happen, in ms: a machine may be busy, and who waits for a condition waits no longer than for it.
const PATIENCE = 60000;

// Calls fn until it returns something true, and returns that.
export async function until(fn, { timeout = PATIENCE, every = 20, what = 'a condition' } = {}) {
	const end = Date.now() + timeout;
	for (;;) {
		const value = await fn();
		if (value) return value;
		if (Date.now() > end) throw new Error(`gave up after ${timeout} ms waiting for ${what}`);
		await sleep(every);
	}
}

// Runs a program to its end: {code, signal, stdout, stderr}. Any exit code is fine, a
// sanitizer report is not. `input` may be a string or a Buffer.
export function run(file, args = [], { input, env, cwd, timeout = 3 * PATIENCE } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { cwd, env: { ...process.env, ...sanitizerEnv(), ...env } });
		const out = [];
		const err = [];
		alive.add(child);
		const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
		child.stdout.on('data', (d) => out.push(d));
		child.stderr.on('data', (d) => err.push(d));
		child.stdin.on('error', () => {}); // it may not want to read all of it
		child.stdin.end(input ?? '');
		child.on('error', (error) => {
			alive.delete(child);
			clearTimeout(timer);
			reject(error);
		});
		child.on('close', (code, signal) => {
			alive.delete(child);
			clearTimeout(timer);
			const stdout = Buffer.concat(out).toString();
			const stderr = Buffer.concat(err).toString();
			const report = sanitizerReport(stderr);
			if (report) reject(new Error(`${file} ${args.join(' ')}: sanitizer report\n${report}`));
			else if (signal === 'SIGKILL') reject(new Error(`${file} ${args.join(' ')}: not done after ${timeout} ms\n${stderr}`));
			else resolve({ code, signal, stdout, stderr });
		});
	});
}

export class Server {
	constructor(name, file, args = [], { env, cwd } = {}) {
		this.name = name;
		this.output = ''; // standard output and standard error, as they came
		this.ended = null; // {code, signal} once it is over
		this.expected = false; // did somebody here ask for its end?
		this.waiters = new Set();
		// setpriv: the kernel ends the server even when this process is killed with -9
		this.child = spawn('setpriv', ['--pdeathsig', 'KILL', file, ...args], {
			cwd,
			env: { ...process.env, ...sanitizerEnv(), ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		alive.add(this.child);
		const take = (data) => {
			this.output = (this.output + data).slice(-KEEP);
			for (const waiter of [...this.waiters]) waiter();
		};
		this.child.stdout.setEncoding('utf8').on('data', take);
		this.child.stderr.setEncoding('utf8').on('data', take);
		this.exit = new Promise((done) => {
			const over = (code, signal) => {
				if (this.ended) return;
				alive.delete(this.child);
				this.ended = { code, signal };
				done(this.ended);
				for (const waiter of [...this.waiters]) waiter();
			};
			this.child.on('error', (error) => {
				this.output += `${error.message}\n`;
				over(127, null);
			});
			this.child.on('close', over);
		});
	}

	get pid() {
		return this.child.pid;
	}

	// Lets this process end while the server runs; whoever calls this stops it at exit.
	unref() {
		alive.delete(this.child);
		for (const handle of [this.child, this.child.stdout, this.child.stderr]) handle.unref();
	}

	// Resolves with the match as soon as the output (after `from`) holds the pattern.
	waitFor(pattern, { timeout = PATIENCE, from = 0 } = {}) {
		return new Promise((resolve, reject) => {
			const finish = (fn, value) => {
				clearTimeout(timer);
				this.waiters.delete(look);
				fn(value);
			};
			const look = () => {
				const match = this.output.slice(from).match(pattern);
				if (match) finish(resolve, match);
				else if (this.ended) finish(reject, this.complaint(`ended (${this.how()}) before it printed ${pattern}`));
			};
			const timer = setTimeout(
				() => finish(reject, this.complaint(`has not printed ${pattern} after ${timeout} ms`)),
				timeout,
			);
			this.waiters.add(look);
			look();
		});
	}

	how() {
		return this.ended?.signal ? `signal ${this.ended.signal}` : `exit code ${this.ended?.code}`;
	}

	complaint(what) {
		const report = sanitizerReport(this.output);
		return new Error(`${this.name} ${what}\n${report ?? this.output.slice(-4000)}`);
	}

	// Sends a signal and waits for the end; the kind of end is the caller's business,
	// a sanitizer report never is.
	async kill(signal = 'SIGKILL', { timeout = PATIENCE } = {}) {
		this.expected = true;
		this.child.kill(signal);
		let late = false;
		const timer = setTimeout(() => {
			late = true;
			this.child.kill('SIGKILL');
		}, timeout);
		await this.exit;
		clearTimeout(timer);
		if (late) throw this.complaint(`did not end within ${timeout} ms of ${signal}`);
		if (sanitizerReport(this.output)) throw this.complaint('ended with a sanitizer report');
		return this.ended;
	}

	// A clean stop: SIGTERM must give exit code 0, leak check included.
	async stop() {
		if (this.ended) {
			if (sanitizerReport(this.output) || !this.expected) throw this.complaint(`had died by itself (${this.how()})`);
			return;
		}
		await this.kill('SIGTERM');
		if (this.ended.code !== 0) throw this.complaint(`ended with ${this.how()} after SIGTERM`);
	}
}
