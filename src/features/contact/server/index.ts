export {
  allMessages,
  type ContactMessage,
  contactMessagesView,
  forgetDeletedMessages,
  forgetMessages,
  putMessage,
  recordMessage,
} from './store.ts';
