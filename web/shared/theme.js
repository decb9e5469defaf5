// Light, dark, or as the system says. The style sheet only knows data-theme on the root element.

const CHOICES = ['auto', 'light', 'dark'];

export function createTheme(root, memory, media) {
	const saved = memory.preference('theme');
	let choice = CHOICES.includes(saved) ? saved : 'auto';
	const apply = () => {
		root.dataset.theme = choice === 'auto' ? (media.matches ? 'dark' : 'light') : choice;
	};
	media.addEventListener('change', apply);
	apply();
	return {
		get choice() {
			return choice;
		},
		next() {
			choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
			memory.prefer('theme', choice);
			apply();
			return choice;
		},
	};
}
