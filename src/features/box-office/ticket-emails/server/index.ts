export { buildTicketEmailPreviews as letterPreviews } from './previews.ts';
export { sendTicketEmail as sendTicketLetter } from './send.ts';
export { dismissLetter, findSentEmails as lettersOf, refusedLetters } from './store.ts';
export type { EmailPerformance as Evening, TicketEmailData as Told } from './ticket-email-texts.ts';
