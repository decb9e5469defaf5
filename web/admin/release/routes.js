// Releases: see app.js.
import { NewRelease } from '../pages/new_release.js';
import { ReleasePage } from '../pages/release.js';
import { Releases } from '../pages/releases.js';

export const RELEASE_ROUTES = [
	['/admin/p/:project/releases', Releases, { section: 'releases' }],
	['/admin/p/:project/releases/new', NewRelease, { section: 'releases' }],
	['/admin/p/:project/releases/:id', ReleasePage, { section: 'releases' }],
];
