// What stands around every page: the side bar, the sign-in form when nobody is signed in, shortcuts, dialogs.
import { get, post, remember, tellEntered, watchSession } from './api.js';
import { compact } from './format.js';
import { MeContext, useLoad, useMe } from './hooks.js';
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from '../shared/html.js';
import { Cross, Half, Keyboard, Menu, Moon, Out, Robot, Sun } from './icons.js';
import { listKeys, useKeys } from './keys.js';
import { allowLive, useLive, useLiveStatus } from './live.js';
import { GLOBAL_NAV, PROJECT_NAV } from './nav.js';
import { Login } from './pages/login.js';
import { Link, match, navigate, useLocation } from './router.js';
import { Dialog, Empty, ErrorBox, IconButton, Loading, Overlays, toast } from './ui.js';

const THEMES = { auto: ['as the system', Half], light: ['light', Sun], dark: ['dark', Moon] };

function ThemeButton({ theme }) {
	const [choice, setChoice] = useState(theme.choice);
	const [name, Icon] = THEMES[choice];
	useKeys('Everywhere', [{ keys: 't', text: 'light, dark, or as the system', run: () => setChoice(theme.next()) }]);
	return html`<${IconButton}
		label=${`Colours: ${name}. Change`}
		icon=${Icon}
		onClick=${() => setChoice(theme.next())}
	/>`;
}

const LIVE = { on: ['live-on', 'Live'], waiting: ['live-waiting', 'Reconnecting …'], off: ['live-off', 'Not live'] };

function LiveDot() {
	const [look, text] = LIVE[useLiveStatus()];
	return html`<p class=${`live ${look}`} title="Whether changes on the server show up here by themselves">
		<i></i>${text}
	</p>`;
}

const keyName = (key) => ({ ArrowDown: '↓', ArrowUp: '↑', ArrowLeft: '←', ArrowRight: '→' })[key] ?? key;
const Keys = ({ keys }) =>
	[keys]
		.flat()
		.map((all, i) => html`${i > 0 && ' or '}${all.split(' ').map((key) => html`<kbd>${keyName(key)}</kbd> `)}`);

function Help({ onClose }) {
	const licences = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=license]'))?.href;
	return html`<${Dialog} title="Keyboard shortcuts" onClose=${onClose} wide>
		<div class="help">
			${listKeys().map(
				(group) =>
					html`<section>
						<h3>${group.title}</h3>
						<dl>
							${group.entries.map(
								(e) =>
									html`<div>
										<dt><${Keys} keys=${e.keys} /></dt>
										<dd>${e.text}</dd>
									</div>`,
							)}
						</dl>
					</section>`,
			)}
		</div>
		<p class="help-foot">
			<a href=${licences} target="_blank">Licences of the software in this page</a>
		</p>
	</${Dialog}>`;
}

function ProjectSwitch({ projects, project }) {
	const known = projects.some((p) => p.name === project);
	const go = (name) => navigate(name ? `/admin/p/${encodeURIComponent(name)}/overview` : '/admin');
	return html`<label class="switch">
		<span class="sr">Project</span>
		<select class="input" value=${project ?? ''} onChange=${(e) => go(e.currentTarget.value)}>
			<option value="" selected=${!project}>All projects</option>
			${project && !known && html`<option value=${project} selected>${project}</option>`}
			${projects.map(
				(p) => html`<option value=${p.name} selected=${p.name === project}>${p.title || p.name}</option>`,
			)}
		</select>
	</label>`;
}

function NavLink({ to, icon: Icon, text, count, current }) {
	return html`<li>
		<${Link} to=${to} class="nav-link" aria-current=${current ? 'page' : null}>
			<${Icon} size="20" /><span>${text}</span>
			${count > 0 && html`<span class="count">${compact(count)}<span class="sr"> waiting</span></span>`}
		</${Link}>
	</li>`;
}

function ProjectNav({ project, waiting, section }) {
	return html`<ul class="nav" aria-label="Project">
		${PROJECT_NAV.map(
			({ key, text, icon, counts }) =>
				html`<${NavLink}
					key=${key}
					to=${`/admin/p/${encodeURIComponent(project)}/${key}`}
					icon=${icon}
					text=${text}
					count=${counts && waiting?.[counts]}
					current=${section === key}
				/>`,
		)}
	</ul>`;
}

function Side({ me, theme, project, section, projects, onHelp, onSignOut, open, onClose }) {
	const item = projects.find((p) => p.name === project);
	const allowed = GLOBAL_NAV.filter((n) => (!n.need || me.may(n.need)) && (!n.whole || me.may('look')));
	return html`<aside class=${`side ${open ? 'side-open' : ''}`} aria-label="Menu">
		<div class="side-top">
			<${Link} to="/admin" class="brand"><span class="brand-mark">
			<${Robot} size="22" /></span>Beat the AI</${Link}>
			<${IconButton} class="side-close" label="Close the menu" icon=${Cross} onClick=${onClose} />
		</div>
		<nav class="side-nav" aria-label="Main">
			<${ProjectSwitch} projects=${projects} project=${project} />
			${project && html`<${ProjectNav} project=${project} waiting=${item?.waiting} section=${section} />`}
			<ul class="nav" aria-label="General">
				${allowed.map((n) => html`<${NavLink}
					key=${n.key}
					to=${n.to}
					icon=${n.icon}
					text=${n.text}
					current=${section === n.key}
				/>`)}
			</ul>
		</nav>
		<div class="side-foot">
			<${LiveDot} />
			<div class="side-tools">
				<${ThemeButton} theme=${theme} />
				<${IconButton} label="Keyboard shortcuts" icon=${Keyboard} onClick=${onHelp} />
				<${IconButton} label="Sign out" icon=${Out} onClick=${onSignOut} />
			</div>
			<p class="side-who"><${Link} to="/admin/account"><bdi>${me.account.name}</bdi>
			</${Link}> <span class="quiet">${me.account.role}</span></p>
		</div>
	</aside>`;
}

// After the address has changed (not at the first sight): to the top, and the heading gets the focus.
function useArrival(path) {
	const first = useRef(true);
	useLayoutEffect(() => {
		if (first.current) {
			first.current = false;
			return;
		}
		window.scrollTo(0, 0);
		(document.getElementById('page-title') ?? document.getElementById('main'))?.focus({ preventScroll: true });
	}, [path]);
}

function useShortcuts(project, onHelp) {
	useKeys('Everywhere', [
		{ keys: '?', text: 'this help', run: onHelp },
		{ keys: '/', text: 'to the search field', run: () => /** @type {HTMLElement | null} */ (document.querySelector('[data-search]'))?.focus() },
		...GLOBAL_NAV.filter((n) => n.jump).map((n) => ({
			keys: `g ${n.jump}`,
			text: n.text,
			run: () => navigate(n.to),
		})),
	]);
	useKeys(
		'In a project',
		PROJECT_NAV.filter((n) => n.jump).map((n) => ({
			keys: `g ${n.jump}`,
			text: n.text,
			off: !project,
			run: () => navigate(`/admin/p/${encodeURIComponent(project)}/${n.key}`),
		})),
	);
}

function NotFound() {
	return html`<div class="page"><h1 class="sr" id="page-title" tabindex="-1">Not found</h1>
		<${Empty} title="There is no such page" icon=${Robot}><p>
		<${Link} to="/admin">All projects</${Link}></p></${Empty}>
	</div>`;
}

function Frame({ me, theme, routes, onSignOut }) {
	const { path } = useLocation();
	const who = useMe();
	const found = useMemo(() => match(routes, path), [path]);
	const { View = NotFound, params = {}, more = {} } = found ?? {};
	const projects = useLoad(() => get('/projects'), []);
	const [help, setHelp] = useState(false);
	const [open, setOpen] = useState(false);
	const items = projects.data?.items ?? [];
	useLive(null, ['project', 'screening', 'review', 'revocation', 'batch'], projects.reload);
	useShortcuts(params.project, () => setHelp(true));
	useArrival(path);
	useEffect(() => setOpen(false), [path]);
	return html`<a class="skip" href="#main">Skip to the content</a>
		<div class="shell">
			<header class="bar-top">
				<${IconButton}
					label="Menu"
					icon=${Menu}
					size="24"
					aria-expanded=${String(open)}
					onClick=${() => setOpen(true)}
				/>
				<p class="bar-name" dir="auto">
					${items.find((p) => p.name === params.project)?.title ?? params.project ?? 'Beat the AI'}
				</p>
				<${LiveDot} />
			</header>
			${open && html`<div class="veil" onClick=${() => setOpen(false)}></div>`}
			<${Side}
				...${{ me, theme, projects: items, onSignOut, open }}
				project=${params.project}
				section=${more.section}
				onHelp=${() => setHelp(true)}
				onClose=${() => setOpen(false)}
			/>
			<main id="main" tabindex="-1">
				<${MeContext.Provider} value=${{ ...who, may: mayIn(me, params.project) }}>
					<${View} key=${path} ...${params} />
				</${MeContext.Provider}>
			</main>
		</div>
		${help && html`<${Help} onClose=${() => setHelp(false)} />`}`;
}

const signedIn = (answer) => {
	const may = (permission) => answer.may.includes(permission);
	return { ...answer, may, everywhere: may };
};
// The same in a project: a role of its own holds there instead.
function mayIn({ projects, everywhere }, project) {
	const own = projects.find((p) => p.project === project);
	return own ? (permission) => own.may.includes(permission) : everywhere;
}

/** @typedef {{ phase: 'opening' | 'in' | 'out' | 'failed', me?: object, over?: boolean, bye?: boolean, error?: object }} State */

// The page stays as it is, out of sight, while its session is over: what was typed is still there after signing in
// again. An open dialog would stay in the way, so then everything is drawn anew.
/** @type {(before: State) => State} */
function lost(before) {
	if (before.phase !== 'in' || before.over) return before;
	return document.querySelector('dialog[open]') ? { phase: 'out', over: true } : { ...before, over: true };
}

export function Shell({ theme, routes }) {
	const [state, setState] = useState(/** @type {State} */ ({ phase: 'opening' }));
	const enter = async () => {
		try {
			const me = signedIn(remember(await get('/me')));
			setState({ phase: 'in', me });
			tellEntered();
		} catch (error) {
			setState(error.status === 401 ? { phase: 'out' } : { phase: 'failed', error });
		}
	};
	const signOut = async () => {
		try {
			await post('/logout');
			remember(null);
			setState({ phase: 'out', bye: true });
		} catch (error) {
			toast(error.detail, { kind: 'bad' });
		}
	};
	useEffect(() => {
		watchSession(() => setState(lost));
		void enter();
	}, []);
	const { phase, me, over, bye, error } = state;
	useEffect(() => allowLive(phase === 'in' && !over), [phase, over]);
	const alone = (view) => html`<main class="alone"><h1 class="sr">Beat the AI</h1>${view}</main>`;
	return html`${phase === 'opening' && alone(html`<${Loading} lines="4" />`)}
		${phase === 'failed' && alone(html`<${ErrorBox} error=${error} retry=${enter} />`)}
		${
			me &&
			html`<${MeContext.Provider} key=${me.account.name} value=${{ ...me, refresh: enter, signOut }}>
				<div hidden=${Boolean(over)}>
					<${Frame} me=${me} theme=${theme} routes=${routes} onSignOut=${signOut} />
				</div>
			</${MeContext.Provider}>`
		}
		${
			(over || phase === 'out') &&
			html`<${Login} who=${me?.account.name} over=${over} bye=${bye} onEnter=${enter} />`
		}
		<${Overlays} />`;
}
