// The pages where work is looked at and judged: see app.js.
import { Batches } from '../pages/batches.js';
import { Hit } from '../pages/hit.js';
import { Questions } from '../pages/questions.js';
import { Adjudication, Review } from '../pages/review.js';
import { Revocations } from '../pages/revocations.js';
import { Screening, ScreeningOne } from '../pages/screening.js';
import { Statistics } from '../pages/statistics.js';

export const REVIEW_ROUTES = [
	['/admin/p/:project/screening', Screening, { section: 'screening' }],
	['/admin/p/:project/screening/:id', ScreeningOne, { section: 'screening' }],
	['/admin/p/:project/review', Review, { section: 'review' }],
	['/admin/p/:project/adjudication', Adjudication, { section: 'adjudication' }],
	['/admin/p/:project/revocations', Revocations, { section: 'revocations' }],
	['/admin/p/:project/questions', Questions, { section: 'questions' }],
	['/admin/p/:project/hits/:id', Hit, { section: 'questions' }],
	['/admin/p/:project/batches', Batches, { section: 'batches' }],
	['/admin/p/:project/statistics', Statistics, { section: 'statistics' }],
];
