// What releases are described with: formats, options, and the limits of the fields.

// [key, name, what it is]
export const FORMATS = [
	['squad', 'SQuAD 1.1', 'JSON for each split, and test without answers for the public'],
	['mrqa', 'MRQA', 'compressed JSON lines with tokens and every occurrence of an answer'],
	['hf', 'Hugging Face', 'JSON lines with a dataset card, figures and Croissant metadata'],
	['attempts', 'Attempts', 'every attempt, won or lost, with the model’s answers, in chains'],
];

const NAMES = Object.fromEntries(FORMATS);
export const formatName = (key) => NAMES[key] ?? key;

export const LICENCES = ['CC-BY-SA-4.0', 'CC-BY-4.0', 'CC0-1.0', 'CC-BY-NC-SA-4.0', 'ODC-By-1.0', 'MIT', 'Apache-2.0'];

const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/;
const SEED = /^[0-9A-Za-z._-]{1,64}$/;

// What is wrong with the field, or nothing.
export function problemsOf({ version, seed, licence, formats, asOf }, taken) {
	const at = asOf ? new Date(asOf) : null;
	return {
		version: !VERSION.test(version) || version.includes('..')
			? 'Begin with a letter or a digit; then also dots, pluses and lines, 64 in all.'
			: taken.includes(version)
				? 'This version is there already. A release is never changed: choose another version.'
				: '',
		seed: SEED.test(seed) ? '' : 'Letters, digits, dot, line and underscore only, 1 to 64.',
		licence: licence.trim() ? '' : 'Say under which licence the data are published.',
		formats: formats.length ? '' : 'Choose at least one format.',
		asOf: !at ? '' : Number.isNaN(at.getTime()) ? 'Choose a day and a time.' : at > new Date() ? 'That has not come yet.' : '',
	};
}

// The next version after those that are there: 1.0, then 1.1 and so on.
export function nextVersion(versions) {
	const plain = versions.map((v) => v.match(/^(\d+)\.(\d+)$/)).filter(Boolean);
	if (!plain.length) return versions.length ? '' : '1.0';
	const [major, minor] = plain
		.map(([, a, b]) => [Number(a), Number(b)])
		.reduce((best, v) => (v[0] > best[0] || (v[0] === best[0] && v[1] > best[1]) ? v : best));
	return `${major}.${minor + 1}`;
}

// Where a file, or all of them in one, can be had.
export const fileUrl = (id, file) =>
	`/api/v1/admin/releases/${encodeURIComponent(id)}/files/${file.split('/').map(encodeURIComponent).join('/')}`;
export const archiveUrl = (id) => `/api/v1/admin/releases/${encodeURIComponent(id)}/archive`;
