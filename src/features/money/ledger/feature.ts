import type { Feature } from '#platform/server/feature/feature.ts';
import type { PaymentEnvironment } from './entry.ts';
import { closedYearPersonalData } from './server/closed-years.ts';
import { ledgerPersonalData } from './server/store.ts';

/** The society's ledger of payments, refunds and fees, and its totals. */
export const ledgerFeature: Feature = {
  visibility: { entry: 'private', payer: 'private', closed_year: 'private', entry_note: 'private' },
  rowUses: [{ of: 'show', table: 'entry', column: 'show_id', reason: 'it has money in the accounts' }],
  personalData: [ledgerPersonalData, closedYearPersonalData],
};

declare module '#platform/server/feature/feature.ts' {
  interface Services {
    /** The environment whose entries the site posts and shows. */
    environment: PaymentEnvironment;
  }
}
