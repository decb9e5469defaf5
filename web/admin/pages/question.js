// One question: the passage with every answer marked, why it is in the dataset or not, and all that happened to it.
import { get, path } from '../api.js';
import { useBusy, useLoad, useMe } from '../hooks.js';
import { html, useEffect, useMemo, useState } from '../../shared/html.js';
import { useLive } from '../live.js';
import { Link, navigate, useQuery } from '../router.js';
import { Badge, Button, Card, Copyable, Facts, Loaded, Notice, Page, Tag, toast, When, Worker } from '../ui.js';
import { discardOrRestore } from '../review/bulk.js';
import { Side } from '../review/chain.js';
import { Passage } from '../review/passage.js';
import { spoken } from '../review/words.js';
import { Story } from '../question/story.js';
import { voteKey, Votes } from '../question/votes.js';
import { Why } from '../question/why.js';

const TOPICS = ['question', 'validation', 'review', 'revocation', 'release', 'submit'];

const toneOf = (vote) => (vote.excluded ? 'lost' : vote.matches ? 'match' : 'miss');

function marksOf({ answer, model, votes }) {
	return [
		{ key: 'original', answer },
		...votes.flatMap((v) => (v.answer ? [{ key: voteKey(v), answer: v.answer, number: v.n, tone: toneOf(v) }] : [])),
		...(model ? [{ key: 'model', answer: model, kind: 'model' }] : []),
	];
}

function Legend({ question }) {
	return html`<p class="reading-legend quiet">
		<span><i class="swatch swatch-human"></i>author’s answer</span>
		${question.model && html`<span><i class="swatch swatch-model"></i>model’s answer</span>`}
		${
			question.votes.length > 0 &&
			html`<span><i class="swatch swatch-match"></i>vote that matches</span>
				<span><i class="swatch swatch-miss"></i>vote that differs</span>`
		}
	</p>`;
}

function About({ question, project }) {
	const { answer, model } = question;
	return html`<${Card} title="The question" class="asked-card hit-facts">
		<p class="asked" dir="auto">${question.question}</p>
		<dl class="sides">
			<${Side} of="human" name="Author" text=${answer.text} />
			${model && html`<${Side} of="model" name="Model" text=${model.answer} />`}
		</dl>
		<${Facts}
			items=${[
				['Split', question.split],
				['Author', html`<${Worker} worker=${question.worker} project=${project} />`],
				model && ['Model', html`<bdi>${model.name}</bdi>`],
				['HIT', html`<${Link} to=${path`/admin/p/${project}/hits/${question.hit}`}>${question.hit}</${Link}>`],
				question.created_at && ['Asked', html`<${When} at=${question.created_at} />`],
				question.labels?.length > 0 && ['Labels', question.labels.map((word) => html`<${Tag}>${spoken(word)}</${Tag}> `)],
			]}
		/>
		<p class="asked-id quiet"><span class="sr">Id: </span><${Copyable} value=${question.id} label="the id" compact /></p>
	</${Card}>`;
}

function Releases({ question, project }) {
	return html`<${Card} title="Releases">
		${
			question.releases.length
				? html`<ul class="plain">
						${question.releases.map(
							(r) =>
								html`<li>
									<${Link} to=${path`/admin/p/${project}/releases/${r.id}`}><bdi>${r.name}</bdi> ${r.version}</${Link}>
									<span class="quiet"> ${r.split}</span>
								</li>`,
						)}
					</ul>`
				: html`<p class="quiet">No release holds it.</p>`
		}
	</${Card}>`;
}

function Actions({ question, project, onDone }) {
	const { may } = useMe();
	const [busy, run] = useBusy();
	if (!may('manage') || question.validation?.cause === 'lost') return null; // what was lost is no question
	const byHand = question.discards.some((d) => d.cause === 'hand' && !d.undone_at);
	const what = byHand ? 'restore' : 'discard';
	const act = () =>
		run(async () => {
			try {
				if (await discardOrRestore({ what, project, ids: [question.id], onUndone: onDone })) await onDone();
			} catch (error) {
				toast(error.detail ?? error.message, { kind: 'bad' });
			}
		});
	return html`<${Button} kind=${byHand ? '' : 'danger'} busy=${busy} onClick=${act}>${byHand ? 'Restore …' : 'Discard …'}</${Button}>`;
}

function Body({ question, project, asOf, onPick }) {
	const [shown, setShown] = useState(null);
	const marks = useMemo(() => marksOf(question), [question]);
	const current = shown ? ['original', shown] : ['original', 'model'];
	const pick = (key) => setShown(key.startsWith('vote-') ? key : null);
	return html`<div class="hit">
		<section class="card hit-passage" aria-label="Passage">
			<${Passage} passage=${question.passage} marks=${marks} current=${current} onPick=${pick}>
				<${Legend} question=${question} />
			</${Passage}>
		</section>
		<div class="hit-side">
			<${About} ...${{ question, project }} />
			<${Why} ...${{ question, asOf, onPick }} />
			<${Votes} shown=${shown} onShow=${setShown} ...${{ question, project }} />
			<${Story} ...${{ question, asOf, onPick }} />
			<${Releases} ...${{ question, project }} />
		</div>
	</div>`;
}

export function QuestionPage({ project, id }) {
	const [{ as_of: asOf = null }, setParams] = useQuery();
	const load = useLoad(() => get('/questions/{id}', { id, as_of: asOf }), [id, asOf]);
	useLive(project, TOPICS, load.reload);
	const { data } = load;
	const here = data?.project ?? project;
	const state = data && html`<${Badge} state=${data.in ? 'in' : 'out'} text=${data.in ? 'in the dataset' : 'not in the dataset'} />`;
	const actions = data && html`${state}${!asOf && html`<${Actions} question=${data} project=${here} onDone=${load.reload} />`}`;
	return html`<${Page} title="Question" actions=${actions} crumbs=${[['Questions', path`/admin/p/${here}/questions`]]} wide>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 2 }}>
			${(question) => html`
				${
					question.worker === null &&
					html`<${Notice}>Its HIT is being reviewed blind: the author and the model’s answer are shown when the review is settled.</${Notice}>`
				}
				<${Body} question=${question} project=${here} asOf=${asOf} onPick=${(at) => setParams({ as_of: at })} />
			`}
		</${Loaded}>
	</${Page}>`;
}

// The short address of a question leads to the one in its project, where the side bar is the project's.
export function QuestionAlone({ id }) {
	const load = useLoad(() => get('/questions/{id}', { id }), [id]);
	const project = load.data?.project;
	useEffect(() => {
		if (project) void navigate(`${path`/admin/p/${project}/questions/${id}`}${location.search}`, { replace: true });
	}, [project]);
	return html`<${Page} title="Question" wide>
		<${Loaded} load=${load} skeleton=${{ kind: 'cards', lines: 2 }}>${() => null}</${Loaded}>
	</${Page}>`;
}
