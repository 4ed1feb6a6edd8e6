export { HoardedPlacesList, UnconfirmedOrders } from './box-office/open-holds.tsx';
export { PromoCodes } from './box-office/promo-codes.tsx';
export { SeatPlan } from './choose/seat-plan.tsx';
export { NextShowCard } from './parts/next-show-card.tsx';
