export { TicketLetters } from './TicketLetters.tsx';
