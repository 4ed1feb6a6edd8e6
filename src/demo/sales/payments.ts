import type { postEntry } from '#features/money/ledger/server/index.ts';
import { exportPaymentHistory, type PaymentHistory } from '#features/money/payments/server/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import { computePseudoRandomNumber } from '../people/ids.ts';
import type { DemoShow } from '../society/demo.ts';

export type DemoLedgerEntry = Parameters<typeof postEntry>[1];
export type DemoCharge = DemoLedgerEntry & { kind: 'charge' };

/** Returns a whole number from 0 up to (not including) `most`, the same for the same keys. */
export const pickPseudoRandomNumberBelow = (most: number, ...keys: (string | number)[]) =>
  Math.floor(computePseudoRandomNumber(...keys) * most);

/** Builds the fields of an entry that belongs to one day: its id, the day, and a time in the evening of that day. */
export const buildDatedEntryFields = (key: string, day: CalendarDate) => ({
  id: deriveId(`demo entry ${key}`),
  day,
  at: `${day}T19:30:00.000Z`,
});

/** Calculates Square's fee for an online card payment in Britain: 1.4 % and 25p. */
export const calculateSquareFee = (pence: number) => Math.round(pence * 0.014) + 25;

/** The number of the society's years, which begin in September, that have entries. The present year counts. */
const years = 5;

/**
 * Builds the ledger entries, up to `today`, for what the shows of the society's last five years took in cash. The
 * present year counts as one of the five. For shows whose tickets are listed one by one (`itemised`), the tickets are
 * left out. The same day gives the same entries.
 */
export function buildCashTakings(
  shows: readonly DemoShow[],
  today: CalendarDate,
  itemised: ReadonlySet<string> = new Set(),
): DemoLedgerEntry[] {
  const began = today.slice(5, 7) < '09' ? getYear(today) - 1 : getYear(today);
  const first = `${began - years + 1}-09-01`;
  return shows
    .filter(({ date, cancelled, date_precision }) => !cancelled && date_precision === 'day' && date >= first)
    .flatMap((show) => listCashIncome(show, itemised.has(show.id)))
    .filter(({ day = '' }) => day <= today);
}

/**
 * Lists the cash income of a show: the door takings of each performance (unless `isItemised`), other sales, and a later
 * hire of the costumes.
 */
function listCashIncome(
  { id: show_id, title: label, first_date, date }: DemoShow,
  isItemised: boolean,
): DemoLedgerEntry[] {
  const entries: DemoLedgerEntry[] = [];
  const take = (day: CalendarDate, what: string, pence: number, about: DemoCharge['about']) =>
    entries.push({
      ...buildDatedEntryFields(`${show_id} ${day} ${what}`, day),
      kind: 'charge',
      environment: 'practice',
      source: 'cash',
      pence,
      about,
    });
  for (let day = first_date; !isItemised && day <= date; day = addDays(day, 1)) {
    const seats = 8 + pickPseudoRandomNumberBelow(25, 'door', show_id, day);
    take(day, 'tickets', seats * 1250, { about: 'tickets', show_id, label });
  }
  const frontOfHouseSale = { about: 'front_of_house', show_id } as const;
  const some = (what: string, least: number, more: number) =>
    100 * (least + pickPseudoRandomNumberBelow(more, what, show_id));
  take(date, 'Programmes', some('Programmes', 60, 80), { ...frontOfHouseSale, label: 'Programmes' });
  take(date, 'Refreshments', some('Refreshments', 140, 160), { ...frontOfHouseSale, label: 'Refreshments' });
  take(date, 'Raffle', some('Raffle', 70, 60), { ...frontOfHouseSale, label: 'Raffle' });
  // Somebody hires the costumes two weeks later
  take(addDays(date, 14), 'Hire', some('Hire', 20, 40), { about: 'front_of_house', show_id: '', label: 'Hire' });
  return entries;
}

type Intent = PaymentHistory['intents'][number];

/**
 * The prefix of the demo's ids at the practice provider. The ids of cards have `ccof:` before it. No other ids contain
 * it.
 */
export const demoProviderIdPrefix = 'DEMO-';

/** The id of the practice provider's location, to which all payments belong. */
const location = 'PRACTICE-LOCATION';

/** The default fields of a payment intent of the demo; each intent overrides those that differ. */
export const demoIntentDefaults = {
  environment: 'practice',
  kind: 'charge',
  plan_id: '',
  show_id: '',
  charge_id: null,
  user_id: null,
  ends: 0,
  source: '',
  verification: '',
  customer: '',
  provider_id: '',
  declined_because: '',
  fee: null,
  location,
} as const;

/**
 * Builds the records of a card payment for tickets and, if it was refunded in full, of its refund: payment intents and
 * ledger entries.
 */
export function buildTicketPaymentRecords({
  order,
  entry,
  show,
  pence,
  at,
  backAt,
}: {
  order: string;
  entry: { id: string; fee: string; refund: string };
  show: { id: string; title: string };
  pence: number;
  at: string;
  /** The time of the refund; "" if there was none. */
  backAt: string;
}): { intents: Intent[]; entries: DemoLedgerEntry[] } {
  const about = { about: 'tickets', show_id: show.id, label: show.title } as const;
  const provider_id = `${demoProviderIdPrefix}${entry.id}`;
  const charge: Intent = {
    ...demoIntentDefaults,
    ...{ id: entry.id, purpose: 'tickets', subject: `basket ${order}`, attempt: 'first', show_id: show.id },
    ...{ label: show.title, note: `Tickets for ${show.title}`, pence, status: 'settled', provider_id },
    ...{ card_brand: 'VISA', last_4: '1111', fee: calculateSquareFee(pence), created_at: at, settled_at: at },
  };
  const square_id = provider_id;
  const made: DemoLedgerEntry[] = [
    { kind: 'charge', id: entry.id, at, pence, source: 'card', environment: 'practice', square_id, about },
    { kind: 'fee', id: entry.fee, at, charge_id: entry.id, pence: calculateSquareFee(pence), square_id },
  ];
  if (backAt === '') return { intents: [charge], entries: made };
  const refund: Intent = {
    ...{ ...charge, id: entry.refund, kind: 'refund', charge_id: entry.id, attempt: 'refund 1', note: 'Fell ill' },
    ...{ provider_id: `${provider_id}_REFUND`, card_brand: '', last_4: '', fee: null },
    ...{ created_at: backAt, settled_at: backAt },
  };
  const back: DemoLedgerEntry = {
    ...{ kind: 'refund', id: refund.id, at: backAt, charge_id: entry.id, pence, square_id: refund.provider_id },
  };
  return { intents: [charge, refund], entries: [...made, back] };
}

const toMoney = (amount: number) => ({ amount, currency: 'GBP' });

/**
 * Returns Square's records of the payments in the demo's data, and of their customers and cards, by Square's ids. With
 * these records, the practice provider's list of payments matches the site's, the payments can be refunded, and the
 * subscriptions renew.
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
