// Other tabs of the same worker on the same assignment: each tells the others what was judged, so that the
// progress is the same everywhere. A courtesy only; the server's counts are what holds.

export function createPeers(onAttempt, Channel = globalThis.BroadcastChannel) {
	let channel = null;
	try {
		channel = new Channel('beat');
		channel.onmessage = ({ data }) => onAttempt(data);
	} catch {
		// not there, or refused in this frame
	}
	return { tell: (news) => channel?.postMessage(news) };
}
