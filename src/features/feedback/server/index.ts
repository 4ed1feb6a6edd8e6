export {
  allFeedback,
  type Feedback,
  feedbackDetails,
  feedbackView,
  forgetDeletedFeedback,
  forgetFeedback,
  markFeedback,
  putFeedback,
  recordFeedback,
} from './store.ts';
