// Numbers, moments and money as people read them. English, and the time zone of the reader.

const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const NOTHING = '–';
const missing = (x) => x === null || x === undefined || Number.isNaN(x);

export const number = (n) => (missing(n) ? NOTHING : whole.format(n));
export const compact = (n) => (missing(n) ? NOTHING : n < 10000 ? whole.format(n) : short.format(n));
export const decimal = (x, digits = 1) => (missing(x) ? NOTHING : x.toFixed(digits));
export const percent = (x, digits = 1) => (missing(x) ? NOTHING : `${(100 * x).toFixed(digits)}\u00a0%`);
// How many questions of a dataset a model answers; '' if it was not measured.
// Billionths of a dollar.
export const nanodollars = (n) => `$${(n / 1e9).toFixed(n > 0 && n < 1e7 ? 5 : 2)}`;

// A build as people read it: what it calls itself, and the beginnings of its digests.
export const buildWords = (b) =>
	[b.name, b.version, b.weights.slice(0, 12), b.prompt && `prompt ${b.prompt.slice(0, 12)}`, b.protocol].filter(Boolean).join(' ');

export const measured = (m) => (m?.measured_on ? `${percent(m.measured_permille / 1000)} of ${m.measured_on}` : '');
export const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

export function money(cents, currency = 'USD') {
	if (missing(cents)) return NOTHING;
	return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
}

// The success rate that a project's settings ask for, from 0 to 1; undefined as long as they are not known.
export const successOf = (settings) => (settings ? Number(settings.success) / 1000 : undefined);

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB'];

// Sizes of files, in powers of 1000.
export function bytes(n) {
	if (missing(n)) return NOTHING;
	let [size, step] = [n, 0];
	for (; size >= 999.5 && step < SIZES.length - 1; step++) size /= 1000;
	return step === 0 ? plural(n, 'byte') : `${size.toFixed(size < 9.95 ? 1 : 0)}\u00a0${SIZES[step]}`;
}

export function duration(seconds) {
	if (missing(seconds)) return NOTHING;
	const s = Math.round(seconds);
	if (s < 60) return `${s} s`;
	if (s < 3600) return `${Math.floor(s / 60)} min${s % 60 ? ` ${s % 60} s` : ''}`;
	if (s < 86400) return `${Math.floor(s / 3600)} h${s % 3600 >= 60 ? ` ${Math.floor((s % 3600) / 60)} min` : ''}`;
	return plural(Math.round(s / 86400), 'day');
}

// 4:05, or 1:02:03 from an hour on: for columns.
export function clock(seconds) {
	if (missing(seconds)) return NOTHING;
	const s = Math.round(seconds);
	const two = (n) => String(n).padStart(2, '0');
	const [h, m] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60)];
	return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

export function milliseconds(ms) {
	if (missing(ms)) return NOTHING;
	return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10000 ? 2 : 1)} s`;
}

export const moment = (at) => (at ? full.format(new Date(at)) : NOTHING);
export const day = (at) => (at ? date.format(new Date(at)) : NOTHING);

// As a field of the type datetime-local wants it: the reader's own time zone, to the second.
export function localTime(at) {
	const date = new Date(at);
	return new Date(date.getTime() - 60000 * date.getTimezoneOffset()).toISOString().slice(0, 19);
}

/** @type {[Intl.RelativeTimeFormatUnit, number, number][]} */
const STEPS = [
	['second', 1, 60],
	['minute', 60, 60],
	['hour', 3600, 24],
	['day', 86400, 30],
	['month', 2629800, 12],
	['year', 31557600, Infinity],
];

export function ago(at, now = Date.now()) {
	if (!at) return NOTHING;
	const seconds = (new Date(at).getTime() - now) / 1000;
	if (Math.abs(seconds) < 10) return 'just now';
	const [unit, size] = STEPS.find(([, length, count]) => Math.abs(seconds) < length * count) ?? STEPS[0];
	return relative.format(Math.round(seconds / size), unit);
}

// "user:ann" is ann; others ("beatctl:…", "system") stay as they are.
export const actor = (name) => (name ?? '').replace(/^user:/, '') || NOTHING;

// The rows as CSV (RFC 4180). columns: [{key, title, csv?: row => value}]. A text that a spreadsheet would take for a
// formula gets an apostrophe before it.
export function csv(rows, columns) {
	const cell = (value) => {
		const plain = missing(value) ? '' : String(value);
		const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
		return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	};
	const lines = rows.map((row) => columns.map((c) => cell(c.csv ? c.csv(row) : row[c.key])).join(','));
	return `${[columns.map((c) => cell(c.title)).join(','), ...lines].join('\r\n')}\r\n`;
}
