export type { EmailPerformance, TicketEmailData } from './ticket-email-texts.ts';
export {
  buildTicketEmailPreviews,
  dismissRefusedEmail,
  findEmailsAboutOrders,
  listRefusedEmails,
  sendTicketEmail,
} from './ticket-emails.ts';
