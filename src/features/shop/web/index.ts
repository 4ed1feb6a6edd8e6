export { HoardedBaskets } from './HoardedBaskets.tsx';
export { PromoCodes } from './PromoCodes.tsx';
export { SeatPlan } from './SeatPlan.tsx';
export { ShowTicket } from './ShowTicket.tsx';
export { UnconfirmedOrders } from './UnconfirmedOrders.tsx';
