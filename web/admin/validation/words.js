// What is said where no question of dev and test is decided.
import { number } from '../format.js';

// A question that is out for another reason than its votes does not count, decided or not: its author's revocation, say.
export function noneDecided({ splits }) {
	const out = splits.filter((row) => row.split !== 'train').reduce((sum, row) => sum + row.skipped, 0);
	if (!out) return 'nothing decided yet';
	return `none decided of those that count; ${number(out)} ${out === 1 ? 'is' : 'are'} out for another reason, such as a revoked author`;
}
