export { BoxOfficeSeatChoice } from './box-office-seat-choice.tsx';
