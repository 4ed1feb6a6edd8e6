export {
  allMessages,
  type ContactMessage,
  forgetDeletedMessages,
  forgetMessages,
  putMessage,
  recordMessage,
} from './store.ts';
