// One HIT: the passage with every answer marked, and the chain of attempts with the model's answers.
import { get, path } from '../api.js';
import { duration, money, plural } from '../format.js';
import { useLoad, useMe } from '../hooks.js';
import { html } from '../../shared/html.js';
import { useLive } from '../live.js';
import { Badge, Button, Facts, Loaded, Notice, Page, toast, When, Worker } from '../ui.js';
import { discardOrRestore } from '../review/bulk.js';
import { asksNoModel, Chain } from '../review/chain.js';
import { VoteList } from '../validation/vote_list.js';

const KINDS = { generate: 'HIT', onboarding: 'Onboarding HIT', validate: 'Validation HIT' };

function doneIn({ won, attempts }) {
	if (attempts.length > 0 && attempts.every(asksNoModel)) return ['Asked', plural(attempts.length, 'question')];
	return ['Won', `${won} of ${plural(attempts.length, 'attempt')}`];
}

function About({ hit, project }) {
	const kept = hit.attempts.filter((a) => a.question_id && a.in).length;
	return html`<div class="card hit-facts">
		<${Facts}
			items=${[
				['State', html`<${Badge} state=${hit.state} />`],
				['Worker', html`<${Worker} worker=${hit.worker} project=${project} />`],
				['Split', hit.split],
				hit.kind !== 'validate' && doneIn(hit),
				hit.kind === 'validate' && ['Questions', hit.items?.length],
				hit.kind === 'generate' && ['In the dataset', plural(kept, 'question')],
				['Started', html`<${When} at=${hit.started_at} />`],
				hit.ended_at && ['Handed in', html`<${When} at=${hit.ended_at} />`],
				['Took', hit.seconds === null ? null : duration(hit.seconds)],
				['Earned', hit.reward_cents ? money(hit.reward_cents) : null],
				hit.sample && ['Sampled', html`in batch ${hit.sample.batch} · <${Badge} state=${hit.sample.state} />`],
			]}
		/>
	</div>`;
}

// All questions of the HIT out of the dataset, or back into it.
function Actions({ hit, project, onDone }) {
	const { may } = useMe();
	const ids = (isIn) => hit.attempts.filter((a) => a.question_id && a.in === isIn).map((a) => a.question_id);
	if (!may('manage') || hit.kind !== 'generate') return null;
	const run = async (what, chosen) => {
		try {
			if (await discardOrRestore({ what, project, ids: chosen })) onDone();
		} catch (error) {
			toast(error.detail ?? error.message, { kind: 'bad' });
		}
	};
	const byHand = hit.attempts
		.filter((a) => a.question_id && a.discards?.some((d) => d.cause === 'hand'))
		.map((a) => a.question_id);
	return html`
		${byHand.length > 0 && html`<${Button} kind="small" onClick=${() => run('restore', byHand)}>Restore …</${Button}>`}
		${ids(true).length > 0 && html`<${Button} kind="small" onClick=${() => run('discard', ids(true))}>Discard all …</${Button}>`}
	`;
}

export function Hit({ project, id }) {
	const load = useLoad(() => get('/hits/{id}', { id }), [id]);
	useLive(project, ['question', 'review', 'submit', 'revocation', 'validation'], load.reload);
	const hit = load.data;
	const name = `${KINDS[hit?.kind] ?? 'HIT'} ${id}`;
	const actions = hit && html`<${Actions} hit=${hit} project=${hit.project} onDone=${load.reload} />`;
	return html`<${Page} title=${name} actions=${actions} crumbs=${[['Questions', path`/admin/p/${project}/questions`]]} wide>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 2 }}>
			${(data) => html`
				${
					data.worker === null &&
					html`<${Notice}>This HIT is being reviewed blind: the worker and the model’s answers are shown when the review is settled.</${Notice}>`
				}
				${
					data.kind === 'validate'
						? html`<${VoteList} passage=${data.passage} items=${data.items ?? []} project=${data.project}><${About} hit=${data} project=${data.project} /></${VoteList}>`
						: html`<${Chain} passage=${data.passage} attempts=${data.attempts}><${About} hit=${data} project=${data.project} /></${Chain}>`
				}
			`}
		</${Loaded}>
	</${Page}>`;
}
