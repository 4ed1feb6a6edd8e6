export { sendTicketEmail } from './send.ts';
export {
  buildTicketEmailPreviews,
  dismissLetter,
  findSentEmails,
  refusedLetters,
} from './store.ts';
export type { EmailPerformance, TicketEmailData } from './ticket-email-texts.ts';
