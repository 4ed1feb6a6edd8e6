export { basketCookieLasts } from './basket-store.ts';
export { basketsKept } from './lapsed.ts';
export { listedCodes } from './promo-calls.ts';
export { recordCode } from './promo-codes.ts';
