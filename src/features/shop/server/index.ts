export { listedCodes } from './promo-calls.ts';
export { recordCode } from './promo-codes.ts';
