// Tables and the ways through long lists.
import { html, useRef, useEffect } from '../../shared/html.js';
import { number } from '../format.js';
import { Down, Left, Right, Up } from '../icons.js';
import { navigate } from '../router.js';
import { Button } from './bits.js';

const shape = ({ align, hide }) => `${align === 'end' ? 'end' : ''} ${hide ? `hide-${hide}` : ''}`;
const SORTED = { asc: 'ascending', desc: 'descending' };
const flip = { asc: 'desc', desc: 'asc' };

function Head({ column, sort, onSort }) {
	const { title, hint, sort: key, first = 'desc' } = column;
	if (!key || !onSort) return html`<th scope="col" class=${shape(column)} title=${hint}>${title}</th>`;
	const on = sort?.key === key;
	const dir = on ? sort.dir : null;
	const Arrow = dir === 'asc' ? Up : Down;
	return html`<th scope="col" class=${shape(column)} aria-sort=${on ? SORTED[dir] : null}>
		<button
			type="button"
			class=${`sort ${on ? 'sort-on' : ''}`}
			title=${hint}
			onClick=${() => onSort({ key, dir: on ? flip[dir] : first })}
		>
			${title}<${Arrow} size="14" />
		</button>
	</th>`;
}

// A click on a row follows it, unless it was on something that does more, or marked text.
function rowClick(onRow, row) {
	return (event) => {
		if (event.defaultPrevented || event.target.closest('a, button, input, label, summary')) return;
		if (String(getSelection())) return;
		onRow(row);
	};
}

function AllBox({ rows, chosen, onChosen, keyOf }) {
	const box = useRef();
	const on = rows.filter((row) => chosen.has(keyOf(row))).length;
	useEffect(() => {
		box.current.indeterminate = on > 0 && on < rows.length;
	});
	const toggle = () => {
		const next = new Set(chosen);
		for (const row of rows) next[on === rows.length ? 'delete' : 'add'](keyOf(row));
		onChosen(next);
	};
	return html`<th scope="col" class="pick">
		<input
			ref=${box}
			type="checkbox"
			aria-label="Choose all on this page"
			checked=${on > 0 && on === rows.length}
			onChange=${toggle}
		/>
	</th>`;
}

function PickBox({ row, chosen, onChosen, keyOf, nameOf }) {
	const key = keyOf(row);
	const toggle = () => {
		const next = new Set(chosen);
		next[next.has(key) ? 'delete' : 'add'](key);
		onChosen(next);
	};
	return html`<td class="pick">
		<input
			type="checkbox"
			aria-label=${`Choose ${nameOf?.(row) ?? key}`}
			checked=${chosen.has(key)}
			onChange=${toggle}
		/>
	</td>`;
}

// columns: [{key, title, cell?: row => …, sort?: key of the server, first?: 'asc', align?: 'end', hide?: 'phone' |
// 'tablet', hint?}]. sort {key, dir}, onSort({key, dir}). rowTo(row) is a path, or onRow(row) is called; the first
// column should hold a real link too. chosen (a Set) and onChosen add boxes. busy greys the rows while others load.
export function Table({
	caption,
	columns,
	rows,
	sort,
	onSort,
	rowTo,
	onRow,
	keyOf = (r) => r.id,
	chosen,
	onChosen,
	nameOf,
	busy,
}) {
	const go = onRow ?? (rowTo && ((row) => navigate(rowTo(row))));
	return html`<div class=${`table-box ${busy ? 'is-busy' : ''}`} tabindex="0" role="group" aria-label=${caption}>
		<table class=${`table ${go ? 'table-rows' : ''}`}>
			<caption class="sr">
				${caption}
			</caption>
			<thead>
				<tr>
					${chosen && html`<${AllBox} ...${{ rows, chosen, onChosen, keyOf }} />`}
					${columns.map((column) => html`<${Head} key=${column.key} ...${{ column, sort, onSort }} />`)}
				</tr>
			</thead>
			<tbody>
				${rows.map(
					(row) =>
						html`<tr key=${keyOf(row)} class=${row.class ?? ''} onClick=${go && rowClick(go, row)}>
							${chosen && html`<${PickBox} ...${{ row, chosen, onChosen, keyOf, nameOf }} />`}
							${columns.map(
								(c) =>
									html`<td
										key=${c.key}
										class=${`${shape(c)} ${c.class ?? ''}`}
									>
										${c.cell ? c.cell(row) : row[c.key]}
									</td>`,
							)}
						</tr>`,
				)}
			</tbody>
		</table>
	</div>`;
}

export function Pager({ total, offset, limit, onOffset, what = 'rows' }) {
	if (total === 0) return null;
	const last = Math.min(total, offset + limit);
	const go = (to) => onOffset(Math.max(0, to));
	return html`<nav class="pager" aria-label="Pages">
		<p class="quiet">${number(Math.min(offset + 1, last))}–${number(last)} of ${number(total)} ${what}</p>
		<div class="row">
			<${Button}
				kind="small"
				icon=${Left}
				disabled=${offset === 0}
				onClick=${() => go(offset - limit)}
			>
				Previous
			</${Button}>
			<${Button}
				kind="small"
				disabled=${last >= total}
				onClick=${() => go(offset + limit)}
			>Next<${Right} size="18" /></${Button}>
		</div>
	</nav>`;
}

// The end of a list from useMore.
export function More({ list, what = 'entries' }) {
	if (!list.next && !list.moreError) return null;
	return html`<div class="more">
		${list.moreError && html`<p class="wrong" role="alert">${list.moreError.detail}</p>`}
		<${Button} busy=${list.busy} onClick=${list.more}>${list.busy ? 'Loading …' : `Show more ${what}`}</${Button}>
	</div>`;
}
