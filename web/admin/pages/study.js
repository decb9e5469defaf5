// A study: how far it is and what came of it; and, for who may review, the desk where it is labelled.
import { get, path, post } from '../api.js';
import { Chart } from '../chart.js';
import { decimal, number, percent, plural } from '../format.js';
import { useLoad, useMe } from '../hooks.js';
import { html, useEffect, useMemo, useRef, useState } from '../../shared/html.js';
import { useKeys } from '../keys.js';
import { Link } from '../router.js';
import { Button, Card, ErrorBox, Loaded, Notice, Page, Table } from '../ui.js';
import { flat, topped } from '../review/stat_charts.js';
import { LABELS_MAX, letter, marked, pieces, shares, toggled } from '../study/words.js';

function chartOf(rows, datasets) {
	return (c) => ({
		legend: { data: datasets.map((d) => d.name), type: 'scroll' },
		grid: { top: 56, bottom: 28 },
		xAxis: {
			type: 'value',
			...flat('share of the questions'),
			axisLabel: { formatter: (x) => `${Math.round(100 * x)} %` },
		},
		yAxis: {
			type: 'category',
			inverse: true,
			...topped('label'),
			data: rows.map((r) => r.name),
			axisLabel: { color: c.ink, interval: 0 },
			splitLine: { show: false },
		},
		tooltip: { axisPointer: { type: 'shadow' }, valueFormatter: (x) => percent(x) },
		series: datasets.map((d, i) => ({
			name: d.name,
			type: 'bar',
			data: rows.map((r) => r[`share${i}`]),
			itemStyle: { color: c.series[i % c.series.length] },
		})),
	});
}

function Results({ study }) {
	const rows = useMemo(() => shares(study), [study]);
	const columns = [
		{ key: 'name', title: 'Label' },
		...study.datasets.flatMap((d, i) => [
			{ key: `share${i}`, title: d.name, align: 'end', format: (x) => percent(x), csv: (row) => row[`share${i}`] ?? '' },
			{
				key: `low${i}`,
				title: `${d.name}, 95 %`,
				align: 'end',
				format: (low, row) => (low === null ? '–' : `${percent(low)} – ${percent(row[`high${i}`])}`),
				csv: (row) => `${row[`low${i}`] ?? ''} ${row[`high${i}`] ?? ''}`,
			},
			{ key: `k${i}`, title: `${d.name}, questions`, align: 'end', format: (k, row) => `${k} of ${row[`n${i}`]}`, csv: (row) => row[`k${i}`] },
		]),
	];
	const decided = study.datasets.some((d) => d.decided > 0);
	return html`<${Chart}
		title="What the questions ask of a reader"
		note="as Figure 5: shares of the decided questions, which may have several labels; with 95 % intervals in the table"
		height=${120 + rows.length * (14 + 12 * study.datasets.length)}
		rows=${decided ? rows : []}
		columns=${columns}
		option=${chartOf(rows, study.datasets)}
		summary=${study.datasets.map((d) => `${d.name}: ${d.decided} of ${d.items} questions decided`).join('; ')}
		empty="Nothing is decided yet."
	/>`;
}

const AGREEMENT = [
	{ key: 'label', title: 'Label', cell: (a) => a.name },
	{ key: 'kappa', title: 'Cohen’s κ', align: 'end', cell: (a) => (a.kappa === null ? '–' : decimal(a.kappa, 2)) },
	{ key: 'both', title: 'Both', align: 'end', hide: 'phone', cell: (a) => number(a.both) },
	{ key: 'first', title: 'First', align: 'end', hide: 'phone', cell: (a) => number(a.first) },
	{ key: 'second', title: 'Second', align: 'end', hide: 'phone', cell: (a) => number(a.second) },
	{ key: 'n', title: 'Labelled twice', align: 'end', cell: (a) => number(a.n) },
];

// The shares are of what is decided: how much that is, and what it waits for, stands beside them.
const PROGRESS = [
	{ key: 'name', title: 'Dataset', cell: (d) => d.name },
	{ key: 'items', title: 'Questions', align: 'end', hide: 'phone', cell: (d) => number(d.items) },
	{ key: 'decided', title: 'Decided', align: 'end', cell: (d) => number(d.decided) },
	{ key: 'disputed', title: 'To adjudicate', align: 'end', cell: (d) => number(d.disputed) },
	{ key: 'open', title: 'To label', align: 'end', cell: (d) => number(d.items - d.decided - d.disputed) },
];

function waiting(disputed) {
	const [wait, them] = disputed === 1 ? ['waits', 'it'] : ['wait', 'them'];
	return `${plural(disputed, 'question')} on which two people differ ${wait} for a third, who did not label ${them}; until then the shares are without ${them}`;
}

function Progress({ study }) {
	const disputed = study.datasets.reduce((sum, d) => sum + d.disputed, 0);
	return html`<${Card} title="How far it is" note=${disputed > 0 ? waiting(disputed) : null} flush>
		<${Table} caption="Questions by dataset" columns=${PROGRESS} rows=${study.datasets} keyOf=${(d) => d.name} />
	</${Card}>`;
}

export function StudyPage({ study: name }) {
	const load = useLoad(() => get('/studies/{study}', { study: name }), [name]);
	const { may } = useMe();
	const actions =
		load.data &&
		may('review') &&
		html`${load.data.left.label > 0 && html`<${Link} class="button button-main" to=${path`/admin/studies/${name}/label`}>Label (${number(load.data.left.label)})</${Link}>`}
		${load.data.left.adjudication > 0 && html`<${Link} class="button" to=${path`/admin/studies/${name}/adjudicate`}>Adjudicate (${number(load.data.left.adjudication)})</${Link}>`}`;
	return html`<${Page} title=${`Study ${name}`} lead="Labels of a study are told apart from those of quality review." actions=${actions} wide>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 3 }}>
			${(data) => html`<div class="stack">
				<${Results} study=${data} />
				<${Progress} study=${data} />
				<${Card} title="Agreement" note="of the questions that two people labelled" flush>
					<${Table} caption="Agreement by label" columns=${AGREEMENT} rows=${data.agreement.map((a, place) => ({ ...a, name: data.words[place].name }))} keyOf=${(a) => a.label} />
				</${Card}>
			</div>`}
		</${Loaded}>
	</${Page}>`;
}

function Example({ word }) {
	const { before, inside, after } = marked(word.passage);
	return html`<p class="quiet">“${before}<mark>${inside}</mark>${after}” ${word.question}</p>`;
}

function Labels({ words, labels, onToggle }) {
	return html`<fieldset class="study-labels">
		<legend>What does it take to answer? Up to ${LABELS_MAX}; none is an answer too.</legend>
		${words.map((word, place) => {
			const on = labels.includes(word.word);
			return html`<label class="study-label">
				<input type="checkbox" checked=${on} disabled=${!on && labels.length >= LABELS_MAX} onChange=${() => onToggle(word.word)} />
				<span><kbd>${letter(place)}</kbd> <strong>${word.name}</strong>: ${word.meaning} <${Example} word=${word} /></span>
			</label>`;
		})}
	</fieldset>`;
}

function Said({ said, words }) {
	const names = (labels) => labels.map((label) => words.find((w) => w.word === label)?.name).join(', ');
	return html`<${Notice}>The two said: ${said.map((labels, i) => html`${i ? '; ' : ''}<strong>${names(labels) || 'none'}</strong>`)}. You decide.</${Notice}>`;
}

function Item({ item, words, onSaved }) {
	const [labels, setLabels] = useState([]);
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState(null);
	// What is chosen and whether it is on its way, true before the next drawing too: keys come faster than that.
	const now = useRef({ labels: [], saving: false });
	const { before, inside, after } = pieces(item);
	const choose = (chosen) => {
		now.current.labels = chosen;
		setLabels(chosen);
	};
	const toggle = (word) => choose(toggled(now.current.labels, word));
	const save = async () => {
		if (now.current.saving) return;
		now.current.saving = true;
		setBusy(true);
		try {
			await post(path`/study-items/${item.id}`, { labels: now.current.labels });
			onSaved();
		} catch (problem) {
			setError(problem);
			now.current.saving = false;
			setBusy(false);
		}
	};
	useKeys('Study', [
		...words.map((word, place) => ({ keys: letter(place), text: word.name, run: () => toggle(word.word) })),
		{ keys: 'n', text: 'none of them', run: () => choose([]) },
		{ keys: 'Enter', text: 'save and go on', run: save },
	]);
	return html`<div class="stack study">
		<${Card} title=${item.title || 'Passage'}>
			<p class="study-passage" dir="auto">${before}<mark>${inside}</mark>${after}</p>
			<p dir="auto"><strong>Question:</strong> ${item.question}</p>
			<p dir="auto"><strong>Answer:</strong> ${item.answer}</p>
		</${Card}>
		${item.said && html`<${Said} said=${item.said} words=${words} />`}
		<${Card}><${Labels} words=${words} labels=${labels} onToggle=${toggle} /></${Card}>
		${error && html`<${ErrorBox} error=${error} />`}
		<div class="row row-end">
			<span class="quiet" role="status">${labels.length ? plural(labels.length, 'label') : 'none of them'}</span>
			<${Button} kind="main" busy=${busy} onClick=${save}>Save and go on</${Button}>
		</div>
	</div>`;
}

function Desk({ study, kind }) {
	const words = useLoad(() => get('/study-words'), []);
	const [state, setState] = useState(/** @type {any} */ (null));
	const [error, setError] = useState(null);
	const next = async () => {
		try {
			setState(await post(path`/studies/${study}/next`, { kind }));
		} catch (problem) {
			setError(problem);
		}
	};
	useEffect(() => {
		next();
	}, [study, kind]);
	if (error) return html`<${ErrorBox} error=${error} />`;
	if (!state || !words.data) return html`<p class="quiet">One moment …</p>`;
	if (!state.item) return html`<${Card}><p>There is nothing left for you here. Thank you.</p><p><${Link} to=${path`/admin/studies/${study}`}>To the study</${Link}></p></${Card}>`;
	return html`<p class="quiet study-left">${plural(state.left, 'question')} left. Which dataset a question is from is not told.</p>
		<${Item} key=${state.item.id} item=${state.item} words=${words.data} onSaved=${next} />`;
}

export function StudyDesk({ study }) {
	return html`<${Page} title="Label questions" lead=${`Study ${study}`}><${Desk} study=${study} kind="label" /></${Page}>`;
}

export function StudyAdjudication({ study }) {
	return html`<${Page} title="Adjudicate" lead=${`Study ${study}: two people differ`}><${Desk} study=${study} kind="adjudication" /></${Page}>`;
}
