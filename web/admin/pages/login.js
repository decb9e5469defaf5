// Signing in. It is shown over whatever address was asked for, and the page goes on there.
import { post } from '../api.js';
import { useBusy } from '../hooks.js';
import { html, useEffect, useRef, useState } from '../../shared/html.js';
import { Robot } from '../icons.js';
import { Button, Field, Notice } from '../ui.js';

/** How long to wait, counted down.
 * @returns {[number, (seconds: number) => void]} */
function useWait() {
	const [until, setUntil] = useState(0);
	const [, tick] = useState(0);
	const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
	useEffect(() => {
		if (!left) return undefined;
		const timer = setTimeout(() => tick((n) => n + 1), 1000);
		return () => clearTimeout(timer);
	});
	return [left, (seconds) => setUntil(Date.now() + seconds * 1000)];
}

export function Login({ who = '', over, bye, onEnter }) {
	const [name, setName] = useState(who);
	const [password, setPassword] = useState('');
	const [code, setCode] = useState('');
	const [asks, setAsks] = useState(false);
	const [error, setError] = useState(null);
	const [busy, run] = useBusy();
	const [left, wait] = useWait();
	const form = useRef();
	useEffect(() => {
		const before = document.title;
		document.title = 'Sign in · Beat the AI';
		form.current.elements[who ? 'password' : 'name'].focus();
		return () => (document.title = before);
	}, []);
	useEffect(() => {
		if (asks) form.current.elements.code.focus();
	}, [asks]);
	const failed = (problem) => {
		if (problem.slug === 'code-needed') {
			setError(asks && code ? problem : null);
			setAsks(true);
		} else setError(problem);
		if (problem.retryAfter) wait(problem.retryAfter);
	};
	const submit = (event) => {
		event.preventDefault();
		return run(async () => {
			try {
				await post('/login', { name: name.trim(), password, ...(asks && { code: code.replace(/\s/g, '') }) });
				await onEnter();
			} catch (problem) {
				failed(problem);
			}
		});
	};
	const why = over ? 'Your session has ended. Sign in to go on where you were.' : bye ? 'You have signed out.' : null;
	const again = left > 0 ? ` You can try again in ${left} s.` : '';
	return html`<main class="alone">
		<div class="login card">
			<p class="login-mark"><${Robot} size="34" /></p>
			<h1>Sign in</h1>
			<p class="quiet">Beat the AI, for researchers</p>
			${why && html`<${Notice}>${why}</${Notice}>`}
			${error && html`<${Notice} level="error">${error.detail}${again}</${Notice}>`}
			<form ref=${form} onSubmit=${submit}>
				<${Field}
					label="Name"
					name="name"
					value=${name}
					onInput=${setName}
					autocomplete="username"
					autocapitalize="none"
					spellcheck="false"
					required
				/>
				<${Field}
					label="Password"
					name="password"
					type="password"
					value=${password}
					onInput=${setPassword}
					autocomplete="current-password"
					required
				/>
				${
					asks &&
					html`<${Field}
						label="Code"
						name="code"
						hint="The six digits that your authenticator app shows now."
						value=${code}
						onInput=${setCode}
						inputmode="numeric"
						autocomplete="one-time-code"
						required
					/>`
				}
				<${Button}
					type="submit"
					kind="main"
					busy=${busy}
					disabled=${left > 0}
				>
					${busy ? 'Signing in …' : 'Sign in'}
				</${Button}>
			</form>
		</div>
	</main>`;
}
