// How far a release is that is being built.
import { number, percent } from '../format.js';
import { html } from '../../shared/html.js';
import { Bar } from '../ui.js';

const part = ({ done, total }) => (total > 0 ? percent(Math.min(1, done / total), 0) : '');

export function Progress({ progress, name }) {
	const { step, done = 0, total = 0 } = progress ?? {};
	return html`<div class="building">
		<p class="meter-line">
			<span><strong>${step || 'starting'}</strong></span>
			<span class="figure">${total > 0 ? `${number(done)} of ${number(total)}` : ''} ${part({ done, total })}</span>
		</p>
		<${Bar} value=${done} max=${total} label=${`${name}: ${step || 'starting'}`} />
	</div>`;
}
