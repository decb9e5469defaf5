// Waiting between tries: longer each time, cut short when the network is back or somebody presses "now".

const FIRST_MS = 1000;
const LONGEST_MS = 30000;

// `tries` counts the failures so far; the server's own wish (Retry-After) wins. A little chance keeps a crowd
// of pages from coming back at the same instant.
export function delayAfter(tries, retryAfter, random = Math.random) {
	const base = retryAfter ?? Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
	return Math.round(base * (0.85 + 0.3 * random()));
}

export function createPatience() {
	const sleepers = new Set();
	return {
		/** @type {(ms: number) => Promise<void>} */
		pause: (ms) =>
			new Promise((done) => {
				const wake = () => {
					clearTimeout(timer);
					sleepers.delete(wake);
					done();
				};
				const timer = setTimeout(wake, ms);
				sleepers.add(wake);
			}),
		wake: () => {
			for (const wake of [...sleepers]) wake();
		},
	};
}
