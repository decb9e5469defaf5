// What is changed in a pool: its rules, and lists of workers brought in.
import { post } from '../api.js';
import { number } from '../format.js';
import { useForm } from '../hooks.js';
import { html, useState } from '../../shared/html.js';
import { Button, Dialog, Field, Notice, Select, TextArea, toast } from '../ui.js';
import { useLists } from './settings.js';

const PLATFORMS = [
	['', 'told in the list'],
	['prolific', 'Prolific'],
	['mturk', 'MTurk'],
	['direct', 'direct'],
];
// A longer list is for the command line: the server takes requests of 64 KB.
const MOST_BYTES = 60000;

const REACH = [
	['pool', 'the qualification, and the data in all projects of the pool'],
	['project', 'the data in that project alone'],
];

export function PoolSettings({ pool, onClose, onDone }) {
	const lists = useLists();
	const [title, setTitle] = useState(pool.title);
	const [onboarding, setOnboarding] = useState(pool.onboarding ?? '');
	const [model, setModel] = useState(pool.onboarding_model ?? '');
	const [retries, setRetries] = useState(String(pool.onboarding_retries));
	const [revokes, setRevokes] = useState(pool.revokes);
	const { busy, errorAt, elsewhere, onSubmit } = useForm(async () => {
		const settings = {
			title: title.trim(),
			onboarding: onboarding || null,
			onboarding_model: model || null,
			onboarding_retries: Number(retries),
			revokes,
		};
		await post('/pools/{pool}', { settings }, { at: { pool: pool.name } });
		toast('The rules of the pool are changed.');
		onDone();
	});
	const at = (key) => errorAt(`settings.${key}`);
	const named = (names, value) => [...new Set([...names, value].filter(Boolean))];
	return html`<${Dialog} title=${`Rules of the pool ${pool.name}`} onClose=${onClose}>
		<form onSubmit=${onSubmit}>
			<${Field} label="Title" value=${title} error=${at('title')} onInput=${setTitle} maxlength="200" required autofocus />
			<${Select}
				label="Onboarding"
				hint="What newcomers are taught in projects that are not open and name none of their own."
				options=${[['', 'none'], ...named(lists.onboardings, onboarding)]}
				value=${onboarding}
				error=${at('onboarding')}
				onChange=${setOnboarding}
			/>
			<${Select}
				label="Model of the onboarding"
				hint="The same for everybody, and better an easy one."
				options=${[['', pool.weakest ? `the weakest: ${pool.weakest}` : 'the weakest that was measured'], ...named(lists.models, model)]}
				value=${model}
				error=${at('onboarding_model')}
				onChange=${setModel}
			/>
			<${Field}
				label="Further tries after a failed onboarding"
				type="number"
				min="0"
				max="100"
				value=${retries}
				error=${at('onboarding_retries')}
				onInput=${setRetries}
				required
			/>
			<${Select}
				label="A revocation in one project takes"
				hint="For revocations to come. Reinstating brings back exactly what was taken."
				options=${REACH}
				value=${revokes}
				error=${at('revokes')}
				onChange=${setRevokes}
			/>
			${
				elsewhere(...['title', 'onboarding', 'onboarding_model', 'onboarding_retries', 'revokes'].map((key) => `settings.${key}`)) &&
				html`<p class="wrong" role="alert">${elsewhere()}</p>`
			}
			<div class="row row-end"><${Button} onClick=${onClose}>Cancel</${Button}>
			<${Button} type="submit" kind="main" busy=${busy}>Save</${Button}></div>
		</form>
	</${Dialog}>`;
}

function Outcome({ answer, onDone }) {
	return html`<div class="form">
		<p role="status">
			${number(answer.qualified)} qualified, ${number(answer.already)} were so
			already${answer.passed_over > 0 && `, ${number(answer.passed_over)} lines of another state were passed over`}.
		</p>
		${
			answer.refused.length > 0 &&
			html`<${Notice} level="warn" title="Not changed">
				<ul class="plain">
					${answer.refused.map(
						(r) =>
							html`<li>
								Line ${r.line}: <bdi>${r.worker}</bdi> ${r.state === 'revoked' ? 'is revoked' : 'waits for screening'}.
							</li>`,
					)}
				</ul>
			</${Notice}>`
		}
		<div class="row row-end"><${Button} kind="main" onClick=${onDone}>Done</${Button}></div>
	</div>`;
}

export function ImportList({ pool, onClose, onDone }) {
	const [text, setText] = useState('');
	const [platform, setPlatform] = useState(/** @type {'' | 'mturk' | 'prolific' | 'direct'} */ (''));
	const [answer, setAnswer] = useState(null);
	const isLong = new Blob([text]).size > MOST_BYTES;
	const { busy, errorAt, elsewhere, onSubmit } = useForm(async () =>
		setAnswer(await post('/pools/{pool}/import', { text, platform }, { at: { pool: pool.name } })),
	);
	const read = async (event) => {
		const [file] = event.currentTarget.files;
		if (file) setText(await file.text());
	};
	const tooLong = `The list is too long for the page: use “beatctl pool import ${pool.name} FILE”.`;
	return html`<${Dialog} title=${`Import workers into ${pool.name}`} onClose=${answer ? onDone : onClose} wide>
		${
			answer
				? html`<${Outcome} answer=${answer} onDone=${onDone} />`
				: html`<form onSubmit=${onSubmit}>
						<p class="hint">
							Who is in the list is qualified in all projects of the pool. The same list again changes nothing.
						</p>
						<${Field} label="File" type="file" accept=".csv,.tsv,.txt,text/*" onChange=${read} />
						<${TextArea}
							label="List"
							hint="One id a line, or CSV or TSV with the columns platform and worker_id."
							rows="8"
							value=${text}
							error=${isLong ? tooLong : errorAt('text')}
							onInput=${setText}
							spellcheck="false"
							required
						/>
						<${Select}
							label="Platform of the ids"
							options=${PLATFORMS}
							value=${platform}
							error=${errorAt('platform')}
							onChange=${setPlatform}
						/>
						${elsewhere('text', 'platform') && html`<p class="wrong" role="alert">${elsewhere('text', 'platform')}</p>`}
						<div class="row row-end"><${Button} onClick=${onClose}>Cancel</${Button}>
						<${Button} type="submit" kind="main" busy=${busy} disabled=${isLong}>Import</${Button}></div>
					</form>`
		}
	</${Dialog}>`;
}
