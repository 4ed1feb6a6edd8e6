export { listedCodes } from './promo-calls.ts';
