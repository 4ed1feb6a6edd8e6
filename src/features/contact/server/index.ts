export { allMessages, type ContactMessage } from './store.ts';
