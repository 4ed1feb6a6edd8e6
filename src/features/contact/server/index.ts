export {
  allMessages,
  type ContactMessage,
  contactMessagesView,
  deleteMessage,
  forgetMessages,
  putMessage,
  recordMessage,
  restoreMessage,
} from './store.ts';
