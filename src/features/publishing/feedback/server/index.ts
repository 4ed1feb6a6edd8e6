export {
  createFeedback as recordFeedback,
  deleteExpiredFeedback as forgetFeedback,
  deleteFeedback,
  type Feedback,
  findFeedbackDetails as feedbackDetails,
  listFeedback as allFeedback,
  restoreFeedback,
  selectFeedbackMessages as feedbackView,
  setFeedbackState as markFeedback,
  updateFeedback as putFeedback,
} from './store.ts';
