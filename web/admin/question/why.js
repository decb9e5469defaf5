// Why a question is in the dataset or out of it, now or at any moment before.
import { localTime, moment } from '../format.js';
import { html, useEffect, useState } from '../../shared/html.js';
import { Check, Clock, Cross } from '../icons.js';
import { Button, Card, Field, When } from '../ui.js';

// onPick(moment as ISO, or null for now).
function AsOf({ asOf, onPick, label = 'As of' }) {
	const [text, setText] = useState('');
	const [wrong, setWrong] = useState('');
	useEffect(() => {
		setText(asOf && !Number.isNaN(Date.parse(asOf)) ? localTime(asOf) : '');
		setWrong('');
	}, [asOf]);
	const submit = (event) => {
		event.preventDefault();
		const at = new Date(text);
		if (!text || Number.isNaN(at.getTime())) setWrong('Choose a day and a time.');
		else if (at > new Date()) setWrong('That has not come yet.');
		else onPick(at.toISOString());
	};
	return html`<form class="as-of" onSubmit=${submit} novalidate>
		<${Field} label=${label} type="datetime-local" step="1" value=${text} onInput=${setText} error=${wrong} />
		<${Button} type="submit" kind="small">Look</${Button}>
		${asOf && html`<${Button} kind="small" onClick=${() => onPick(null)}>Now</${Button}>`}
	</form>`;
}

function Rule({ rule }) {
	const Icon = rule.passed ? Check : Cross;
	return html`<li class=${`rule ${rule.passed ? 'rule-passed' : 'rule-failed'}`}>
		<span class="rule-icon"><${Icon} size="18" /><span class="sr">${rule.passed ? 'passed: ' : 'failed: '}</span></span>
		<span class="rule-text" dir="auto">${rule.sentence}</span>
		${rule.at && html`<span class="rule-when quiet"><${When} at=${rule.at} exact /></span>`}
	</li>`;
}

export function Why({ question, asOf, onPick }) {
	const failed = question.why.filter((rule) => !rule.passed).length;
	const title = question.in ? 'In the dataset' : 'Not in the dataset';
	const note = asOf ? `as of ${moment(question.as_of)}` : 'now'; // the server understands more than a clock's time
	const text = question.in
		? 'It passes every rule.'
		: `${failed === 1 ? 'One rule keeps' : `${failed} rules keep`} it out.`;
	return html`<${Card} title=${title} note=${note} class=${question.in ? 'fate-in' : 'fate-out'}>
		${asOf && html`<p class="as-of-note"><${Clock} size="16" /> This is how it was then. Look at another moment, or at now.</p>`}
		<p class="quiet">${text}</p>
		<ol class="rules" aria-label="Rules of validity">
			${question.why.map((rule) => html`<${Rule} key=${rule.rule} rule=${rule} />`)}
		</ol>
		<${AsOf} asOf=${asOf} onPick=${onPick} label="Look at another moment" />
	</${Card}>`;
}
