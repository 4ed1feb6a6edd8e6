export { allMessages, type ContactMessage, forgetMessages } from './store.ts';
