export { HoardedBaskets } from './HoardedBaskets.tsx';
export { PromoCodes } from './PromoCodes.tsx';
export { SeatPlan } from './SeatPlan.tsx';
export { NextShowCard as ShowTicket } from './ShowTicket.tsx';
export { UnconfirmedOrders } from './UnconfirmedOrders.tsx';
