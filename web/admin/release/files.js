// The files of a release, each with its size and digest.
import { get, post } from '../api.js';
import { bytes, number } from '../format.js';
import { useBusy, useLoad, useMe } from '../hooks.js';
import { html, useEffect, useState } from '../../shared/html.js';
import { Download } from '../icons.js';
import { useLive } from '../live.js';
import { Button, Card, Copyable, Notice, Table, toast } from '../ui.js';
import { archiveUrl, fileUrl } from './words.js';

const AGAIN_MS = 2000; // while files are being written

const columnsOf = (release, isHere) => [
	{
		key: 'path',
		title: 'File',
		class: 'cell-file',
		cell: (f) =>
			isHere ? html`<a href=${fileUrl(release.id, f.path)} download><bdi>${f.path}</bdi></a>` : html`<bdi>${f.path}</bdi>`,
	},
	{ key: 'bytes', title: 'Size', align: 'end', cell: (f) => html`<span title=${`${number(f.bytes)} bytes`}>${bytes(f.bytes)}</span>` },
	{
		key: 'sha256',
		title: 'SHA-256',
		class: 'cell-digest',
		hide: 'phone',
		cell: (f) => html`<span class="digest" title=${f.sha256}><${Copyable} value=${f.sha256} label=${`SHA-256 of ${f.path}`} compact /></span>`,
	},
];

// A release that beatctl wrote into a folder of its own, or whose files were lost: the same bytes can be written again.
function Elsewhere({ release, reload }) {
	const { may } = useMe();
	const [busy, run] = useBusy();
	const [isAsked, setAsked] = useState(false);
	useEffect(() => {
		if (!isAsked) return undefined;
		const timer = setInterval(reload, AGAIN_MS);
		return () => clearInterval(timer);
	}, [isAsked]);
	const write = () =>
		run(async () => {
			try {
				await post('/releases/{id}/write', {}, { at: { id: release.id } });
				setAsked(true);
			} catch (error) {
				toast(error.detail, { kind: 'bad' });
			}
			await reload();
		});
	return html`<div class="card-rest"><${Notice} level="warn" title="The files are not on this server">
		<p role="status">
			${isAsked && !release.trouble ? 'They are being written …' : 'They were written elsewhere. The same bytes can be written again here at any time.'}
		</p>
		${release.trouble && html`<p dir="auto">The last try failed: ${release.trouble}</p>`}
		${may('manage') && (!isAsked || release.trouble) && html`<p class="card-buttons"><${Button} kind="small" busy=${busy} onClick=${write}>Make it downloadable</${Button}></p>`}
	</${Notice}></div>`;
}

export function Files({ release }) {
	const { files } = release;
	const place = useLoad(() => get('/releases/{id}/files', { id: release.id }), [release.id]);
	useLive(null, ['release'], place.reload);
	const isHere = place.data?.here ?? true; // should it not be known, a link says so itself
	const all = isHere && html`<a class="button button-main button-small" href=${archiveUrl(release.id)} download><${Download} size="18" />Download all</a>`;
	return html`<${Card} title="Files" note=${`${number(files.length)}, ${bytes(release.bytes)}`} actions=${all} flush>
		${!isHere && html`<${Elsewhere} release=${release} reload=${place.reload} />`}
		<${Table} caption="Files of the release" columns=${columnsOf(release, isHere)} rows=${files} keyOf=${(f) => f.path} />
		<p class="card-rest quiet files-note">
			To check what was downloaded: <code>sha256sum -c MANIFEST</code> in the folder, or <code>beatctl release verify</code>.
		</p>
	</${Card}>`;
}
