export { TicketEmails as TicketLetters } from './TicketLetters.tsx';
