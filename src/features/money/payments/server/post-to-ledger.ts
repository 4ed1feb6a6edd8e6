import type { EntrySubject } from '#features/money/ledger/entry.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PaymentIntent } from './intents.ts';

/**
 * Posts a charge or refund to the ledger. It counts on the day on which it was requested, or made at Square, unless that
 * day's year is closed. The entry has the intent's id.
 */
export async function postPaymentToLedger(tx: DbTransaction, intent: PaymentIntent, at: Instant): Promise<void> {
  const { id, kind, environment, pence, provider_id: square_id, charge_id, user_id, created_at: providerAt } = intent;
  const entered = { id, at, pence, square_id, providerAt };
  if (kind === 'refund') {
    if (charge_id) await postEntry(tx, { ...entered, kind, charge_id });
    return;
  }
  const payer = user_id === null ? {} : { payer: { user_id } };
  await postEntry(tx, { ...entered, kind, environment, source: 'card', about: toEntrySubject(intent), ...payer });
  await postFeeToLedger(tx, intent, at);
}

/** Posts Square's fee for a charge, if it is known. */
export async function postFeeToLedger(tx: DbTransaction, intent: PaymentIntent, at: Instant): Promise<void> {
  const { id, fee, provider_id: square_id, created_at: providerAt } = intent;
  if (!fee) return;
  const entered = { id: deterministicId(`fee ${id}`), at, pence: fee, square_id, providerAt };
  await postEntry(tx, { ...entered, kind: 'fee', charge_id: id });
}

const toEntrySubject = ({ purpose, plan_id, show_id, label }: PaymentIntent) =>
  ({ about: purpose, label, ...(purpose === 'subscription' ? { plan_id } : { show_id }) }) as EntrySubject;
