import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';

/** Lists open differences between our payments and Square's list, latest first, with what each payment was for. */
export const listOpenDifferences = (db: DbReader, environment: PaymentEnvironment) =>
  db
    .selectFrom('payment_difference as difference')
    .leftJoin('payment_intent as intent', (join) =>
      join
        .onRef('intent.provider_id', '=', 'difference.provider_id')
        .onRef('intent.environment', '=', 'difference.environment'),
    )
    .select(({ fn, val }) => [
      ...([
        'difference.id',
        'difference.provider_id',
        'difference.what',
        'difference.ours',
        'difference.theirs',
        'difference.found_at',
      ] as const),
      fn.coalesce('intent.label', val('')).as('label'),
      'intent.kind',
    ])
    .where('difference.environment', '=', environment)
    .where('difference.cleared_at', 'is', null)
    .where('difference.dismissed_at', 'is', null)
    .orderBy('difference.found_at', 'desc')
    .orderBy('difference.id')
    .execute();

export async function countOpenDifferences(db: DbReader, environment: PaymentEnvironment): Promise<number> {
  const { count } = await db
    .selectFrom('payment_difference')
    .select((e) => e.cast<string>(e.fn.countAll(), 'text').as('count'))
    .where('environment', '=', environment)
    .where('cleared_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A payment on Square's list that isn't ours, or a refund or dispute of such a payment. */
interface UnknownPayment {
  id: Id;
  /** Square's id. */
  provider_id: string;
  pence: number;
}

/** Selects payments that Square lists and that aren't in our ledger. */
const selectUnknownPayments = (db: DbReader, environment: PaymentEnvironment) =>
  db
    .selectFrom('payment_difference')
    .select((eb) => ['id', 'provider_id', eb.fn.coalesce('theirs', eb.lit(0)).as('pence'), 'dismissed_at'])
    .where('environment', '=', environment)
    .where('what', '=', 'unknown here')
    .where('cleared_at', 'is', null);

/** Selects refunds and disputes of payments that aren't in our ledger. */
const selectUnknownRefunds = (db: DbReader, environment: PaymentEnvironment) =>
  db
    .selectFrom('external_refund')
    .select(['id', 'provider_id', 'pence', 'dismissed_at'])
    .where('environment', '=', environment)
    .where('charge_id', 'is', null)
    .where('closed_at', 'is', null);

/**
 * Dismisses a payment, refund or dispute at Square that isn't ours, so that nobody is asked about it any more. Restores
 * it if `at` is null.
 * @returns undefined if the id is unknown, or it was dismissed or restored before
 */
export async function setPaymentDismissed(
  tx: DbTransaction,
  { id, environment }: { id: Id; environment: PaymentEnvironment },
  at: Instant | null,
): Promise<UnknownPayment | undefined> {
  const difference = await selectUnknownPayments(tx, environment).where('id', '=', id).executeTakeFirst();
  const found = difference ?? (await selectUnknownRefunds(tx, environment).where('id', '=', id).executeTakeFirst());
  if (!found || (found.dismissed_at === null) === (at === null)) return undefined;
  const dismissed = { dismissed_at: at };
  if (difference) await tx.updateTable('payment_difference').set(dismissed).where('id', '=', id).execute();
  else await tx.updateTable('external_refund').set(dismissed).where('id', '=', id).execute();
  return found;
}

/** Lists dismissed payments, refunds and disputes that Square still lists, latest first. */
export async function listDismissedPayments(db: DbReader, environment: PaymentEnvironment) {
  const found = [
    ...(await selectUnknownPayments(db, environment).where('dismissed_at', 'is not', null).execute()),
    ...(await selectUnknownRefunds(db, environment).where('dismissed_at', 'is not', null).execute()),
  ];
  return found
    .map(({ dismissed_at, ...rest }) => ({ ...rest, dismissed_at: dismissed_at ?? '' }))
    .sort((one, other) => (one.dismissed_at < other.dismissed_at ? 1 : -1));
}

/** The audit action of a dismissal. Its audit entry has the reason that the list of dismissed payments shows. */
export const paymentDismissedAction = 'square_payment.dismissed';

const access = mayUse('get_subs');

/**
 * Registers the calls that dismiss and restore payments at Square that weren't made on this site, such as a card
 * reader's.
 */
export function registerUnknownPaymentCalls(
  { call, db }: RouteRegistry,
  { environment }: Pick<Services, 'environment'>,
): void {
  const context = { db, environment };
  call(contract.dismissUnknownPayment, { access }, dismiss(context));
  call(contract.restoreUnknownPayment, { access }, restore(context));
}

type Context = Pick<RouteRegistry, 'db'> & Pick<Services, 'environment'>;

const dismiss =
  ({ db, environment }: Context): CallHandler<typeof contract.dismissUnknownPayment> =>
  async ({ body: { reason }, ...request }) => {
    const { now: at, params } = request;
    const audit = { ...createAuditContext(request, paymentDismissedAction), subject: params.id };
    const amount = await write(db, async (tx) => {
      const found = await setPaymentDismissed(tx, { id: params.id, environment }, at);
      if (!found) return refuse(409, 'This is dismissed already, or is no longer listed. Reload the page.');
      await recordAudit(tx, { ...audit, detail: `${formatMoney(found.pence)}, ${found.provider_id}. ${reason}` });
      return formatMoney(found.pence);
    });
    return ok(`Dismissed: ${amount}. You’ll find it under “Dismissed”, where you can undo this.`);
  };

const restore =
  ({ db, environment }: Context): CallHandler<typeof contract.restoreUnknownPayment> =>
  async (request) => {
    const { params } = request;
    const audit = { ...createAuditContext(request, 'square_payment.listed_again'), subject: params.id };
    const amount = await write(db, async (tx) => {
      const found = await setPaymentDismissed(tx, { id: params.id, environment }, null);
      if (!found) return refuse(409, 'This isn’t dismissed any more. Reload the page.');
      await recordAudit(tx, { ...audit, detail: `${formatMoney(found.pence)}, ${found.provider_id}` });
      return formatMoney(found.pence);
    });
    return ok(`${amount} needs attention again.`);
  };
