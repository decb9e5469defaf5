// The figures of a project as the paper reports them; every chart can be taken away as SVG, PNG and CSV.
import { get, } from '../api.js';
import { Chart } from '../chart.js';
import { decimal, number, percent, plural } from '../format.js';
import { useLoad } from '../hooks.js';
import { html, useEffect, useMemo } from '../../shared/html.js';
import { Bars } from '../icons.js';
import { Bar, Button, Card, Empty, Loaded, Notice, Page, Stat, Stats, Table, When } from '../ui.js';
import { Agreement } from '../review/agreement.js';
import { compared, counted, histogram, lying, rates, sunburst, twentieths } from '../review/stat_charts.js';
import { spoken } from '../review/words.js';

const AGAIN_MS = 3000; // while figures are still being worked out, a portion at each call
const COUNT = { key: 'n', title: 'Questions', align: 'end', format: number };
const SPLITS = [
	{ key: 'split', title: 'Split', cell: (s) => html`<strong>${s.split}</strong>` },
	{ key: 'documents', title: 'Documents', align: 'end', cell: (s) => number(s.documents) },
	{ key: 'passages', title: 'Passages', align: 'end', cell: (s) => number(s.passages) },
	{ key: 'questions', title: 'Questions', align: 'end', cell: (s) => number(s.questions) },
	{
		key: 'each',
		title: 'Questions a passage',
		align: 'end',
		hide: 'phone',
		cell: (s) => decimal(s.passages ? s.questions / s.passages : null),
	},
];

const MEANINGS = [
	['questions', 'Questions'],
	['word', 'Word'],
	['ngram_overlap', 'Overlap'],
	['wh', 'Question types'],
	['first_tokens', 'First three words'],
	['workers', 'Success'],
	['labels', 'Labels'],
	['win_rates', 'Win rate'],
	['agreement', 'How many answer alike'],
	['sample', 'Sample'],
	['reference', 'The paper'],
];

const sum = (rows, key) => rows.reduce((all, row) => all + row[key], 0);

function Splits({ splits }) {
	const total = {
		split: 'all',
		documents: sum(splits, 'documents'),
		passages: sum(splits, 'passages'),
		questions: sum(splits, 'questions'),
	};
	return html`<${Card} title="Passages and questions" note="Table 3" flush>
		<${Table} caption="Passages and questions by split" columns=${SPLITS} rows=${[...splits, total]} keyOf=${(s) => s.split} />
	</${Card}>`;
}

function Lengths({ lengths, reference, name }) {
	const sets = useMemo(
		() => [
			{
				name,
				isOwn: true,
				question: lengths.question_words,
				answer: lengths.answer_words,
				overlap: lengths.ngram_overlap,
			},
			...reference,
		],
		[lengths],
	);
	const option = useMemo(() => compared(sets), [sets]);
	const tenth = (x) => decimal(x);
	return html`<${Chart}
		title="Lengths and overlap"
		note="Table 4: means, beside the paper’s"
		height="300"
		rows=${sets}
		columns=${[
			{ key: 'name', title: 'Dataset' },
			{ key: 'question', title: 'Question length (words)', align: 'end', format: tenth },
			{ key: 'answer', title: 'Answer length (words)', align: 'end', format: tenth },
			{ key: 'overlap', title: 'Longest n-gram shared', align: 'end', format: tenth },
		]}
		summary=${`questions ${tenth(lengths.question_words)} words, answers ${tenth(lengths.answer_words)}, overlap ${tenth(lengths.ngram_overlap)}`}
		option=${option}
	/>`;
}

const named = (entries, name) =>
	entries
		.filter((e) => e.n > 0)
		.map((e) => ({ ...e, [name]: spoken(e[name]) }))
		.sort((a, b) => b.n - a.n);

function Kinds({ title, note, entries, name, colour, total, height, empty }) {
	const rows = useMemo(() => named(entries, name), [entries]);
	const kind = { word: 'first word', stratum: 'alike' }[name] ?? 'label';
	const option = useMemo(
		() => lying({ names: rows.map((r) => r[name]), values: rows.map((r) => r.n), colour, total, axis: kind }),
		[rows],
	);
	const columns = [
		{ key: name, title: name === 'word' ? 'First word' : 'Label' },
		COUNT,
		{
			key: 'share',
			title: 'Share',
			align: 'end',
			format: (_, row) => percent(total ? row.n / total : null),
			csv: (row) => (total ? row.n / total : ''),
		},
	];
	const top = rows[0];
	return html`<${Chart}
		...${{ title, note, rows, columns, option, empty }}
		height=${height ?? Math.max(180, 30 * rows.length + 70)}
		summary=${top ? `most often ${top[name]}, ${percent(top.n / total)}` : ''}
	/>`;
}

function FirstWords({ entries, total }) {
	const rows = useMemo(() => entries.map(({ path: [a, b, c], n }) => ({ a, b: b ?? '', c: c ?? '', n })), [entries]);
	const option = useMemo(() => sunburst(entries, total), [entries]);
	return html`<${Chart}
		title="First three words"
		note="choose a piece to look closer, the middle to go back"
		height="520"
		rows=${rows}
		columns=${[{ key: 'a', title: 'First' }, { key: 'b', title: 'Second' }, { key: 'c', title: 'Third' }, COUNT]}
		option=${option}
		summary=${rows[0] ? `most often “${rows[0].a} ${rows[0].b} ${rows[0].c}”` : ''}
	/>`;
}

function Distribution({ title, note, entries, keyName, valueName, mean, most, colour, axis }) {
	const rows = useMemo(() => (entries.length ? counted(entries, keyName, valueName, most) : []), [entries]);
	const option = useMemo(() => histogram({ rows, mean, colour, axis }), [rows, mean]);
	return html`<${Chart}
		...${{ title, note, rows, option }}
		height="250"
		columns=${[
			{ key: 'name', title: axis },
			{ key: 'count', title: 'Questions', align: 'end', format: number },
		]}
		summary=${mean === null || mean === undefined ? '' : `mean ${decimal(mean)}`}
	/>`;
}

function Success({ entries }) {
	const rows = useMemo(() => (entries.length ? twentieths(entries) : []), [entries]);
	const option = useMemo(
		() => histogram({ rows, colour: 'win', axis: '% of the reviewed questions valid', unit: 'workers' }),
		[rows],
	);
	return html`<${Chart}
		title="Success of the workers"
		note="as Figure 10: workers by their share of valid questions"
		height="250"
		...${{ rows, option }}
		columns=${[
			{ key: 'from', title: 'Success rate from', align: 'end', format: (x) => percent(x, 0) },
			{ key: 'count', title: 'Workers', align: 'end', format: number },
		]}
		empty="Nobody’s work was reviewed yet."
	/>`;
}

function WinRates({ models }) {
	const rows = useMemo(() => models.map((m) => ({ model: m.model, ...m.human, reference: m.reference })), [models]);
	const option = useMemo(() => rates(models), [models]);
	return html`<${Chart}
		title="Human win rate"
		note=${`with 95 % intervals${models.some((m) => m.reference) ? '; the line is the paper’s' : ''}`}
		height=${Math.max(140, 46 * rows.length + 90)}
		...${{ rows, option }}
		columns=${[
			{ key: 'model', title: 'Model' },
			{ key: 'k', title: 'Human wins', align: 'end', format: number },
			{ key: 'n', title: 'Judged', align: 'end', format: number },
			{ key: 'rate', title: 'Rate', align: 'end', format: (x) => percent(x) },
			{ key: 'low', title: 'Low', align: 'end', format: (x) => percent(x) },
			{ key: 'high', title: 'High', align: 'end', format: (x) => percent(x) },
			{ key: 'reference', title: 'In the paper', align: 'end', format: (x) => percent(x) },
		]}
	/>`;
}

function Pending({ data }) {
	return html`<${Card} title="The figures are being worked out">
		<p>${plural(data.pending, 'question')} to go. Each is looked at once; workers come first, so it takes longer while many are at work.</p>
		<${Bar} value=${data.questions} max=${data.questions + data.pending} label="Questions worked out" />
	</${Card}>`;
}

function Figures({ data, project }) {
	const { lengths } = data;
	const total = data.wh.reduce((all, w) => all + w.n, 0);
	return html`<div class="stack">
		<${Stats}>
			<${Stat} name="Questions kept" value=${number(sum(data.splits, 'questions'))} note=${`on ${plural(sum(data.splits, 'passages'), 'passage')}`} />
			<${Stat} name="Question" value=${`${decimal(lengths.question_words)} words`} note="on average" />
			<${Stat} name="Answer" value=${`${decimal(lengths.answer_words)} words`} note="on average" />
			<${Stat} name="Overlap with the passage" value=${`${decimal(lengths.ngram_overlap)} words`} note="longest shared run, on average" />
		</${Stats}>
		${data.sampled && html`<${Notice}>The charts below are computed on ${number(data.questions)} of ${number(data.total)} questions; the table of splits is exact.</${Notice}>`}
		<div class="figures">
			<${Splits} splits=${data.splits} />
			<${WinRates} models=${data.win_rates} />
			<div class="figures-wide"><${Lengths} lengths=${lengths} reference=${data.reference} name=${project} /></div>
			${
				data.agreement.length > 0 &&
				html`<${Kinds}
					title="How many answer alike"
					note="the author among them, after normalisation"
					entries=${data.agreement.map(({ answers, alike, questions }) => ({ stratum: `${alike} of ${answers}`, n: questions }))}
					name="stratum"
					colour="human"
					total=${sum(data.agreement, 'questions')}
				/>`
			}
			<${Kinds} title="Question types" note="by wh-word" entries=${data.wh} name="word" colour="main" total=${total} />
			<${Kinds}
				title="What it takes to answer"
				note="labels of the quality review, up to three a question; shares of the questions that have one"
				entries=${data.labels}
				name="label"
				colour="model"
				total=${data.labelled}
				empty="Reviewers have given no labels yet."
			/>
			<div class="figures-wide"><${FirstWords} entries=${data.first_tokens} total=${total} /></div>
			<${Distribution} title="Question length" note="words" entries=${data.question_lengths} keyName="words" valueName="n" mean=${lengths.question_words} most=${30} colour="main" axis="words" />
			<${Distribution} title="Answer length" note="words" entries=${data.answer_lengths} keyName="words" valueName="n" mean=${lengths.answer_words} most=${15} colour="human" axis="words" />
			<${Distribution} title="Overlap with the passage" note="longest run of words that question and passage share" entries=${data.overlap} keyName="n" valueName="questions" mean=${lengths.ngram_overlap} most=${12} colour="model" axis="words in a row" />
			<${Success} entries=${data.workers} />
		</div>
		<${Agreement} project=${project} />
		<${Card} title="What the figures mean">
			<dl class="meanings">${MEANINGS.map(
				([key, name]) =>
					html`<div>
						<dt>${name}</dt>
						<dd>${data.definitions[key]}</dd>
					</div>`,
			)}</dl>
		</${Card}>
	</div>`;
}

export function Statistics({ project }) {
	const load = useLoad(() => get('/projects/{project}/statistics', { project }), [project]);
	const pending = (load.data?.pending ?? 0) > 0;
	useEffect(() => {
		if (!pending || load.loading) return undefined;
		const timer = setTimeout(load.reload, AGAIN_MS);
		return () => clearTimeout(timer);
	}, [pending, load.loading]);
	const actions =
		load.data &&
		html`<span class="quiet">computed <${When} at=${load.data.computed_at} /></span>
		<${Button} kind="small" busy=${load.loading} onClick=${load.reload}>${load.loading ? 'Computing …' : 'Compute again'}</${Button}>`;
	return html`<${Page} title="Statistics" lead="The dataset in the figures of the paper." actions=${actions} wide>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 4, text: 'Computing …' }}>
			${(data) => {
				if (data.pending > 0) return html`<${Pending} data=${data} />`;
				return data.questions > 0
					? html`<${Figures} data=${data} project=${project} />`
					: html`<${Card}><${Empty} title="No questions yet" icon=${Bars}><p>Figures come with the first question that is kept.</p></${Empty}></${Card}>`;
			}}
		</${Loaded}>
	</${Page}>`;
}
