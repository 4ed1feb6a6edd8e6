import { exportPaymentHistory, type PaymentHistory } from '#features/money/payments/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { demoProviderIdPrefix } from './ledger.ts';

type Intent = PaymentHistory['intents'][number];

const toMoney = (amount: number) => ({ amount, currency: 'GBP' });

/**
 * Returns Square's records of the payments that members and visitors made before the demo was opened, by Square's ids.
 * With these records Square's list matches the site's, payments can be refunded, and subscriptions renew.
 */
export async function buildSquareRecords(db: DbReader) {
  const { intents, customers, cards } = await exportPaymentHistory(db, 'practice');
  const own = intents.filter(({ provider_id }) => provider_id.startsWith(demoProviderIdPrefix));
  const refunds = own.filter(({ kind }) => kind === 'refund');
  const charges = own.filter(({ kind }) => kind === 'charge');
  const holders = customers.filter(({ provider_id }) => provider_id.startsWith(demoProviderIdPrefix));
  const idOf = new Map(holders.map(({ id, provider_id }) => [id, provider_id]));
  const stored = cards.filter(({ provider_id }) => provider_id.startsWith(`ccof:${demoProviderIdPrefix}`));
  const refused = intents.filter(({ status }) => status === 'declined');
  return {
    customer: byId(holders, ({ provider_id: id, user_id }) => ({
      ...{ id, created_at: '2020-01-01T12:00:00.000Z', reference_id: user_id ?? '' },
    })),
    card: byId(stored, ({ provider_id: id, brand: card_brand, customer_id, removed_at, ...card }) => ({
      ...{ id, card_brand, last_4: card.last_4, exp_month: card.exp_month, exp_year: card.exp_year, bin: '' },
      ...{ customer_id: idOf.get(customer_id) ?? '', enabled: removed_at === null, version: 1 },
      created_at: card.created_at,
    })),
    cardDeclines: Object.fromEntries(
      stored.flatMap(({ provider_id, customer_id }) => {
        const declined = refused.find(({ customer }) => customer === idOf.get(customer_id));
        return declined ? [[provider_id, declined.declined_because]] : [];
      }),
    ),
    payment: byId(charges, (charge) =>
      toSquarePayment(
        charge,
        refunds.filter(({ charge_id }) => charge_id === charge.id),
      ),
    ),
    refund: byId(refunds, ({ provider_id: id, pence, charge_id, location: location_id, created_at, note: reason }) => ({
      ...{ id, created_at, updated_at: created_at, status: 'COMPLETED' as const, amount_money: toMoney(pence) },
      ...{ payment_id: `${demoProviderIdPrefix}${charge_id}`, location_id, reason },
    })),
  };
}

const byId = <Row extends { provider_id: string }, Value>(rows: readonly Row[], asStored: (row: Row) => Value) =>
  Object.fromEntries(rows.map((row) => [row.provider_id, asStored(row)]));

function toSquarePayment(charge: Intent, refunds: readonly Intent[]) {
  const { id: reference_id, provider_id: id, pence, fee, created_at, location: location_id, customer, note } = charge;
  const back = refunds.reduce((sum, refund) => sum + refund.pence, 0);
  const amount_money = toMoney(pence);
  return {
    ...{ id, created_at, updated_at: created_at, amount_money, total_money: amount_money },
    ...{ status: 'COMPLETED' as const, source_type: 'CARD' as const, card_details: { status: 'CAPTURED' } },
    ...{ location_id, reference_id, note, ...(customer === '' ? {} : { customer_id: customer }) },
    processing_fee: [{ effective_at: created_at, type: 'INITIAL' as const, amount_money: toMoney(fee ?? 0) }],
    ...(back > 0 ? { refunded_money: toMoney(back), refund_ids: refunds.map(({ provider_id }) => provider_id) } : {}),
  };
}
