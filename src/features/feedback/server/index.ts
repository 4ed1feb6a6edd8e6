export {
  allFeedback,
  deleteFeedback,
  type Feedback,
  feedbackDetails,
  feedbackView,
  forgetFeedback,
  markFeedback,
  putFeedback,
  recordFeedback,
  restoreFeedback,
} from './store.ts';
