export {
  type ContactMessage,
  createContactMessage as recordMessage,
  deleteContactMessage as deleteMessage,
  deleteExpiredContactMessages as forgetMessages,
  listContactMessages as allMessages,
  restoreContactMessage as restoreMessage,
  selectContactMessages as contactMessagesView,
  updateContactMessage as putMessage,
} from './store.ts';
