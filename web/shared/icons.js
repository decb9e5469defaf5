// The few drawings, as inline SVG in the colour of the text around them; all decorative. Our own: of a set from npm
// (Lucide) the same ones are twice the bytes, and every worker fetches them.
import { html } from './html.js';

const line = (d) => html`<path
	d=${d}
	fill="none"
	stroke="currentColor"
	stroke-width="1.8"
	stroke-linecap="round"
	stroke-linejoin="round"
/>`;

export function drawn(...paths) {
	const body = paths.map((d) => (typeof d === 'string' ? line(d) : d));
	return ({ size = 24 }) =>
		html`<svg class="icon" viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true" focusable="false">
			${body}
		</svg>`;
}

export const Trophy = drawn(
	'M8 4h8v5a4 4 0 0 1-8 0z',
	'M8 5.5H4.8A3.2 3.2 0 0 0 8.4 10M16 5.5h3.2a3.2 3.2 0 0 1-3.6 4.5',
	'M12 13v4M8.5 20h7M10 17h4l.8 3H9.2z',
);
export const Robot = drawn(
	'M6.5 7h11A2.5 2.5 0 0 1 20 9.5v7a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 16.5v-7A2.5 2.5 0 0 1 6.5 7z',
	'M12 3v3M9 12v.6M15 12v.6M9.2 15.7h5.6M2 12v3M22 12v3',
);
export const Hourglass = drawn('M7 3h10M7 21h10', 'M8 3v3.5l4 5.5-4 5.5V21M16 3v3.5L12 12l4 5.5V21');
export const Clock = drawn('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M12 7v5l3.2 2');
export const Check = drawn('M5 12.5l4.5 4.5L19 7.5');
export const Cross = drawn('M6 6l12 12M18 6L6 18');
export const Minus = drawn('M6 12h12');
export const Left = drawn('M14.5 6L8.5 12l6 6');
export const Right = drawn('M9.5 6l6 6-6 6');
export const Sun = drawn(
	'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
	'M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2',
	'M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
);
export const Moon = drawn('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z');
export const Half = drawn(
	'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z',
	html`<path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />`,
);
export const Cloud = drawn('M7 18a4 4 0 0 1-.5-8A6 6 0 0 1 18 9.5a4.3 4.3 0 0 1-.5 8.5M4 4l16 16');
