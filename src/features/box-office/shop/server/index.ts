export { basketCookieLasts } from './basket-store.ts';
export { basketsRetention } from './expired-baskets.ts';
export { listUnconfirmed } from './free-orders.ts';
export { listHoarded } from './hoarded-places.ts';
export { listPromoCodeViews } from './promo-calls.ts';
export { recordCode } from './promo-codes.ts';
