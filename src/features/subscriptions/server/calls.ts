import { inWords } from '#features/accounts/attempt-limits.ts';
import { bucket, findUser, mayUse, putBack, takeFrom } from '#features/accounts/server/index.ts';
import { declineInWords } from '#features/payments/declines.ts';
import {
  askSquare,
  findIntent,
  type KeptCard,
  keepCard,
  removeCard,
  type Square,
} from '#features/payments/server/index.ts';
import { type Reading, writeQuietly } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { type CallRequest, ok } from '#platform/server/http/call.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound, refuse } from '#platform/server/http/refusal.ts';
import { addDays, dayInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import { type Hindrance, openStart, startable, startedBy } from './start.ts';
import { cardsInUse, findSubscription, liveOf, renewWith, setCancelled } from './store.ts';
import type { SubscriptionTable } from './tables.ts';

const access = mayUse('account_settings');

export function subscriptionCalls({ call, db }: Platform, services: Services): void {
  const squareOrNone = (): Square =>
    services.square ?? refuse(409, 'Paying by card is switched off here. Ask the treasurer how you can pay instead.');

  call(contract.startSubscription, { access }, async ({ body, visitor, today, now, once }) => {
    const square = squareOrNone();
    const start = { userId: visitor.id, body, today, now };
    const { id, intent } = startedBy(start);
    // Pressed twice, it goes on where the first press has come to
    if (!(await findIntent(db.read, intent))) {
      const { hindrance } = await startable(db.read, start);
      if (hindrance) refuseStart(hindrance);
      const card = await cardOf({ ...services, square }, visitor.id, body);
      const since = await writeQuietly(db, async (tx) => {
        const found = await openStart(tx, start, { card, square });
        if (found) await removeCard(tx, card.id, now);
        return found;
      });
      if (since) refuseStart(since);
    }
    const { status, code } = await askSquare({ ...services, square }, intent);
    if (status === 'declined') refuseCard(code);
    if (status === 'abandoned') refuse(409, 'That came to nothing, and nothing was charged. Enter your card again.');
    return once(writeQuietly, async (tx) => {
      if (status === 'open') return ok(findingOut, { id, status: 'pending' as const });
      await putBack(tx, [bucket('card', visitor.id)]);
      const begun = await findSubscription(tx, id);
      const until = begun ? ` It is paid until ${lastDay(begun)}, and your receipt is on its way by mail.` : '';
      return ok(`Thank you, the subscription has started.${until}`, { id, status: 'active' as const });
    });
  });

  /** Whoever presses twice hears the same twice. */
  const cancel = async ({ params, visitor, today, now }: CallRequest<unknown, undefined, { sub_id: string }>) => {
    const cancelled = await writeQuietly(db, async (tx) => {
      const own = await ownSubscription(tx, params.sub_id, { visitor, today });
      await setCancelled(tx, own.id, now);
      return own;
    });
    return ok(`Cancelled: it won’t renew. What is paid stays, until ${lastDay(cancelled)}.`);
  };
  call(contract.cancelByLink, { access, changes: true, rateLimit: 'write' }, cancel);
  call(contract.cancelSubscription, { access }, cancel);

  call(contract.renewAgain, { access }, async ({ params, visitor, today }) => {
    const { renews_on } = await writeQuietly(db, async (tx) => {
      const own = await ownSubscription(tx, params.sub_id, { visitor, today });
      await setCancelled(tx, own.id, null);
      return own;
    });
    return ok(`It isn’t cancelled any more, and renews on ${dayInWords(renews_on)}.`);
  });

  call(contract.replaceCard, { access }, async ({ body, visitor, today, now }) => {
    const square = squareOrNone();
    if ((await liveOf(db.read, visitor.id, today)).length === 0) refuse(409, 'You have no subscription to renew.');
    const card = await cardOf({ ...services, square }, visitor.id, body);
    await writeQuietly(db, async (tx) => {
      const before = await cardsInUse(tx, visitor.id);
      await renewWith(tx, visitor.id, card.id);
      const still = await cardsInUse(tx, visitor.id);
      for (const id of before.difference(still)) await removeCard(tx, id, now);
      await putBack(tx, [bucket('card', visitor.id)]);
    });
    return ok(`Card saved. Your subscriptions renew with the one ending in ${card.last_4} from now on.`);
  });
}

const findingOut =
  'We are finding out whether your card was charged. Don’t pay again: you will see it here within minutes, and get a mail.';

/** The last day that is paid, in words. */
const lastDay = ({ renews_on }: SubscriptionTable) => dayInWords(addDays(renews_on, -1));

/** @throws Refusal that says why nothing was started */
function refuseStart(hindrance: Hindrance): never {
  if (hindrance === 'closed') {
    return refuse(
      409,
      'Nobody can choose this plan any more. Nothing was charged; reload the page to see what is open.',
    );
  }
  if (hindrance === 'free') {
    return refuse(409, 'This plan costs nothing, so there is nothing to pay by card. Ask the committee for it.');
  }
  if (hindrance === 'held') {
    return refuse(409, 'You have this subscription already. Nothing was charged a second time.');
  }
  return refuse(
    409,
    `The amount has just changed to ${asMoney(hindrance.due)}. Nothing was charged; reload the page, then look whether you want it.`,
  );
}

/** @throws Refusal with the bank's reason, beside the card */
function refuseCard(code: string): never {
  const msg = declineInWords(code);
  return refuse(400, `${msg} Nothing was charged.`, { card_nonce: msg });
}

/**
 * Keeps the card that a member's form hands over.
 * @throws Refusal where that can't be done, or there have been too many
 */
async function cardOf(
  { db, clock, square }: Pick<Services, 'db' | 'clock'> & { square: Square },
  userId: string,
  { card_nonce, verification_token }: { card_nonce: string; verification_token: string },
): Promise<KeptCard> {
  const user = (await findUser(db.read, userId)) ?? refuse(401, 'Sign in first, then you can go on from here.');
  const at = clock().toISOString();
  const { waitMs } = await writeQuietly(db, (tx) => takeFrom(tx, [bucket('card', userId)], at));
  if (waitMs > 0) refuse(429, `There have been too many tries. Wait ${inWords(waitMs)}, then try again.`);
  const { firstname: givenName, lastname: familyName, email } = user;
  const kept = await keepCard(
    { db, clock, square },
    { userId, givenName, familyName, email },
    { token: card_nonce, verification: verification_token },
  );
  if ('card' in kept) {
    if (kept.card.removed_at !== null) refuseCard('CARD_TOKEN_USED');
    return kept.card;
  }
  if (kept.refused.isFinal) refuseCard(kept.refused.code);
  return refuse(503, 'We couldn’t reach our card payment service. Nothing was charged: try again in a few minutes.');
}

/** @throws Refusal where it is nobody's, somebody else's, over, or still being paid for */
async function ownSubscription(
  db: Reading,
  id: string,
  { visitor, today }: Pick<PageRequest, 'visitor' | 'today'>,
): Promise<SubscriptionTable> {
  const own = await findSubscription(db, id);
  if (own?.user_id !== visitor.id) return notFound();
  if (own.status === 'pending') refuse(409, findingOut);
  if (own.status !== 'active' || own.renews_on <= today) refuse(409, 'This subscription has ended.');
  return own;
}
