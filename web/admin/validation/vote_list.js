// A validation HIT: the passage with the validator's answers marked, and the questions as they were shown.
import { path } from '../api.js';
import { percent } from '../format.js';
import { html, useMemo, useState } from '../../shared/html.js';
import { Note } from '../icons.js';
import { Passage } from '../review/passage.js';
import { voteReason } from '../review/words.js';
import { Link } from '../router.js';
import { Badge } from '../ui.js';

const STATES = {
	leased: 'not answered yet',
	released: 'not answered in time',
	skipped: 'skipped: it had its votes, or was out',
};

const marksOf = (items) =>
	items.flatMap(({ question_id: key, vote }, i) =>
		vote?.answer ? [{ key, answer: vote.answer, number: i + 1, tone: vote.excluded ? 'lost' : vote.matches ? 'match' : 'miss' }] : [],
	);

function Answer({ item }) {
	const { vote } = item;
	if (!vote) return html`<p class="quiet">${STATES[item.state] ?? item.state}</p>`;
	const text = vote.answer ? html`<q>${vote.answer.text}</q>` : html`Unanswerable: ${voteReason(vote.reason)}`;
	return html`<p class="vote-answer" dir="auto">${text}</p>
		<p class="vote-facts">
			${
				vote.matches === null || vote.matches === undefined
					? null
					: html`<${Badge} tone=${vote.matches ? 'good' : 'bad'} text=${vote.matches ? 'matches the author' : vote.answer ? 'differs from the author' : 'no answer'} />`
			}
			${vote.answer && vote.f1 !== null && vote.f1 !== undefined && html`<span class="quiet">${vote.exact ? 'exact match' : `F1 ${percent(vote.f1, 0)}`}</span>`}
			${vote.excluded && html`<${Badge} tone="warn" text="excluded" />`}
			${!vote.cast_at && html`<${Badge} tone="busy" text="not handed in" />`}
		</p>
		${vote.comment && html`<p class="said-comment" dir="auto"><${Note} size="16" /> ${vote.comment}</p>`}`;
}

export function VoteList({ passage, items, project, children }) {
	const [shown, setShown] = useState(items[0]?.question_id ?? null);
	const marks = useMemo(() => marksOf(items), [items]);
	return html`<div class="hit">
		<section class="card hit-passage" aria-label="Passage">
			<${Passage} passage=${passage} marks=${marks} current=${shown ? [shown] : []} onPick=${setShown}>
				<p class="reading-legend quiet">
					<span><i class="swatch swatch-match"></i>as the author</span><span><i class="swatch swatch-miss"></i>otherwise</span>
				</p>
			</${Passage}>
		</section>
		<section class="hit-side" aria-label="Questions">
			${children}
			${items.length === 0 && html`<p class="card quiet">This HIT holds no question.</p>`}
			<ol class="votes">
				${items.map(
					(item, i) => html`<li key=${item.question_id} class=${`card vote ${item.question_id === shown ? 'vote-shown' : ''}`}>
						<button type="button" class="vote-head" aria-pressed=${String(item.question_id === shown)} onClick=${() => setShown(item.question_id)}>
							<span class=${`vote-number ${item.vote ? (item.vote.matches ? 'vote-matches' : '') : 'vote-none'}`}>${i + 1}</span>
							<span class="vote-question" dir="auto">${item.question}</span>
						</button>
						<div class="vote-said"><${Answer} item=${item} /></div>
						<p class="vote-facts"><${Link} to=${path`/admin/p/${project}/questions/${item.question_id}`}>The question<span class="sr"> ${i + 1}</span></${Link}></p>
					</li>`,
				)}
			</ol>
		</section>
	</div>`;
}
