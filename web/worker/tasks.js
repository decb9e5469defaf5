// What the pages say that differs between the tasks.

export const TASKS = {
	generate: {
		name: 'Beat the AI',
		heading: 'Beat the AI: ask a question that it cannot answer',
		lessonHeading: 'Beat the AI: learn how to play',
		loading: 'Getting your passage …',
		// before the session is open nobody knows whether there is an adversary
		welcome: 'Ask questions about a text. Under which name do you take part?',
		stored: 'Your questions and answers are stored for research.',
		intro:
			'In this game you write questions that people can answer and a machine cannot. You learn how in a few small ' +
			'exercises, and then play once for real.',
		introLast: ['Play', 'the real game on one passage'],
		introEnd: 'At the end a researcher looks at your answers and lets you in.',
		onward: 'On to the real game',
		nextTask: 'Next passage',
		noWork: ['No passage left for you', 'Everything here is taken or done. Thank you; do look in again later.'],
		moved: 'You play this in another window',
	},
	plain: {
		name: 'Ask about a text',
		heading: 'Ask questions about a paragraph, and mark their answers',
		lessonHeading: 'Learn how to ask and to mark',
		loading: 'Getting your paragraph …',
		stored: 'Your questions and answers are stored for research.',
		intro: 'Here you write questions about a text and mark their answers in it. You learn how in a few small exercises, and then do it once for real.',
		introLast: ['Ask', 'questions about one paragraph'],
		introEnd: 'At the end a researcher looks at your answers and lets you in.',
		onward: 'On to the real task',
		nextTask: 'Next text',
		noWork: ['No text left for you', 'Everything here is taken or done. Thank you; do look in again later.'],
		moved: 'You work on this in another window',
	},
	validate: {
		name: 'Find the answer',
		heading: 'Answer questions about a passage',
		lessonHeading: 'Learn how to mark an answer',
		loading: 'Getting your questions …',
		welcome: 'Answer questions of other people from a passage. Under which name do you work?',
		stored: 'Your answers are stored for research.',
		intro:
			'Here you answer questions that other people have written, by marking the answer in a passage. A few small ' +
			'exercises show how.',
		introLast: ['Answer', 'real questions on one passage'],
		introEnd: 'Right after the exercises the real questions begin.',
		onward: 'On to the questions',
		nextTask: 'More questions',
		noWork: ['No questions left for you', 'Everything is answered or in other hands. Do look in again later.'],
		moved: 'You work on this in another window',
	},
	expert: {
		name: 'Answer as an expert',
		heading: 'Answer questions about passages',
		loading: 'Getting your question …',
		welcome: 'Please open this page by the link that you were sent.',
		stored: 'Your answers are stored for research.',
	},
};

// Without an adversary the game is asking alone.
export const isPlain = (session) => Boolean(session?.hit);
export const taskOf = (game) => (isPlain(game.state.session) ? TASKS.plain : (TASKS[game.address.task] ?? TASKS.generate));
