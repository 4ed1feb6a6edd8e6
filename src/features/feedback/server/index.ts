export {
  allFeedback,
  type Feedback,
  forgetDeletedFeedback,
  forgetFeedback,
  markFeedback,
  putFeedback,
  recordFeedback,
} from './store.ts';
