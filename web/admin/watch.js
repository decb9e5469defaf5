// A value outside of all components that they follow: read() gives it, and each of the set is called with a new one.
import { useEffect, useState } from '../shared/html.js';

export function useWatched(watchers, read) {
	const [now, setNow] = useState(read);
	useEffect(() => {
		setNow(read);
		watchers.add(setNow);
		return () => watchers.delete(setNow);
	}, []);
	return now;
}
