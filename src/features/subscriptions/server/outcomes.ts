import { findUser } from '#features/accounts/server/index.ts';
import { type Payment, type PaymentOutcomes, removeCard } from '#features/payments/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { idFrom } from '#platform/server/crypto/ids.ts';
import type { Writing } from '#platform/server/database/index.ts';
import { type Letter, queueMail } from '#platform/server/mail/index.ts';
import { type Instant, today } from '#platform/shared/dates.ts';
import { notChargedMail, receiptMail } from './mails.ts';
import { refunded } from './refunds.ts';
import { ofSubject } from './start.ts';
import { activate, deletePending, recordYear } from './store.ts';
import type { SubscriptionTable } from './tables.ts';

/** Longer than a member waits for an answer: what is declined later they have to be told by mail. */
const answeredWithin = 60_000;

/** A subscription begins once its first charge is settled, and is gone once that is declined. */
export const subscriptionOutcomes: PaymentOutcomes = {
  purpose: 'subscription',
  settled: async (tx, charge, at) => {
    const started = await activate(tx, ofSubject(charge.subject));
    if (!started) return;
    const { id, started_on: begins_on, renews_on } = started;
    const { id: entry_id, pence: amount } = charge;
    await recordYear(tx, { id: entry_id, subscription_id: id, begins_on, renews_on, amount, source: 'card', entry_id });
    await tell(tx, { started, charge, at }, ({ timeZone, ...told }) =>
      receiptMail({
        ...told,
        pence: charge.pence,
        card: `${charge.card_brand} ending in ${charge.last_4}`,
        paidOn: today(charge.created_at, timeZone),
        amount: started.amount,
        renewsOn: started.renews_on,
      }),
    );
  },
  declined: async (tx, charge, at) => {
    const started = await deletePending(tx, ofSubject(charge.subject));
    if (!started) return;
    if (started.card_id) await removeCard(tx, started.card_id, at);
    if (Date.parse(at) - Date.parse(charge.created_at) < answeredWithin) return;
    await tell(tx, { started, charge, at }, notChargedMail);
  },
  refunded,
};

interface Told {
  firstname: string;
  siteName: string;
  timeZone: string;
  plan: string;
  name: string;
}

async function tell(
  tx: Writing,
  { started, charge, at }: { started: SubscriptionTable; charge: Payment; at: Instant },
  write: (told: Told) => Letter,
): Promise<void> {
  const user = await findUser(tx, started.user_id);
  if (!user) return;
  const { siteName, timeZone } = await readSettings(tx);
  const { firstname, email } = user;
  const mail = write({ firstname, siteName, timeZone, plan: charge.label, name: started.name });
  // One mail for each end of a charge
  const key = `subscription ${charge.id} ${charge.status}`;
  await queueMail(tx, { ...mail, id: idFrom(key), idempotencyKey: key, to: email, fromName: siteName, at });
}
