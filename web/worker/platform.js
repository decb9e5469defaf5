// Which project, which task and which crowd platform this page was opened for: read from its address alone.

export function readAddress({ pathname, search }) {
	const params = Object.fromEntries(new URLSearchParams(search));
	const has = (...names) => names.some((name) => name in params);
	let platform = 'direct';
	if (has('assignmentId', 'hitId', 'workerId', 'turkSubmitTo')) platform = 'mturk';
	else if (has('PROLIFIC_PID')) platform = 'prolific';
	const [, page, segment = ''] = pathname.match(/^\/(hit|expert)\/([^/]+)/) ?? [];
	return {
		project: decode(segment),
		task: page === 'expert' ? 'expert' : params.task === 'validate' ? 'validate' : 'generate',
		platform,
		params,
		nameless: page !== 'expert' && platform === 'direct' && !params.invite && !params.worker,
	};
}

function decode(segment) {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment; // a stray % is no reason for a blank page: the server will not know the project
	}
}
