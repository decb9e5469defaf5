// Setting up codes of an authenticator app (TOTP), with a QR code drawn here: the secret leaves the page to nobody.
import { encode } from 'uqr';
import { post } from '../api.js';
import { useBusy, useForm, useMe } from '../hooks.js';
import { html, useMemo, useState } from '../../shared/html.js';
import { Badge, Button, Card, Copyable, Field, toast } from '../ui.js';

const ON = 'Besides the password, signing in asks for a code of your authenticator app.';
const OFF = 'With a code of an authenticator app besides it, a stolen password is of no use to anybody.';

function QrCode({ text }) {
	const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: 3 }), [text]);
	const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
	return html`<svg
		class="qr"
		viewBox=${`0 0 ${size} ${size}`}
		role="img"
		aria-label="QR code for the authenticator app"
		shape-rendering="crispEdges"
	>
		<rect width=${size} height=${size} fill="#fff" />
		<path d=${squares} fill="#000" />
	</svg>`;
}

const inFours = (secret) => secret.replace(/(.{4})(?=.)/g, '$1 ');

function CodeForm({ action, danger, extra, onSend, onCancel }) {
	const [code, setCode] = useState('');
	const { busy, elsewhere, onSubmit } = useForm(() => onSend(code.replace(/\s/g, '')));
	return html`<form class="form" onSubmit=${onSubmit}>
		${extra}
		<${Field}
			label="Code"
			hint="The six digits that the app shows now."
			value=${code}
			onInput=${setCode}
			error=${elsewhere()}
			inputmode="numeric"
			autocomplete="one-time-code"
			required
		/>
		<div class="row row-end"><${Button} onClick=${onCancel}>Cancel</${Button}><${Button}
			type="submit"
			kind=${danger ? 'danger' : 'main'}
			busy=${busy}
		>
			${action}
		</${Button}>
		</div>
	</form>`;
}

export function Codes() {
	const { account, refresh } = useMe();
	const [setup, setSetup] = useState(null);
	const [stopping, setStopping] = useState(false);
	const [busy, run] = useBusy();
	const start = () =>
		run(async () => {
			try {
				setSetup(await post('/totp/start'));
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
		});
	/** @type {(to: '/totp/confirm' | '/totp/stop', said: string) => (code: string) => Promise<void>} */
	const send = (to, said) => async (code) => {
		await post(to, { code });
		setSetup(null);
		setStopping(false);
		toast(said);
		await refresh();
	};
	const badge = html`<${Badge} tone=${account.totp ? 'good' : 'plain'} text=${account.totp ? 'on' : 'off'} />`;
	const secret =
		setup &&
		html`<div class="totp">
			<${QrCode} text=${setup.uri} />
			<div>
				<p>Scan this with an authenticator app, then type the code that it shows.</p>
				<p class="hint">Without a camera, type this secret into the app:</p>
				<${Copyable} value=${inFours(setup.secret)} label="Secret" />
				<p class="hint"><a href=${setup.uri}>Open it in an app on this device</a></p>
			</div>
		</div>`;
	return html`<${Card} title="Sign-in codes" actions=${badge}>
		${setup && html`<${CodeForm}
			action="Turn on"
			extra=${secret}
			onSend=${send('/totp/confirm', 'Codes are asked for from now on.')}
			onCancel=${() => setSetup(null)}
		/>`}
		${stopping && html`<${CodeForm}
			action="Turn off"
			danger
			onSend=${send('/totp/stop', 'Codes are not asked for any more.')}
			onCancel=${() => setStopping(false)}
		/>`}
		${
			!setup &&
			!stopping &&
			html`<p>${account.totp ? ON : OFF}</p>
				<div class="row card-buttons">
					${
						account.totp
							? html`<${Button} onClick=${() => setStopping(true)}>Turn off</${Button}>`
							: html`<${Button} busy=${busy} onClick=${start}>Set up</${Button}>`
					}
				</div>`
		}
	</${Card}>`;
}
