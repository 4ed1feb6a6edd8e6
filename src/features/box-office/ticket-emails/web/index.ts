export { TicketEmails } from './ticket-emails.tsx';
