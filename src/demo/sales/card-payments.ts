import type { PaymentHistory } from '#features/money/payments/server/index.ts';
import { calculateSquareFee, type DemoEntry } from './ledger.ts';

type Intent = PaymentHistory['intents'][number];

/** The prefix of the demo's ids at the practice provider. No other ids begin with it. */
export const demoPrefix = 'DEMO-';

/** The id of the practice provider's location, to which all payments belong. */
const location = 'PRACTICE-LOCATION';

/** The values that the intents of the demo's card payments have in common, unless they say otherwise. */
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
 * Builds a card payment for tickets, and its refund if the payment was refunded in full, both as payments and as ledger
 * entries.
 */
export function buildTicketCardPayments({
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
}): { intents: Intent[]; entries: DemoEntry[] } {
  const about = { about: 'tickets', show_id: show.id, label: show.title } as const;
  const provider_id = `${demoPrefix}${entry.id}`;
  const charge: Intent = {
    ...demoIntentDefaults,
    ...{ id: entry.id, purpose: 'tickets', subject: `basket ${order}`, attempt: 'first', show_id: show.id },
    ...{ label: show.title, note: `Tickets for ${show.title}`, pence, status: 'settled', provider_id },
    ...{ card_brand: 'VISA', last_4: '1111', fee: calculateSquareFee(pence), created_at: at, settled_at: at },
  };
  const square_id = provider_id;
  const made: DemoEntry[] = [
    { kind: 'charge', id: entry.id, at, pence, source: 'card', environment: 'practice', square_id, about },
    { kind: 'fee', id: entry.fee, at, charge_id: entry.id, pence: calculateSquareFee(pence), square_id },
  ];
  if (backAt === '') return { intents: [charge], entries: made };
  const refund: Intent = {
    ...{ ...charge, id: entry.refund, kind: 'refund', charge_id: entry.id, attempt: 'refund 1', note: 'Fell ill' },
    ...{ provider_id: `${provider_id}_REFUND`, card_brand: '', last_4: '', fee: null },
    ...{ created_at: backAt, settled_at: backAt },
  };
  const back: DemoEntry = {
    ...{ kind: 'refund', id: refund.id, at: backAt, charge_id: entry.id, pence, square_id: refund.provider_id },
  };
  return { intents: [charge, refund], entries: [...made, back] };
}
