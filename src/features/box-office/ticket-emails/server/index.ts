export { sendTicketEmail } from './send.ts';
export {
  buildTicketEmailPreviews,
  dismissLetter,
  findEmailsAbout,
  refusedLetters,
} from './store.ts';
export type { EmailPerformance, TicketEmailData } from './ticket-email-texts.ts';
