export { sendTicketEmail as sendTicketLetter } from './send.ts';
export {
  buildTicketEmailPreviews as letterPreviews,
  dismissLetter,
  findSentEmails as lettersOf,
  refusedLetters,
} from './store.ts';
export type { EmailPerformance as Evening, TicketEmailData as Told } from './ticket-email-texts.ts';
