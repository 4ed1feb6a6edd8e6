export { basketCookieLifetime } from './basket-store.ts';
export { basketRetention } from './expired-baskets.ts';
export { listUnconfirmedOrders } from './free-orders.ts';
export { listHoardedPlaces } from './hoarded-places.ts';
export { listPromoCodeViews } from './promo-calls.ts';
export { recordPromoCode } from './promo-codes.ts';
