// One's own account: password, sign-in codes, API tokens, signing out everywhere.
import { post } from '../api.js';
import { useBusy, useMe } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Badge, Button, Card, confirm, Facts, Field, Page, toast } from '../ui.js';
import { Codes } from './account_codes.js';
import { Tokens } from './account_tokens.js';

const MEANINGS = {
	look: 'see all pages',
	review: 'review and screen',
	manage: 'change projects, workers and questions',
	people: 'manage people',
	identity: 'see platform worker ids',
};

function Password() {
	const [old, setOld] = useState('');
	const [fresh, setFresh] = useState('');
	const [again, setAgain] = useState('');
	const [error, setError] = useState(null);
	const [busy, run] = useBusy();
	const { account } = useMe();
	const submit = (event) => {
		event.preventDefault();
		if (fresh !== again) return setError({ field: 'again', text: 'The two do not match.' });
		return run(async () => {
			try {
				await post('/password', { old, new: fresh });
				for (const clear of [setOld, setFresh, setAgain]) clear('');
				setError(null);
				toast('Password changed; your other sessions have ended.');
			} catch (problem) {
				const old = problem.slug === 'wrong-password' || problem.speaksOf?.('old');
				setError({ field: old ? 'old' : 'fresh', text: problem.detail });
			}
		});
	};
	const wrong = (field) => error?.field === field && error.text;
	const fields = [
		['old', 'Present password', 'current-password', old, setOld],
		['fresh', 'New password', 'new-password', fresh, setFresh],
		['again', 'New password again', 'new-password', again, setAgain],
	];
	return html`<${Card} title="Password">
		<form class="form" onSubmit=${submit}>
			<input
				class="sr"
				type="text"
				name="username"
				autocomplete="username"
				value=${account.name}
				readonly
				tabindex="-1"
				aria-hidden="true"
			/>
			${fields.map(
				([field, label, autocomplete, value, onInput]) =>
					html`<${Field} type="password" ...${{ label, autocomplete, value, onInput, error: wrong(field) }} required />`,
			)}
			<div class="row row-end">
			<${Button} type="submit" kind="main" busy=${busy}>Change the password</${Button}></div>
		</form>
	</${Card}>`;
}

function Sessions() {
	const { refresh } = useMe();
	const [busy, run] = useBusy();
	const end = () =>
		run(async () => {
			const { ok } = await confirm({
				title: 'Sign out everywhere?',
				text: 'Every session of yours ends, on all devices, this one too.',
				action: 'Sign out everywhere',
				danger: true,
			});
			if (!ok) return;
			try {
				await post('/logout-everywhere');
				await refresh();
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
		});
	return html`<${Card} title="Sessions">
		<p>If you have used a computer that others can reach, or somebody may know your password: end every session.</p>
		<div class="row card-buttons">
		<${Button} kind="danger" busy=${busy} onClick=${end}>Sign out everywhere</${Button}></div>
	</${Card}>`;
}

export function AccountPage() {
	const { account, may } = useMe();
	const granted = Object.keys(MEANINGS).filter(may);
	return html`<${Page} title="Your account">
		<div class="columns">
			<div class="stack">
				<${Card} title="You">
					<${Facts} items=${[
						['Name', html`<bdi>${account.name}</bdi>`],
						['Role', html`<${Badge} state=${account.role} />`],
						[
							'You may',
							html`<ul class="plain">
								${granted.map((p) => html`<li>${MEANINGS[p]}</li>`)}
							</ul>`,
						],
					]} />
				</${Card}>
				<${Password} />
			</div>
			<div class="stack"><${Codes} /><${Sessions} /></div>
		</div>
		<div class="after"><${Tokens} meanings=${MEANINGS} granted=${granted} /></div>
	</${Page}>`;
}
