export { sendTicketEmail } from './send.ts';
export {
  buildTicketEmailPreviews,
  dismissRefusedEmail,
  findEmailsAboutOrders,
  listRefusedEmails,
} from './store.ts';
export type { EmailPerformance, TicketEmailData } from './ticket-email-texts.ts';
