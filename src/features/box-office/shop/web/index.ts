export { HoardedBaskets } from './hoarded-baskets.tsx';
export { NextShowCard } from './next-show-card.tsx';
export { PromoCodes } from './promo-codes.tsx';
export { SeatPlan } from './seat-plan.tsx';
export { UnconfirmedOrders } from './unconfirmed-orders.tsx';
