import { findEntry, findReceipt, formatPayerName, getChargeBalance } from '#features/money/ledger/server/index.ts';
import { findCardsByCharge } from '#features/money/payments/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import type { ReceiptContent } from '../contract.ts';
import { deriveDonationEntryId } from './offline/offline-payment.ts';
import { sumEarlierPartPayments } from './offline/part-payments.ts';
import { findOtherBeneficiaries } from './store/years.ts';

export function registerReceiptPage({ page }: RouteRegistry, { environment }: Pick<Services, 'environment'>): void {
  page(
    '/members/subscriptions/receipts/:id',
    { type: 'subscription_receipt', access: mayUse('account_settings', 'get_subs') },
    buildReceiptPage(environment),
  );
}

const buildReceiptPage =
  (environment: Services['environment']) =>
  async ({ db, params, visitor }: PageRequest): Promise<ReceiptContent> => {
    const entry = await findReceipt(db, params.id ?? '', environment);
    if (!entry) return refuseNotFound();
    const isOwn = entry.user_id === visitor.id;
    if (!isOwn && visitor.may.get_subs !== true) refuseNotFound();
    const chargeId = entry.charge_id ?? entry.id;
    const charge = entry.charge_id === null ? undefined : await findEntry(db, entry.charge_id, environment);
    const card = (await findCardsByCharge(db, [chargeId])).get(chargeId);
    const { siteName } = await readSettings(db);
    return {
      type: 'subscription_receipt',
      title: entry.kind === 'refund' ? 'Receipt for a refund' : 'Receipt',
      site_name: siteName,
      id: entry.id,
      date: entry.day,
      amount: entry.amount,
      donation: entry.kind === 'refund' ? 0 : await getChargeBalance(db, deriveDonationEntryId(entry.id)),
      part_paid: entry.kind === 'refund' ? 0 : await sumEarlierPartPayments(db, entry),
      plan_name: entry.label,
      name: formatPayerName(entry),
      for_name: (await findOtherBeneficiaries(db)).get(chargeId) ?? '',
      source: entry.source,
      card_brand: card?.card_brand ?? '',
      last_4: card?.last_4 ?? '',
      refunded: 0 - Number(entry.refunds),
      paid_until: entry.kind === 'refund' ? '' : await findPaidUntil(db, entry.id),
      paid_on: charge?.day ?? '',
      reason: entry.reason,
      is_own: isOwn,
    };
  };

/**
 * Finds the last day that a payment paid for; "" if a refund has ended that year, or if the payment was for no year.
 */
async function findPaidUntil(db: DbReader, entryId: Id): Promise<CalendarDate | ''> {
  const year = await db
    .selectFrom('subscription_year')
    .select('renews_on')
    .where('entry_id', '=', entryId)
    .where('ended_by', 'is', null)
    .executeTakeFirst();
  if (year) return addDays(year.renews_on, -1);
  const onPaper = await db
    .selectFrom('paper_member_year')
    .select('paid_until')
    .where('id', '=', entryId)
    .where('ended_by', 'is', null)
    .executeTakeFirst();
  return onPaper?.paid_until ?? '';
}
