import { expect } from 'vitest';
import { openDatabase, write } from '#platform/server/database/index.ts';
import { onEachEmptyPlace } from '#tests/support/site/engines.ts';
import { migrations } from './index.ts';

const noon = '2026-11-21T12:00:00.000Z';
const step = migrations.findIndex(([name]) => name === '0086-undecided-refunds');

/** An order of two tickets at £12.00 before the upgrade. */
interface OldOrder {
  status?: string;
  source?: string;
  /** The number of the order's returned tickets. */
  returned?: number;
  discount?: number;
  /** The amounts paid and refunded, in pence. */
  paid?: number;
  refunded?: number;
  /** True if the refund was corrected. */
  isRefundCorrected?: boolean;
  isPaymentCorrected?: boolean;
  /** The amount of a refund that Square hasn't made yet, in pence. */
  open?: number;
  /** True if somebody chose what happens to the order's tickets. */
  isDecided?: boolean;
}

const orders: Record<string, OldOrder> = {
  'refunded in full': { paid: 2400, refunded: 2400 },
  'refunded in part': { paid: 2400, refunded: 1200 },
  'being refunded': { paid: 2400, open: 2400 },
  'payment corrected': { paid: 2400, isPaymentCorrected: true },
  untouched: { paid: 2400 },
  decided: { paid: 2400, refunded: 2400, isDecided: true },
  'one returned and refunded': { paid: 2400, refunded: 1200, returned: 1 },
  'cancelled and refunded': { paid: 2400, refunded: 2400, returned: 2, status: 'refunded' },
  'refund corrected': { paid: 2400, refunded: 2400, isRefundCorrected: true },
  imported: { source: 'import' },
  complimentary: { status: 'comp', discount: 1200 },
  'free by a code': { discount: 1200 },
  reserved: { status: 'reserved' },
  'exchanged for cheaper ones': { paid: 2400, refunded: 400, discount: 200 },
};

onEachEmptyPlace(
  'the upgrade marks undecided orders whose valid tickets cost more than what a refund or correction left',
  async (on) => {
    const before = await openDatabase(on.place, migrations.slice(0, step));
    await write(before, async (tx) => {
      // Rows as they were at that time: today's columns may not exist yet
      const into = (table: string, row: object) =>
        tx
          .insertInto(table as 'setting')
          .values(row as never)
          .execute();
      const day = { first_date: '2027-01-01', first_date_precision: 'day', date: '2027-01-02', date_precision: 'day' };
      await into('show', {
        ...{ id: 'show', title: 'Hamlet', title_key: 'hamlet', cancelled: 0, ...day },
        ...{ created_at: noon, updated_at: noon },
      });
      const starts = { starts_at: '2027-01-01T19:30:00.000Z', created_at: noon };
      await into('performance', { id: 'night', show_id: 'show', ...starts });
      const about = { environment: 'production', about: 'tickets', plan_id: '', show_id: 'show', label: 'Hamlet' };
      const entry = { at: noon, day: '2026-11-21', source: 'cash', ...about };
      let ref = 0;
      for (const [id, old] of Object.entries(orders)) {
        ref += 1;
        const { status = 'paid', source = 'door', paid = 0, refunded = 0, open = 0, discount = 0, returned = 0 } = old;
        await into('ticket_order', { id, ref, show_id: 'show', status, source, created_at: noon });
        for (const index of [0, 1]) {
          const ticket = { id: `${id} ${index}`, order_id: id, performance_id: 'night', type: 'Adult', pence: 1200 };
          await into('ticket', { ...ticket, discount, given_back_at: index < returned ? noon : null });
        }
        if (paid > 0) {
          await into('entry', { ...entry, id: `${id} charge`, kind: 'charge', amount: paid });
          await into('order_charge', { entry_id: `${id} charge`, order_id: id });
        }
        const refund = { ...entry, kind: 'refund', charge_id: `${id} charge` };
        if (refunded > 0) await into('entry', { ...refund, id: `${id} refund`, amount: -refunded });
        if (old.isRefundCorrected) {
          await into('entry', { ...refund, id: `${id} again`, amount: refunded, corrects: `${id} refund` });
        }
        if (old.isPaymentCorrected) {
          const contrary = { ...entry, kind: 'charge', corrects: `${id} charge` };
          await into('entry', { ...contrary, id: `${id} contrary`, amount: -paid });
        }
        if (open > 0) {
          const intent = { environment: 'production', purpose: 'tickets', show_id: 'show', label: 'Hamlet', note: '' };
          const empty = { subject: '', plan_id: '', source: '', verification: '', customer: '', location: '', ends: 0 };
          const states = { provider_id: '', declined_because: '', card_brand: '', last_4: '' };
          const row = { ...intent, ...empty, ...states, created_at: noon };
          const charge = { id: `${id} charge`, kind: 'charge', status: 'settled', pence: paid, attempt: `${id} 1` };
          await into('payment_intent', { ...row, ...charge });
          const asked = { kind: 'refund', status: 'open', pence: open, attempt: `${id} 2`, charge_id: `${id} charge` };
          await into('payment_intent', { ...row, ...asked, id: `${id} asked` });
        }
        if (old.isDecided) {
          const who = { actor_id: 'user', actor_name: 'Ann', address: '', detail: 'The tickets stay valid.' };
          await into('audit', { id: `${id} audit`, at: noon, action: 'refunded an order', subject: id, ...who });
        }
      }
    });
    const countEntries = async (db: typeof before) => (await db.read.selectFrom('entry').select('id').execute()).length;
    const entries = await countEntries(before);
    await before.close();
    const db = await openDatabase(on.place, migrations);
    const marked = await db.read
      .selectFrom('ticket_order')
      .select('id')
      .where('undecided', '=', 1)
      .orderBy('ref')
      .execute();
    expect(marked.map(({ id }) => id)).toEqual([
      'refunded in full',
      'refunded in part',
      'being refunded',
      'payment corrected',
    ]);
    expect(await countEntries(db)).toBe(entries);
    await db.close();
  },
);
