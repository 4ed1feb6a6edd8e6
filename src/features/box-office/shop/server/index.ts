export { basketCookieLifetime } from './baskets/basket-store.ts';
export { basketRetention } from './baskets/expired-baskets.ts';
export { listHoardedPlaces } from './baskets/hoarded-places.ts';
export { listUnconfirmedOrders } from './free-orders.ts';
export { listPromoCodeViews, recordPromoCode } from './promo-codes.ts';
