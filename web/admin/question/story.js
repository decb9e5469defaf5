// What happened to a question, newest first: made, reviewed, decided by votes, discarded, restored. Every moment can be
// looked at.
import { actor, plural } from '../format.js';
import { html } from '../../shared/html.js';
import { spoken } from '../review/words.js';
import { Badge, Button, Card, Tag, When } from '../ui.js';

const CAUSES = {
	revocation: 'the author was revoked',
	review: 'a review rejected it',
	hand: 'by hand',
	unanswerable: 'by its votes',
};
const DECISIONS = { vote: 'votes came in', exclusion: 'votes were excluded or included', setting: 'the settings changed' };

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

const ofDecision = (d) => ({
	at: d.at,
	who: d.actor,
	title: capital(d.state),
	cause: DECISIONS[d.cause] ?? d.cause,
	tone: { answerable: 'good', unanswerable: 'bad' }[d.state],
	text: `${plural(d.votes, 'vote')}, ${d.matches} of them ${d.matches === 1 ? 'matches' : 'match'}`,
});

const ofDiscard = (d) => [
	{
		at: d.at,
		who: d.actor,
		title: 'Discarded',
		cause: CAUSES[d.cause] ?? d.cause,
		tone: 'bad',
		text: d.reason,
	},
	...(d.undone_at
		? [{ at: d.undone_at, who: d.undone_by, title: 'Restored', tone: 'good', text: d.undone_reason }]
		: []),
];

const ofReview = (r) => ({
	at: r.at,
	who: r.reviewer,
	title: r.valid ? 'Reviewed: valid' : 'Reviewed: invalid',
	tone: r.valid ? 'good' : 'bad',
	text: r.comment,
	words: { bad: r.tags ?? [], plain: r.labels ?? [] },
});

// Moments are compared as text: the server writes them all alike.
function storyOf({ created_at: made, submitted_at: handedIn, model, decisions, discards, reviews }) {
	const all = [
		made && { at: made, title: model ? 'Asked, and the model was beaten' : 'Asked' },
		handedIn && { at: handedIn, title: 'The HIT was handed in' },
		...decisions.map(ofDecision),
		...discards.flatMap(ofDiscard),
		...reviews.map(ofReview),
	].filter(Boolean);
	return all.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function Words({ words }) {
	if (!words || !(words.bad.length + words.plain.length)) return null;
	return html`<p class="said">
		${words.bad.map((word) => html`<span class="tag tag-bad">${spoken(word)}</span>`)}
		${words.plain.map((word) => html`<${Tag}>${spoken(word)}</${Tag}>`)}
	</p>`;
}

export function Story({ question, asOf, onPick }) {
	const story = storyOf(question);
	return html`<${Card} title="What happened">
		<ol class="timeline">
			${story.map(
				(entry) =>
					html`<li class=${`event ${entry.tone ? `event-${entry.tone}` : ''}`}>
						<p class="event-head">
							<strong>${entry.title}</strong>
							${entry.cause && html`<span class="quiet">${entry.cause}</span>`}
							${entry.who && html`<span class="quiet">by <bdi>${actor(entry.who)}</bdi></span>`}
						</p>
						${entry.text && html`<p class="detail-reason" dir="auto">${entry.text}</p>`}
						<${Words} words=${entry.words} />
						<p class="event-foot quiet">
							<${When} at=${entry.at} exact />
							${
								entry.at === asOf
									? html`<${Badge} tone="busy" text="shown" />`
									: html`<${Button} kind="tiny" onClick=${() => onPick(entry.at)}>As it was then</${Button}>`
							}
						</p>
					</li>`,
			)}
		</ol>
	</${Card}>`;
}
