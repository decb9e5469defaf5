// Time and money as the worker sees them: pure functions of milliseconds and cents.

export function minutesSeconds(ms) {
	const total = Math.max(0, Math.floor(ms / 1000));
	const hours = Math.floor(total / 3600);
	const minutes = Math.floor(total / 60) % 60;
	const two = (n) => String(n).padStart(2, '0');
	return hours ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

// For sentences: "12 minutes", "45 seconds".
export function inWords(ms) {
	const seconds = Math.max(0, Math.ceil(ms / 1000));
	if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
	const hours = Math.floor(minutes / 60);
	const rest = minutes % 60;
	return `${hours === 1 ? '1 hour' : `${hours} hours`}${rest ? ` ${rest} min` : ''}`;
}

export function money(cents, currency = 'USD') {
	try {
		return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);
	} catch {
		return `${(cents / 100).toFixed(2)} ${currency}`;
	}
}

// Cents an hour if the work ended now; null in the first minute, when the figure would be absurd.
export function hourly(cents, elapsedMs) {
	return cents > 0 && elapsedMs >= 60000 ? Math.round((cents * 3600000) / elapsedMs) : null;
}

// How the lease stands: 'plenty', 'soon' (five minutes), 'last' (one minute), 'over'.
export function leaseStage(leftMs) {
	if (leftMs <= 0) return 'over';
	if (leftMs <= 60000) return 'last';
	return leftMs <= 300000 ? 'soon' : 'plenty';
}

// What a task pays with so many wins, in cents: for the HIT, and for each win that it asks for.
export function earned({ reward_cents: base = 0, terms, hit }, won, wanted) {
	return base + (terms?.win_reward_cents ?? 0) * (Math.min(won, wanted) + (hit?.asked ?? 0));
}
