// The entries of the side bar. key is also the section that a route names; counts is the queue whose length is shown;
// jump is the letter after "g"; whole: for those alone who see all projects.
import {
	Ballot,
	Ban,
	Bars,
	Box,
	Chip,
	Door,
	Eye,
	Gauge,
	Grid,
	List,
	Note,
	People,
	Person,
	Scales,
	Search,
	Sliders,
	Stack,
	Key,
} from './icons.js';

export const PROJECT_NAV = [
	{ key: 'overview', text: 'Overview', icon: Gauge, jump: 'o' },
	{ key: 'workers', text: 'Workers', icon: People, jump: 'w' },
	{ key: 'screening', text: 'Screening', icon: Door, counts: 'screening', jump: 's' },
	{ key: 'review', text: 'Review', icon: Eye, counts: 'review', jump: 'r' },
	{ key: 'adjudication', text: 'Adjudication', icon: Scales, counts: 'adjudication', jump: 'a' },
	{ key: 'revocations', text: 'Revocations', icon: Ban, counts: 'revocations', jump: 'v' },
	{ key: 'validation', text: 'Validation', icon: Ballot, jump: 'd' },
	{ key: 'questions', text: 'Questions', icon: Search, jump: 'q' },
	{ key: 'batches', text: 'Batches', icon: Stack, jump: 'b' },
	{ key: 'statistics', text: 'Statistics', icon: Bars, jump: 't' },
	{ key: 'transfer', text: 'Transfer', icon: Chip, jump: 'j' },
	{ key: 'releases', text: 'Releases', icon: Box, jump: 'f' },
	{ key: 'instructions', text: 'Instructions', icon: Note, jump: 'i' },
	{ key: 'settings', text: 'Settings', icon: Sliders, jump: 'e' },
];

export const GLOBAL_NAV = [
	{ key: 'projects', to: '/admin', text: 'Projects', icon: Grid, jump: 'p' },
	{ key: 'models', to: '/admin/models', text: 'Models', icon: Chip, jump: 'm', whole: true },
	{ key: 'studies', to: '/admin/studies', text: 'Studies', icon: Bars, jump: 'c', whole: true },
	{ key: 'lab', to: '/admin/lab', text: 'Lab', icon: Gauge, jump: 'x', whole: true },
	{ key: 'pools', to: '/admin/pools', text: 'Pools', icon: People, jump: 'u', whole: true },
	{ key: 'people', to: '/admin/people', text: 'People', icon: Key, need: 'people', jump: 'k' },
	{ key: 'audit', to: '/admin/audit', text: 'Audit log', icon: List, jump: 'l' },
	{ key: 'account', to: '/admin/account', text: 'Your account', icon: Person, jump: 'y' },
];
