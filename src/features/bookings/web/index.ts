export { DeskSeats } from './DeskSeats.tsx';
