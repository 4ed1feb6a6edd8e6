export { basketCookieLifetime } from './baskets/basket-store.ts';
export { basketRetention } from './baskets/expired-baskets.ts';
export { listHoardedPlaces } from './baskets/hoarding.ts';
export { listUnconfirmedOrders } from './free-orders.ts';
export { listPromoCodeViews, normalisePromoCode, recordPromoCode } from './promo-codes.ts';
