export { BoxOfficeSeatChoice as DeskSeats } from './box-office-seat-choice.tsx';
