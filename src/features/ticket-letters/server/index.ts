export { letterPreviews } from './previews.ts';
export { sendTicketLetter } from './send.ts';
export { lettersOf } from './store.ts';
export type { Evening, Told } from './words.ts';
