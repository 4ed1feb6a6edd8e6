export {
  allFeedback,
  type Feedback,
  feedbackDetails,
  feedbackView,
  forgetFeedback,
  markFeedback,
  putFeedback,
  recordFeedback,
} from './store.ts';
