// A chart with its data: drawn by ECharts as SVG in the colours of the page, downloadable as SVG, PNG, PDF and CSV, and as
// a table for those who cannot see it or want the figures.
import { csv } from './format.js';
import { html, useEffect, useId, useRef, useState } from '../shared/html.js';
import { pdfOf } from './pdf.js';
import { Button, Card, ErrorBox, toast } from './ui.js';

const NAMES = [
	'paper',
	'card',
	'sunk',
	'ink',
	'quiet',
	'line',
	'edge',
	'main',
	'human',
	'model',
	'win',
	'warn',
	'wrong',
];

/** The colours of the page now: {ink, quiet, line, main, …, series: [...]}.
 * @returns {any} */
export function colours() {
	const style = getComputedStyle(document.documentElement);
	const get = (name) => style.getPropertyValue(`--${name}`).trim();
	const series = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => get(`chart-${n}`));
	return { ...Object.fromEntries(NAMES.map((name) => [name, get(name)])), series };
}

// Without quotes: ECharts writes it into an attribute as it is.
const SANS = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Arial, sans-serif';

function axis(c, own = {}) {
	const { axisLabel, nameTextStyle, ...rest } = own;
	return {
		axisLine: { lineStyle: { color: c.line } },
		axisTick: { show: false },
		splitLine: { lineStyle: { color: c.line } },
		...rest,
		axisLabel: { color: c.quiet, fontSize: 12, hideOverlap: true, ...axisLabel },
		nameTextStyle: { color: c.quiet, fontSize: 12, ...nameTextStyle },
	};
}

const each = (value, fn) => (Array.isArray(value) ? value.map(fn) : value && fn(value));

// What is the same in all charts, so that a page only says what is its own.
function dressed(option, c, still) {
	const { xAxis, yAxis, grid, tooltip, legend, ...rest } = option;
	return {
		color: c.series,
		textStyle: { fontFamily: SANS, color: c.ink },
		animation: !still,
		animationDuration: 350,
		animationDurationUpdate: 250,
		...rest,
		...(xAxis && { xAxis: each(xAxis, (a) => axis(c, a)) }),
		...(yAxis && { yAxis: each(yAxis, (a) => axis(c, a)) }),
		...((xAxis || grid) && { grid: { left: 8, right: 16, top: 28, bottom: 8, containLabel: true, ...grid } }),
		...(legend && {
			legend: {
				top: 0,
				left: 0,
				itemWidth: 14,
				itemHeight: 10,
				...legend,
				textStyle: { color: c.ink, fontSize: 13, ...legend.textStyle },
			},
		}),
		// drawn inside the SVG: a tooltip of HTML would need inline styles, which the page's policy forbids
		tooltip: {
			trigger: 'axis',
			renderMode: 'richText',
			confine: true,
			backgroundColor: c.card,
			borderColor: c.edge,
			borderWidth: 1,
			...tooltip,
			textStyle: { color: c.ink, fontSize: 13, fontFamily: SANS, ...tooltip?.textStyle },
		},
	};
}

// Parts with the same id move to their new values instead of being drawn from nothing.
function named(option) {
	const withIds = (value, kind) =>
		value && [value].flat().map((x, i) => ({ id: `${kind}-${x.name ?? i}-${i}`, ...x }));
	const parts = ['series', 'xAxis', 'yAxis'].filter((kind) => option[kind]);
	return { ...option, ...Object.fromEntries(parts.map((kind) => [kind, withIds(option[kind], kind)])) };
}

function useThemeName() {
	const [name, setName] = useState(document.documentElement.dataset.theme);
	useEffect(() => {
		const observer = new MutationObserver(() => setName(document.documentElement.dataset.theme));
		observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
		return () => observer.disconnect();
	}, []);
	return name;
}

let loaded = null;

// Also for pages that will have charts once their data are there.
export async function loadCharts() {
	loaded = await import('./chart-engine.js');
	return loaded;
}

function useEngine() {
	const [engine, setEngine] = useState(loaded);
	const [error, setError] = useState(null);
	useEffect(() => {
		let alive = true;
		loadCharts().then(
			(module) => alive && setEngine(module),
			() =>
				alive &&
				setError({ status: 0, detail: 'The charts could not be loaded. Reload the page to try again.' }),
		);
		return () => (alive = false);
	}, []);
	return [engine, error];
}

export function save(name, blob) {
	const url = URL.createObjectURL(blob);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const fileName = (title, suffix) =>
	`${title
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')}.${suffix}`;

// The colours of the light page, whatever is shown now: read and put back before anything is painted.
function lightColours() {
	const { dataset } = document.documentElement;
	const shown = dataset.theme;
	dataset.theme = 'light';
	const c = colours();
	dataset.theme = shown;
	return c;
}

// The chart for papers and print: as it is on the page, but light, with a background, and at rest.
function svgOf({ engine, chart, option }) {
	const [width, height] = [chart.getWidth(), chart.getHeight()];
	const c = lightColours();
	const own = typeof option === 'function' ? option(c, width) : option;
	const still = engine.init(null, null, { renderer: 'svg', ssr: true, width, height });
	still.setOption(named(dressed(own, c, true)));
	const text = still.renderToSVGString();
	still.dispose();
	return text.replace(/^(<svg[^>]*>)/, `$1<rect width="100%" height="100%" fill="#fff"/>`);
}

// All that is wanted of the chart is taken first: it may be drawn anew while the picture loads. Nothing here waits for
// the tab to be drawn or to be idle, as decode() and toBlob() do.
/** @param {number} fineness dots of a CSS pixel */
async function rasterOf(drawn, kind, fineness) {
	const [width, height] = [drawn.chart.getWidth(), drawn.chart.getHeight()];
	const canvas = document.createElement('canvas');
	canvas.width = width * fineness;
	canvas.height = height * fineness;
	const image = new Image();
	await new Promise((resolve, reject) => {
		image.onload = resolve;
		image.onerror = reject;
		image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(drawn))}`;
	});
	canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
	const [, base64] = canvas.toDataURL(kind, 0.95).split(',');
	return { bytes: Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)), dots: /** @type {[number, number]} */ ([canvas.width, canvas.height]), width, height };
}

const PICTURES = {
	PNG: async (drawn) => new Blob([(await rasterOf(drawn, 'image/png', 2)).bytes], { type: 'image/png' }),
	PDF: async (drawn) => {
		const { bytes: jpeg, ...page } = await rasterOf(drawn, 'image/jpeg', 4); // of 384 dots an inch
		return pdfOf({ jpeg, ...page });
	},
};

function Downloads({ title, drawn, rows, columns }) {
	const svg = () => save(fileName(title, 'svg'), new Blob([svgOf(drawn())], { type: 'image/svg+xml' }));
	const picture = async (kind) => {
		try {
			save(fileName(title, kind.toLowerCase()), await PICTURES[kind](drawn()));
		} catch {
			toast(`This browser could not turn the chart into a ${kind}. Take the SVG instead.`, { kind: 'bad' });
		}
	};
	const table = () =>
		save(fileName(title, 'csv'), new Blob([csv(rows, columns)], { type: 'text/csv;charset=utf-8' }));
	return html`<div class="downloads" role="group" aria-label=${`Download “${title}”`}>
		<${Button} kind="tiny" onClick=${svg} aria-label=${`${title} as SVG`}>SVG</${Button}>
		${Object.keys(PICTURES).map((kind) => html`<${Button} kind="tiny" onClick=${() => picture(kind)} aria-label=${`${title} as ${kind}`}>${kind}</${Button}>`)}
		<${Button} kind="tiny" onClick=${table} aria-label=${`${title} as CSV`}>CSV</${Button}>
	</div>`;
}

function DataTable({ title, rows, columns }) {
	const [open, setOpen] = useState(false);
	const side = (column) => (column.align === 'end' ? 'end' : '');
	const show = (column, row) => (column.format ? column.format(row[column.key], row) : row[column.key]);
	return html`<details class="data" onToggle=${(e) => setOpen(e.currentTarget.open)}>
		<summary>Data as a table</summary>
		${
			open &&
			html`<div class="table-box data-box" tabindex="0" role="group" aria-label=${`${title}: data`}>
				<table class="table">
					<thead>
						<tr>
							${columns.map((c) => html`<th scope="col" class=${side(c)}>${c.title}</th>`)}
						</tr>
					</thead>
					<tbody>
						${rows.map(
							(row) =>
								html`<tr>
									${columns.map((c) => html`<td class=${side(c)}>${show(c, row)}</td>`)}
								</tr>`,
						)}
					</tbody>
				</table>
			</div>`
		}
	</details>`;
}

// option: an ECharts option, or a function of the colours that gives one (then it follows the theme). rows and columns
// ([{key, title, align?, format?(value, row), csv?(row)}]) are the same data for the table and the CSV. summary says in
// a sentence what is to be seen; children stand below it. empty: what to show instead when there are no rows. It is drawn again when
// rows (keep the same array while the data are the same) or one of deps (always the same number of them) change.
export function Chart({ title, note, option, rows, columns, height = 260, summary, empty, actions, bare, children, deps = [] }) {
	const [engine, error] = useEngine();
	const theme = useThemeName();
	const box = useRef();
	const chart = useRef(null);
	const [width, setWidth] = useState(0);
	const hasRows = rows.length > 0;
	useEffect(() => {
		if (!engine || !box.current) return undefined;
		chart.current = engine.init(box.current, null, { renderer: 'svg' });
		const observer = new ResizeObserver(() => {
			chart.current?.resize();
			setWidth(box.current?.offsetWidth ?? 0);
		});
		observer.observe(box.current);
		return () => {
			observer.disconnect();
			chart.current.dispose();
			chart.current = null;
		};
	}, [engine, hasRows]);
	useEffect(() => {
		if (!chart.current) return;
		const c = colours();
		const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
		const own = typeof option === 'function' ? option(c, width || box.current.offsetWidth) : option;
		chart.current.setOption(named(dressed(own, c, still)), { replaceMerge: ['series', 'xAxis', 'yAxis'] });
	}, [engine, hasRows, theme, rows, width, ...deps]);
	const id = useId();
	const drawn = () => ({ engine, chart: chart.current, option });
	const tools = html`${actions}${hasRows && html`<${Downloads} ...${{ title, drawn, rows, columns }} />`}`;
	const body = hasRows
		? html`<div
					class="chart"
					role="img"
					aria-label=${summary ? `${title}: ${summary}` : title}
					id=${id}
					ref=${box}
					style=${{ height: `${height}px` }}
				></div>
				${error && html`<${ErrorBox} error=${error} />`} ${children}
				<${DataTable} ...${{ title, rows, columns }} />`
		: html`<p class="chart-empty quiet" style=${{ minHeight: `${Math.min(height, 160)}px` }}>
				${empty ?? 'No data yet.'}
			</p>
			${children}`;
	if (bare)
		return html`<div class="chart-bare">
			<div class="chart-tools">${tools}</div>
			${body}
		</div>`;
	return html`<${Card} title=${title} note=${note} actions=${tools} class="chart-card">${body}</${Card}>`;
}
