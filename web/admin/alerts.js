// What somebody should look at, on top of a page; one that is kept as an alert can be acknowledged.
import { post } from './api.js';
import { useMe } from './hooks.js';
import { html } from '../shared/html.js';
import { Button, Notice, toast } from './ui.js';

function Acknowledge({ id, onDone }) {
	const know = async () => {
		try {
			await post('/alerts/{id}/ack', {}, { at: { id } });
			onDone();
		} catch (error) {
			toast(error.detail ?? error.message, { kind: 'bad' });
		}
	};
	return html`<${Button} kind="small" onClick=${know}>I know</${Button}>`;
}

// alerts: [{level, kind, text, id?}]
export function Alerts({ alerts, onChange }) {
	const { may } = useMe();
	if (!alerts.length) return null;
	return html`<div class="alerts">
		${alerts.map(
			(a) => html`<${Notice} key=${a.id ?? a.kind} level=${a.level}>
				${a.text} ${a.id && may('manage') && html`<${Acknowledge} id=${a.id} onDone=${onChange} />`}
			</${Notice}>`,
		)}
	</div>`;
}
