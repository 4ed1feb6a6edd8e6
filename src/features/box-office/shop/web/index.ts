export { HoardedBaskets } from './box-office/hoarded-baskets.tsx';
export { PromoCodes } from './box-office/promo-codes.tsx';
export { UnconfirmedOrders } from './box-office/unconfirmed-orders.tsx';
export { SeatPlan } from './choose/seat-plan.tsx';
export { NextShowCard } from './parts/next-show-card.tsx';
