import type { Migration } from '#platform/server/database/index.ts';

const ways = ['card', 'cash', 'transfer'];

/** Lets money be paid by cheque everywhere it can be paid in cash or by bank transfer. */
export const migration: Migration = {
  async up(_db, { allowValues }) {
    await allowValues('entry', 'source', { from: ways, to: [...ways, 'cheque'] });
    await allowValues('subscription_year', 'source', { from: [...ways, 'free'], to: [...ways, 'cheque', 'free'] });
    await allowValues('paper_member', 'source', { from: ['cash', 'transfer'], to: ['cash', 'transfer', 'cheque'] });
    await allowValues('ticket_order', 'paid_by', { from: ['', ...ways], to: ['', ...ways, 'cheque'] });
  },
};
