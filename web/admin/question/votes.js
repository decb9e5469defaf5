// What validators answered, each beside the author's answer. Choosing one lights it up in the passage.
import { number, percent, plural } from '../format.js';
import { html } from '../../shared/html.js';
import { Note } from '../icons.js';
import { voteReason } from '../review/words.js';
import { Badge, Card, When, Worker } from '../ui.js';

export const voteKey = (vote) => `vote-${vote.n}`;

function State({ vote }) {
	return html`${vote.matches ? html`<${Badge} tone="good" text="matches" />` : html`<${Badge} tone="bad" text=${vote.answer ? 'differs' : 'no answer'} />`}
	${vote.excluded && html`<${Badge} tone="warn" text="excluded" title="The votes of this validator do not count." />`}`;
}

function Overlap({ vote }) {
	if (!vote.answer) return null;
	const { shared, vote_tokens: own, original_tokens: original } = vote;
	const counts = `${number(shared)} words shared, ${number(own)} in the vote, ${number(original)} in the original`;
	return html`<span class="quiet" title=${counts}>
		${vote.exact ? 'exact match' : `F1 ${percent(vote.f1, 0)}`}<span class="sr">, ${counts}</span>
	</span>`;
}

function Vote({ vote, project, isShown, onShow }) {
	return html`<li class=${`vote ${isShown ? 'vote-shown' : ''} ${vote.excluded ? 'vote-excluded' : ''}`}>
		<button type="button" class="vote-head" aria-pressed=${String(isShown)} onClick=${onShow}>
			<span class=${`vote-number ${vote.excluded ? 'vote-none' : vote.matches ? 'vote-matches' : ''}`}>${vote.n}</span>
			<span class="vote-answer" dir="auto">
				${vote.answer ? html`<q>${vote.answer.text}</q>` : html`Unanswerable: ${voteReason(vote.reason)}`}
			</span>
		</button>
		<p class="vote-facts">
			<${State} vote=${vote} /><${Overlap} vote=${vote} />
			<span class="quiet">validator <${Worker} worker=${vote.validator} project=${project} /></span>
			<span class="quiet"><${When} at=${vote.cast_at} /></span>
		</p>
		${vote.comment && html`<p class="said-comment" dir="auto"><${Note} size="16" /> ${vote.comment}</p>`}
	</li>`;
}

export function Votes({ question, project, shown, onShow }) {
	const { votes, validation } = question;
	const note = validation && `${number(validation.votes)} of ${number(validation.wanted)} wanted, ${number(validation.matches)} match`;
	const { pairs, exact, f1 } = question.agreement ?? {};
	const nothing = validation ? 'No vote was cast yet.' : 'This question is not validated.';
	return html`<${Card} title="Votes" note=${note}>
		${
			votes.length
				? html`<ol class="votes">
						${votes.map(
							(vote) =>
								html`<${Vote}
									key=${vote.n}
									isShown=${shown === voteKey(vote)}
									onShow=${() => onShow(shown === voteKey(vote) ? null : voteKey(vote))}
									...${{ vote, project }}
								/>`,
						)}
					</ol>`
				: html`<p class="quiet">${nothing}</p>`
		}
		${pairs > 0 && html`<p class="hint">Among themselves: ${number(exact.k)} of ${plural(pairs, 'pair')} the same, F1 ${percent(f1, 0)}.</p>`}
	</${Card}>`;
}
