export { allFeedback, type Feedback, forgetFeedback, markFeedback } from './store.ts';
