export {
  createMessage,
  deleteExpiredMessages,
  listMessages,
  type Message,
  setFeedbackState,
} from './store.ts';
