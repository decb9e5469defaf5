// Markdown, as much of it as instructions need, made into elements and never into HTML: what is not known here is text.
// Blocks: headings (## and ###), paragraphs, lists (- and 1.), quotes (>). In a line: **bold**, *italic*, `code`, and links
// to http, https and mailto. A line break within a paragraph is white space.
import { html } from './html.js';

const INLINE = /\*\*(?=\S)([^*]+?)\*\*|\*(?=\S)([^*]+?)\*|`([^`]+)`|\[([^\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()]+)\)/g;

/** @param {string} text */
function inline(text) {
	const parts = [];
	let at = 0;
	for (const match of text.matchAll(INLINE)) {
		const [whole, bold, italic, code, name, url] = match;
		parts.push(text.slice(at, match.index));
		if (bold !== undefined) parts.push(html`<strong>${bold}</strong>`);
		else if (italic !== undefined) parts.push(html`<em>${italic}</em>`);
		else if (code !== undefined) parts.push(html`<code>${code}</code>`);
		else parts.push(html`<a href=${url} target="_blank" rel="noopener noreferrer">${name}</a>`);
		at = match.index + whole.length;
	}
	parts.push(text.slice(at));
	return parts.filter((part) => part !== '');
}

/** @typedef {'heading' | 'ul' | 'ol' | 'quote' | 'text'} Kind */
/** @typedef {{ kind: Kind, level: number, items: string[] }} Block items: of a list each, else one of all lines */

/** @type {[RegExp, Kind][]} */
const KINDS = [
	[/^(#{1,6})\s+(.*)$/, 'heading'],
	[/^[-*]\s+(.*)$/, 'ul'],
	[/^\d{1,3}[.)]\s+(.*)$/, 'ol'],
	[/^>\s?(.*)$/, 'quote'],
];

/** What a line is by its first characters, and its text without them; null where it is plain text.
 * @param {string} line
 * @returns {Block | null} */
function known(line) {
	for (const [form, kind] of KINDS) {
		const match = line.match(form);
		if (match) return { kind, level: kind === 'heading' ? match[1].length : 0, items: [match[match.length - 1].trim()] };
	}
	return null;
}

const isList = ({ kind }) => kind === 'ul' || kind === 'ol';

/** Lines in blocks.
 * @param {string} text */
export function blocksOf(text) {
	/** @type {Block[]} */
	const blocks = [];
	let open = /** @type {Block | null} */ (null);
	for (const line of text.split(/\r?\n/)) {
		const block = known(line) ?? { kind: /** @type {Kind} */ ('text'), level: 0, items: [line.trim()] };
		if (!line.trim()) open = null;
		else if (open && isList(open) && block.kind === 'text' && /^\s/.test(line)) open.items[open.items.length - 1] += ` ${line.trim()}`;
		else if (!open || open.kind !== block.kind || block.kind === 'heading') {
			open = block;
			blocks.push(block);
		} else if (isList(open)) open.items.push(block.items[0]);
		else open.items[0] += ` ${block.items[0]}`;
	}
	return blocks;
}

const BLOCKS = {
	ul: ({ items }) => html`<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`,
	ol: ({ items }) => html`<ol>${items.map((item) => html`<li>${inline(item)}</li>`)}</ol>`,
	quote: ({ items }) => html`<blockquote><p>${inline(items[0])}</p></blockquote>`,
	text: ({ items }) => html`<p>${inline(items[0])}</p>`,
	// Below the page's own two levels.
	heading: ({ items, level }) => (level <= 2 ? html`<h3>${inline(items[0])}</h3>` : html`<h4>${inline(items[0])}</h4>`),
};

/** @param {{ text: string, values?: Record<string, string>, heading?: string }} props values: of {names} in the text; heading:
 * above a text that does not begin with one */
export function Markdown({ text, values = {}, heading }) {
	const filled = text.replace(/\{([a-z]+)\}/g, (whole, name) => (name in values ? values[name] : whole));
	const blocks = blocksOf(filled);
	return html`<div class="markdown" dir="auto">
		${heading && blocks[0]?.kind !== 'heading' && html`<h3>${heading}</h3>`}
		${blocks.map((block) => BLOCKS[block.kind](block))}
	</div>`;
}
