export { basketCookieLasts } from './basket-store.ts';
export { basketsRetention } from './lapsed.ts';
export { listedCodes } from './promo-calls.ts';
export { recordCode } from './promo-codes.ts';
