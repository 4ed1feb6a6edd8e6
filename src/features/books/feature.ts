import type { Feature } from '#platform/server/feature/feature.ts';
import { paymentData } from './server/personal-data.ts';

/** The society's books: a ledger of what was paid, given back and kept as fees, and what it adds up to. */
export const books: Feature = {
  personalData: [paymentData],
};
