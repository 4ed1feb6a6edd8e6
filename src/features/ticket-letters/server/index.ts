export type { Evening, Told } from './letter-texts.ts';
export { letterPreviews } from './previews.ts';
export { sendTicketLetter } from './send.ts';
export { dismissLetter, lettersOf, refusedLetters } from './store.ts';
