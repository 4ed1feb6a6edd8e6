export { PromoCodes } from './PromoCodes.tsx';
export { ShowTicket } from './ShowTicket.tsx';
