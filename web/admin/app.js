// The dashboard's entry, and its routes: [path, page, {section of the side bar}]. A part that begins with ":" is handed
// to the page under that name.
import { createPreferences, openBox } from '../shared/box.js';
import { createTheme } from '../shared/theme.js';
import { loadCharts } from './chart.js';
import { html, render } from '../shared/html.js';
import { AccountPage } from './pages/account.js';
import { Audit } from './pages/audit.js';
import { InstructionsPage } from './pages/instructions.js';
import { LabPage } from './pages/lab.js';
import { Models } from './pages/models.js';
import { NewProject } from './pages/new_project.js';
import { Overview } from './pages/overview.js';
import { PeoplePage } from './pages/people.js';
import { PoolPage } from './pages/pool.js';
import { Pools } from './pages/pools.js';
import { Projects } from './pages/projects.js';
import { Settings } from './pages/settings.js';
import { Studies } from './pages/studies.js';
import { StudyAdjudication, StudyDesk, StudyPage } from './pages/study.js';
import { Transfer } from './pages/transfer.js';
import { WorkerPage } from './pages/worker.js';
import { Workers } from './pages/workers.js';
import { RELEASE_ROUTES } from './release/routes.js';
import { REVIEW_ROUTES } from './review/routes.js';
import { Shell } from './shell.js';
import { VALIDATION_ROUTES } from './validation/routes.js';

const ROUTES = [
	['/admin', Projects, { section: 'projects' }],
	['/admin/new-project', NewProject, { section: 'projects' }],
	['/admin/models', Models, { section: 'models' }],
	['/admin/studies', Studies, { section: 'studies' }],
	['/admin/studies/:study', StudyPage, { section: 'studies' }],
	['/admin/studies/:study/label', StudyDesk, { section: 'studies' }],
	['/admin/studies/:study/adjudicate', StudyAdjudication, { section: 'studies' }],
	['/admin/lab', LabPage, { section: 'lab' }],
	['/admin/pools', Pools, { section: 'pools' }],
	['/admin/pools/:pool', PoolPage, { section: 'pools' }],
	['/admin/people', PeoplePage, { section: 'people' }],
	['/admin/audit', Audit, { section: 'audit' }],
	['/admin/account', AccountPage, { section: 'account' }],
	['/admin/p/:project', Overview, { section: 'overview' }],
	['/admin/p/:project/overview', Overview, { section: 'overview' }],
	['/admin/p/:project/workers', Workers, { section: 'workers' }],
	['/admin/p/:project/workers/:id', WorkerPage, { section: 'workers' }],
	['/admin/p/:project/transfer', Transfer, { section: 'transfer' }],
	['/admin/p/:project/instructions', InstructionsPage, { section: 'instructions' }],
	['/admin/p/:project/settings', Settings, { section: 'settings' }],
	...REVIEW_ROUTES,
	...VALIDATION_ROUTES,
	...RELEASE_ROUTES,
];

// Fetched beside everything else, not after it.
if (/\/(overview|statistics|validation|lab)$/.test(location.pathname)) loadCharts().catch(() => {}); // the chart will say so

const theme = createTheme(
	document.documentElement,
	createPreferences(openBox(window)),
	window.matchMedia('(prefers-color-scheme: dark)'),
);
render(html`<${Shell} theme=${theme} routes=${ROUTES} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
