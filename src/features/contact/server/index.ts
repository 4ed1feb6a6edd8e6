export {
  allMessages,
  type ContactMessage,
  contactMessagesView,
  forgetMessages,
  putMessage,
  recordMessage,
} from './store.ts';
