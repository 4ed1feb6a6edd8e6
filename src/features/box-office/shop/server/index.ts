export { basketCookieLifetimeMs, basketRetentionMs } from './baskets/basket-store.ts';
export { listHoardedPlaces } from './baskets/hoarding.ts';
export { listUnconfirmedOrders } from './free-orders.ts';
export { insertPromoCodeIfNew, listPromoCodesWithUses, normalisePromoCode } from './promo-codes.ts';
