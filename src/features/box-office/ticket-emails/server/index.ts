export { sendTicketEmail } from './send.ts';
export {
  buildTicketEmailPreviews,
  dismissRefusedEmail as dismissLetter,
  findEmailsAbout,
  listRefusedEmails as refusedLetters,
} from './store.ts';
export type { EmailPerformance, TicketEmailData } from './ticket-email-texts.ts';
