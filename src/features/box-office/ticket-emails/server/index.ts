export type { EmailPerformance, TicketEmailData } from './ticket-email-texts.ts';
export {
  buildTicketEmailPreviews,
  dismissRefusedEmail,
  findEmailsAboutOrder,
  listRefusedEmails,
  sendTicketEmail,
} from './ticket-emails.ts';
