// Validation, and why a question is in the dataset or not: see app.js.
import { QuestionAlone, QuestionPage } from '../pages/question.js';
import { Validation } from '../pages/validation.js';

export const VALIDATION_ROUTES = [
	['/admin/p/:project/validation', Validation, { section: 'validation' }],
	['/admin/p/:project/questions/:id', QuestionPage, { section: 'questions' }],
	['/admin/questions/:id', QuestionAlone],
];
