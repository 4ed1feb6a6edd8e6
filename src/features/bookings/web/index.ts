export { BoxOfficeSeatChoice as DeskSeats } from './DeskSeats.tsx';
