// The frame of a page, and its states: loading, empty, failed.
import { html, useEffect, useId } from '../../shared/html.js';
import { Alert, Check, Info, Right } from '../icons.js';
import { Link } from '../router.js';
import { Button } from './bits.js';

// crumbs: [[text, path], …]. The heading takes the focus when the address has changed, so that a screen reader says
// where it is (see shell.js).
export function Page({ title, actions, crumbs = [], lead, wide, children }) {
	useEffect(() => {
		document.title = `${title} · Beat the AI`;
	}, [title]);
	return html`<div class=${`page ${wide ? 'page-wide' : ''}`}>
		<header class="page-head">
			<div class="page-title">
				${
					crumbs.length > 0 &&
					html`<nav aria-label="Breadcrumb">
						<ol class="crumbs">
							${crumbs.map(([text, to]) => html`<li>
							<${Link} to=${to}>${text}</${Link}><${Right} size="14" /></li>`)}
						</ol>
					</nav>`
				}
				<h1 id="page-title" tabindex="-1" dir="auto">${title}</h1>
				${lead && html`<p class="lead">${lead}</p>`}
			</div>
			${actions && html`<div class="page-actions">${actions}</div>`}
		</header>
		${children}
	</div>`;
}

// A section of a page. title is its heading, note what stands small beside it, actions at its right.
export function Card({ title, note, actions, flush, tone, class: more = '', children }) {
	const id = useId();
	const head =
		(title || actions) &&
		html`<div class="card-head">
			<h2 class="card-title" id=${id}>${title}</h2>
			${note && html`<p class="card-note">${note}</p>`}
			${actions && html`<div class="card-actions">${actions}</div>`}
		</div>`;
	return html`<section
		class=${`card ${flush ? 'card-flush' : ''} ${tone ? `card-${tone}` : ''} ${more}`}
		aria-labelledby=${title ? id : null}
	>
		${head}${children}
	</section>`;
}

// A figure with its name: <dl> of Stat.
export const Stats = ({ children }) => html`<dl class="stats">${children}</dl>`;

export function Stat({ name, value, note, to }) {
	return html`<div class="stat">
		<dt>${name}</dt>
		<dd class="stat-value">${to ? html`<${Link} to=${to}>${value}</${Link}>` : value}</dd>
		${note && html`<dd class="stat-note">${note}</dd>`}
	</div>`;
}

// Names and values in two columns: [[name, value], …]; empty ones are left out.
export function Facts({ items }) {
	const shown = items.filter((item) => item && item[1] !== null && item[1] !== undefined && item[1] !== '');
	return html`<dl class="facts">
		${shown.map(
			([name, value]) =>
				html`<div>
					<dt>${name}</dt>
					<dd>${value}</dd>
				</div>`,
		)}
	</dl>`;
}

export function Empty({ title, icon: Icon = Check, children }) {
	return html`<div class="empty">
		<p class="empty-icon"><${Icon} size="30" /></p>
		<p class="empty-title">${title}</p>
		${children && html`<div class="empty-text">${children}</div>`}
	</div>`;
}

// Grey lines in the place of what is coming. kind: 'lines', 'table' or 'cards'.
export function Loading({ kind = 'lines', lines = 6, text = 'Loading …' }) {
	return html`<div class=${`skeleton skeleton-${kind}`} aria-busy="true">
		<p class="sr" role="status">${text}</p>
		<div aria-hidden="true">${Array.from({ length: lines }, () => html`<i></i>`)}</div>
	</div>`;
}

const HEADINGS = {
	403: 'You may not see this',
	404: 'Not found',
	410: 'This is over',
	0: 'No connection',
	503: 'The server is busy',
};

export function ErrorBox({ error, retry }) {
	return html`<div class="empty empty-error" role="alert">
		<p class="empty-icon"><${Alert} size="30" /></p>
		<p class="empty-title">${HEADINGS[error.status] ?? 'This did not work'}</p>
		<div class="empty-text"><p>${error.detail ?? error.message}</p></div>
		${retry && html`<${Button} onClick=${retry}>Try again</${Button}>`}
	</div>`;
}

// What is shown is not fresh any more.
export function Trouble({ error, retry }) {
	if (!error) return null;
	return html`<${Notice} level="warn">
		Could not be refreshed: ${error.detail ?? error.message}${' '}
		<${Button} kind="small" onClick=${retry}>Try again</${Button}>
	</${Notice}>`;
}

const LEVELS = { info: Info, good: Check, warn: Alert, error: Alert };

export function Notice({ level = 'info', title, children }) {
	const Icon = LEVELS[level];
	return html`<div class=${`notice notice-${level}`} role=${level === 'error' ? 'alert' : null}>
		<${Icon} size="20" />
		<div>
			${title && html`<p class="notice-title">${title}</p>`}
			<div>${children}</div>
		</div>
	</div>`;
}

// The states of a useLoad in one place: children is a function of its data.
//   <${Loaded} load=${load} skeleton=${{kind: 'table'}}>${(data) => html`…`}</${Loaded}>
export function Loaded({ load, skeleton, children }) {
	const { data, error, trouble, reload } = load;
	if (data === null || data === undefined)
		return error ? html`<${ErrorBox} error=${error} retry=${reload} />` : html`<${Loading} ...${skeleton} />`;
	return html`<${Trouble} error=${trouble} retry=${reload} />${children(data)}`;
}
