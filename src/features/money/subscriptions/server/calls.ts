import { findPerson } from '#features/archive/shows/people/server/index.ts';
import { formatCard } from '#features/money/payments/cards.ts';
import { type PaymentProvider, removeCard, restoreCardRateLimit } from '#features/money/payments/server/index.ts';
import { adminsOnly, mayUse, requireSession } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { describeQueuedEmail } from '#platform/server/mail/index.ts';
import { addDays, formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import {
  createPendingSubscription,
  createRenewalChargeIntent,
  deriveRenewalChargeId,
  deriveSubscriptionIds,
  findPayableSubscription,
  findStartablePlan,
  isRenewalBeingPaid,
  type NotPayableReason,
  type NotStartableReason,
} from './card/charges.ts';
import { payWithNewCard, recordUsableCard, storeCardFromForm } from './card/new-card.ts';
import { composeCancellationEmail, composeNewCardEmail, queueOwnerEmail } from './store/emails.ts';
import {
  findSubscription,
  listCardIdsInUse,
  listLiveSubscriptions,
  setRenewalCardOfMember,
  setSubscriptionCancelled,
  setSubscriptionEmergencyContact,
  setSubscriptionPerson,
} from './store/store.ts';
import type { SubscriptionTable } from './store/tables.ts';
import { getPlanAtRenewal } from './store/years.ts';

const access = mayUse('account_settings');

export function registerSubscriptionCalls({ call, db }: RouteRegistry, services: Services): void {
  const context = { db, services };
  call(contract.startSubscription, { access }, startSubscription(context));
  call(contract.paySubscription, { access }, paySubscription(context));
  call(contract.cancelSubscriptionByGet, { access, changes: true, rateLimit: 'write' }, cancel(context));
  call(contract.cancelSubscription, { access }, cancel(context));
  call(contract.saveEmergencyContact, { access }, correctContact(context));
  call(
    contract.linkSubscriptionToPerson,
    { access: adminsOnly, requiresReauthentication: true },
    linkToPerson(context),
  );
  call(contract.cancelSubscriptionForMember, { access: mayUse('membership') }, cancelForMember(context));
  call(contract.undoSubscriptionCancellation, { access }, undoCancellation(context));
  call(contract.replaceCard, { access }, replaceCard(context));
}

type Context = Pick<RouteRegistry, 'db'> & { services: Services };

const startSubscription =
  ({ db, services }: Context): CallHandler<typeof contract.startSubscription> =>
  async ({ body, visitor, today, now, client, once }) => {
    const start = { userId: visitor.id, body, today, now, network: networkOf(services, client) };
    const { id, intent } = deriveSubscriptionIds(start);
    const status = await payWithNewCard({ ...services, paymentProvider: requirePaymentProvider(services) }, start, {
      intent,
      findReason: async (db) => (await findStartablePlan(db, start)).reason,
      recordCharge: (tx, payment) => createPendingSubscription(tx, start, payment),
      refuse: refuseStart,
    });
    const paid = await findSubscription(db.read, id);
    return once(async () => {
      if (status === 'open') return ok(resultUnknown, { id, status: 'pending' as const });
      const until = formatPaidUntil(services, paid);
      return ok(`Thank you. The subscription has started.${until}`, { id, status: 'active' as const });
    });
  };

const paySubscription =
  ({ db, services }: Context): CallHandler<typeof contract.paySubscription> =>
  async ({ params, body, visitor, today, now, client, once }) => {
    const { card_nonce: nonce, amount_due: amountDue } = body;
    const pay = { id: params.sub_id, userId: visitor.id, nonce, amountDue, today, now };
    if ((await findSubscription(db.read, pay.id))?.user_id !== visitor.id) refuseNotFound();
    const status = await payWithNewCard(
      { ...services, paymentProvider: requirePaymentProvider(services) },
      { userId: visitor.id, body, now, network: networkOf(services, client) },
      {
        intent: deriveRenewalChargeId(pay),
        findReason: async (db) => (await findPayableSubscription(db, pay)).reason,
        recordCharge: (tx, payment) => createRenewalChargeIntent(tx, pay, payment),
        refuse: refusePayment,
      },
    );
    const paid = await findSubscription(db.read, pay.id);
    return once(async () => {
      if (status === 'open') return ok(resultUnknown, { status: 'pending' as const });
      const until = formatPaidUntil(services, paid);
      return ok(`Thank you. The subscription has been renewed.${until}`, { status: 'active' as const });
    });
  };

const correctContact =
  ({ db }: Context): CallHandler<typeof contract.saveEmergencyContact> =>
  async ({ params, body, visitor }) => {
    const { name } = await write(db, async (tx) => {
      const own = await findSubscription(tx, params.sub_id);
      if (own?.user_id !== visitor.id || own.sub_for !== 'OTHER') return refuseNotFound();
      await setSubscriptionEmergencyContact(tx, own.id, body);
      return own;
    });
    return ok(`Emergency contact for ${name} saved.`);
  };

const linkToPerson =
  ({ db }: Context): CallHandler<typeof contract.linkSubscriptionToPerson> =>
  async (request) => {
    const { params, body, visitor } = request;
    const entry = { ...createAuditContext(request, 'subscription.linked') };
    const { held, person } = await write(db, async (tx) => {
      await requireSession(tx, visitor);
      const held = (await findSubscription(tx, params.sub_id)) ?? refuseNotFound();
      if (held.sub_for !== 'OTHER')
        refuse(409, 'This subscription is for the member who pays for it, so it needs no link.');
      const person =
        body.person === ''
          ? undefined
          : ((await findPerson(tx, body.person)) ?? refuse(400, unknownPerson, { person: unknownPerson }));
      await setSubscriptionPerson(tx, held.id, person?.id ?? null, visitor.id);
      await recordAudit(tx, { ...entry, subject: held.user_id, detail: `${held.name}: ${person?.name ?? 'nobody'}` });
      return { held, person };
    });
    return ok(`${held.name} ${person ? `is linked to ${person.name}` : 'isn’t linked to anybody'} in shows.`);
  };

const cancelForMember =
  ({ db, services }: Context): CallHandler<typeof contract.cancelSubscriptionForMember> =>
  async (request) => {
    const { params, body, now, today } = request;
    const entry = { ...createAuditContext(request, 'subscription.renewal_cancelled') };
    const cancelled = await write(db, async (tx) => {
      const held = (await findSubscription(tx, params.sub_id)) ?? refuseNotFound();
      if (held.status === 'pending' || (await isRenewalBeingPaid(tx, held)))
        refuse(409, 'A payment for this subscription is under way. Try again in a few minutes.');
      if (held.status !== 'active')
        refuse(409, 'This subscription has already ended, so there is no renewal to cancel.');
      if (held.cancelled_at !== null) refuse(409, 'This renewal has already been cancelled.');
      await setSubscriptionCancelled(tx, held.id, now);
      await recordAudit(tx, {
        ...entry,
        subject: held.user_id,
        detail: `${held.name ? `for ${held.name}: ` : ''}${body.reason}`,
      });
      const about = { plan: (await getPlanAtRenewal(tx, held)).name, key: `${held.id} cancelled ${now}`, at: now };
      const ends = { renewsOn: held.renews_on, isOver: held.renews_on <= today, bySociety: true };
      const isEmailed =
        body.tell === 'yes' &&
        (await queueOwnerEmail(tx, held, about, (owner) => composeCancellationEmail({ ...owner, ...ends })));
      return { ...held, isEmailed };
    });
    const stays =
      cancelled.renews_on > today ? ` The membership stays valid until ${formatLastPaidDay(cancelled)}.` : '';
    const email = cancelled.isEmailed
      ? describeQueuedEmail(services.mailTransport, 'We’ll email the member.')
      : body.tell === 'yes'
        ? 'The member’s account isn’t active, so no email is sent.'
        : 'No email is sent.';
    return ok(`Cancelled: the subscription won’t renew, and no card is charged.${stays} ${email}`);
  };

const undoCancellation =
  ({ db }: Context): CallHandler<typeof contract.undoSubscriptionCancellation> =>
  async ({ params, visitor, today }) => {
    const { renews_on } = await write(db, async (tx) => {
      const own = await requireOwnSubscription(tx, params.sub_id, visitor);
      if (own.renews_on <= today) refuse(409, ended);
      await setSubscriptionCancelled(tx, own.id, null);
      return own;
    });
    return ok(`Cancellation undone. The subscription renews on ${formatLocalDate(renews_on)}.`);
  };

const replaceCard =
  ({ db, services }: Context): CallHandler<typeof contract.replaceCard> =>
  async ({ body, visitor, today, now, client }) => {
    const holder = { userId: visitor.id, network: networkOf(services, client) };
    const paymentProvider = requirePaymentProvider(services);
    const live = await listLiveSubscriptions(db.read, visitor.id, today);
    if (live.length === 0) refuse(409, noneRenews);
    if (live.every(({ status }) => status === 'pending')) refuse(409, resultUnknown);
    const newCard = await storeCardFromForm({ ...services, paymentProvider }, holder, body);
    const card = await write(db, async (tx) => {
      const stored = await recordUsableCard(tx, newCard);
      const before = await listCardIdsInUse(tx, visitor.id);
      if (!(await setRenewalCardOfMember(tx, visitor.id, stored.id))) {
        await removeCard(tx, stored.id, now);
        return undefined;
      }
      const after = await listCardIdsInUse(tx, visitor.id);
      for (const id of before.difference(after)) await removeCard(tx, id, now);
      await restoreCardRateLimit(tx, holder);
      const about = { plan: '', key: `card ${stored.id}`, at: now };
      await queueOwnerEmail(tx, { user_id: visitor.id, name: '' }, about, (owner) =>
        composeNewCardEmail({ ...owner, card: formatCard({ card_brand: stored.brand, last_4: stored.last_4 }) }),
      );
      return stored;
    });
    if (!card) return refuse(409, noneRenews);
    return ok(`Card saved. From now on your subscriptions renew with the card ending in ${card.last_4}.`);
  };

/**
 * Cancels the member's own renewal. If the button is pressed twice, both presses get the same response, but only one
 * email is sent.
 */
const cancel =
  ({ db }: Context): CallHandler<typeof contract.cancelSubscriptionByGet | typeof contract.cancelSubscription> =>
  async ({ params, visitor, today, now }) => {
    const cancelled = await write(db, async (tx) => {
      const own = await requireOwnSubscription(tx, params.sub_id, visitor);
      if (own.cancelled_at === null && own.renews_on <= today && (await isRenewalBeingPaid(tx, own)))
        refuse(409, resultUnknown);
      if (own.cancelled_at === null) {
        await setSubscriptionCancelled(tx, own.id, now);
        const ends = { renewsOn: own.renews_on, isOver: own.renews_on <= today };
        const about = { plan: (await getPlanAtRenewal(tx, own)).name, key: `${own.id} cancelled ${now}`, at: now };
        await queueOwnerEmail(tx, own, about, (owner) => composeCancellationEmail({ ...owner, ...ends }));
      }
      return own;
    });
    return ok(
      cancelled.renews_on > today
        ? `Cancelled. The subscription won’t renew, but it’s paid for and stays valid until ${formatLastPaidDay(cancelled)}.`
        : `Cancelled. The subscription won’t renew, and nothing more will be charged. It was paid until ${formatLastPaidDay(cancelled)}.`,
    );
  };

const requirePaymentProvider = ({ paymentProvider }: Pick<Services, 'paymentProvider'>): PaymentProvider =>
  paymentProvider ?? refuse(409, 'Card payments are switched off. Ask the treasurer how to pay instead.');

/**
 * Returns the IP address by which card attempts are limited in a public demo, where strangers share the accounts.
 * Undefined on other sites.
 */
const networkOf = ({ isPublicDemo }: Pick<Services, 'isPublicDemo'>, { address }: PageRequest['client']) =>
  isPublicDemo ? address : undefined;

const unknownPerson = 'Choose the person from the list.';

const noneRenews = 'You have no subscription to renew.';

const resultUnknown =
  'We’re finding out whether your card was charged. Don’t pay again: the result will appear here, usually within minutes.';

const formatPaidUntil = (
  { mailTransport }: Pick<Services, 'mailTransport'>,
  paid: SubscriptionTable | undefined,
): string =>
  paid
    ? ` It is paid until ${formatLastPaidDay(paid)}. ${describeQueuedEmail(mailTransport, 'Your receipt is on its way by email.')}`
    : '';

/** Formats the last day that is paid for. */
const formatLastPaidDay = ({ renews_on }: SubscriptionTable) => formatLocalDate(addDays(renews_on, -1));

const startRefusals: Record<Exclude<NotStartableReason, object>, string> = {
  closed: 'This plan is no longer available. Nothing was charged. Reload the page to see the current plans.',
  free: 'This plan is free, so there is nothing to pay by card. Ask the committee about joining it.',
  cancelled:
    'You have cancelled this subscription, and it is still paid for. Press “Undo cancellation” next to it to keep it. Nothing was charged.',
  held: 'You already have this subscription. You haven’t been charged again.',
  open: resultUnknown,
};

const refuseStart = (reason: NotStartableReason): never =>
  typeof reason === 'object' ? refuseChangedAmount(reason.due) : refuse(409, startRefusals[reason]);

function refusePayment(reason: NotPayableReason): never {
  if (reason === 'none') return refuseNotFound();
  if (reason === 'open') return refuse(409, resultUnknown);
  if (reason === 'not due') {
    return refuse(
      409,
      'There is nothing to pay at the moment. Nothing was charged. Reload the page to see the current status.',
    );
  }
  return refuseChangedAmount(reason.due);
}

function refuseChangedAmount(due: number): never {
  return refuse(
    409,
    `The amount has just changed to ${formatMoney(due)}. Nothing was charged. Reload the page, then decide whether to go ahead.`,
  );
}

const ended = 'This subscription has ended.';

/**
 * @throws HttpError 404 if the subscription isn't the visitor's own, 409 if it has ended or its first payment is
 * uncertain
 */
async function requireOwnSubscription(
  db: DbReader,
  id: string,
  visitor: PageRequest['visitor'],
): Promise<SubscriptionTable> {
  const own = await findSubscription(db, id);
  if (own?.user_id !== visitor.id) return refuseNotFound();
  if (own.status === 'pending') refuse(409, resultUnknown);
  if (own.status !== 'active') refuse(409, ended);
  return own;
}
