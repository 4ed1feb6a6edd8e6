export { TicketEmails as TicketLetters } from './ticket-emails.tsx';
