// Columns of tables that hold the splits of a release against their targets.
import { number } from '../format.js';
import { html } from '../../shared/html.js';
import { Badge } from '../ui.js';

export const SPLIT = { key: 'split', title: 'Split', cell: (s) => html`<strong>${s.split}</strong>` };

export const TARGET = {
	key: 'target',
	title: 'Target',
	align: 'end',
	cell: (s) => (s.target === null ? html`<span class="quiet">none</span>` : number(s.target)),
};

// How many are lacking, or the word for enough.
export const enough = (lacking, word) => ({
	key: 'state',
	title: html`<span class="sr">Enough</span>`,
	cell: (s) =>
		lacking(s) > 0
			? html`<${Badge} tone="warn" text=${`${number(lacking(s))} too few`} />`
			: s.target !== null && html`<${Badge} tone="good" text=${word} />`,
});
