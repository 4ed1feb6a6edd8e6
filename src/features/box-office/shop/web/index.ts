export { HoardedPlacesList, PromoCodes, UnconfirmedOrders } from './box-office/holds-and-promo-codes.tsx';
export { SeatPlan } from './choose/seat-plan.tsx';
export { NextShowCard } from './parts/next-show-card.tsx';
