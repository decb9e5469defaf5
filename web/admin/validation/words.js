// What is said where no question of dev and test is decided.
import { number } from '../format.js';

// A question that is out for another reason is not asked about any more.
export function noneDecided({ splits }) {
	const out = splits.filter((row) => row.split !== 'train').reduce((sum, row) => sum + row.skipped, 0);
	if (!out) return 'nothing decided yet';
	return `nothing decided yet; ${number(out)} ${out === 1 ? 'is' : 'are'} out for another reason, such as a revoked author`;
}
