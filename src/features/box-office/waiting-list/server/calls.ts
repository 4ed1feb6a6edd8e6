import { findShow } from '#features/archive/shows/server/index.ts';
import { findPerformance } from '#features/box-office/performances/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import { accountRateLimits, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseFields, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { isLoopbackHost } from '#platform/server/http/request/request-limits.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type FormPostPages, ok } from '#platform/server/http/routes/call.ts';
import { hasMailServer } from '#platform/server/mail/index.ts';
import { declareRateLimits, rateLimits } from '#platform/server/rate-limits/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { formatDateTime, type Instant } from '#platform/shared/dates/dates.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import * as contract from '../contract.ts';
import {
  differsInSizeOrDates,
  formatPlaces,
  formatRequestedChange,
  joinedWaitingListPath,
  maxConfirmedParties,
  type RequestedChange,
} from '../party.ts';
import { type PartyEmailContext, queueJoinedPartyEmail } from './emails.ts';
import { countPlacesLeft } from './offers.ts';
import { buildJoinWaitingListPage, buildWaitingPartyPage, findPerformancesOnSale } from './pages.ts';
import {
  changeParty,
  countConfirmedParties,
  endPartyWait,
  findParty,
  findPartyByEmail,
  findPartyPerformances,
  findRequestedChanges,
  insertWaitingParty,
  isPartyKey,
  setPartyConfirmed,
  setRequestedChange,
} from './store.ts';

type WaitingListServices = Pick<Services, 'encryption' | 'mailTransport' | 'all'>;

/** The limit on requests to join a show's waiting list from one network. */
const { waiting: waitingLimit } = declareRateLimits({ waiting: { burst: 10, everyMs: 30 * minute } });

export function registerWaitingListCalls(registry: RouteRegistry, services: WaitingListServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db };
  const { joining, own, changing } = createFormPages(context);
  const staff = { access: mayUse('bookings') };
  call(contract.joinWaitingList, { access: everyone, rateLimit: 'message', form: joining }, join(context));
  call(contract.confirmOwnParty, { access: everyone, form: own }, confirmByLink(context));
  call(contract.changeOwnParty, { access: everyone, form: changing }, changeByLink(context));
  call(contract.leaveWaitingList, { access: everyone, form: own }, leaveByLink(context));
  call(contract.confirmParty, staff, confirmByStaff(context));
  call(contract.removeParty, staff, removeByStaff(context));
}

type Context = WaitingListServices & Pick<RouteRegistry, 'db'>;

const getOwnPath = ({ id = '', key = '' }: Readonly<Record<string, string>>) =>
  `/tickets/waiting/${encodeURIComponent(id)}/${encodeURIComponent(key)}`;

/**
 * Returns the pages that browsers without JavaScript see after a submission: the next page, or the form again with the
 * reason for the refusal.
 */
function createFormPages(context: Context): Record<'joining' | 'own' | 'changing', FormPostPages> {
  return {
    joining: {
      done: joinedWaitingListPath,
      again: (answer, typed, visit) =>
        buildJoinWaitingListPage(
          { ...visit, params: { id: typed.performance_id ?? '' } },
          { typed, answer: toFormResponse(answer) },
        ),
    },
    own: {
      done: getOwnPath,
      again: ({ code, msg }, _typed, visit) => buildWaitingPartyPage(visit, context, { answer: { code, msg } }),
    },
    changing: {
      done: getOwnPath,
      again: (answer, typed, visit) => buildWaitingPartyPage(visit, context, { typed, answer: toFormResponse(answer) }),
    },
  };
}

/** Converts a refused call's response to the part that a form shows. */
export const toFormResponse = ({ code, msg, ...more }: CallResponse) => ({
  ...{ code, msg },
  ...('fields' in more && more.fields ? { fields: more.fields } : {}),
});

const join =
  ({ db, encryption, mailTransport }: Context): CallHandler<typeof contract.joinWaitingList> =>
  async ({ body, now, home, client, db: reading }) => {
    const { performance_id, name, email, size } = body;
    const performance = (await findPerformance(reading, performance_id)) ?? refuseNotFound();
    const dates = await requireChosenDates(reading, body, { show: performance.show_id, size, now });
    const limits = [rateLimits.key(accountRateLimits.mail, `waiting ${normaliseEmail(email)}`)];
    if (!isLoopbackHost(client.address)) {
      limits.push(...rateLimits.networkKeys(waitingLimit, client.address, performance.show_id));
    }
    await write(db, (tx) => rateLimits.consume(tx, limits, now));
    const party = { id: newId(), show: performance.show_id, name, email, size, dates };
    const sendsMail = hasMailServer(mailTransport);
    await write(db, (tx) => joinWaitingList(tx, party, { encryption, home, now, sendsMail }));
    return ok(sendsMail ? checkEmailMessage : boxOfficeMessage);
  };

/**
 * Returns the id of the party that a link belongs to.
 * @throws HttpError 404 if the link isn't valid
 */
const requirePartyId = ({ encryption }: Context, params: { id: string; key: string }): Id =>
  isPartyKey(encryption, params) ? params.id : refuseNotFound();

const confirmByLink =
  (context: Context): CallHandler<typeof contract.confirmOwnParty> =>
  async ({ params, now }) => {
    const id = requirePartyId(context, params);
    await write(context.db, async (tx) => {
      const party = (await findParty(tx, id)) ?? refuseNotFound();
      if (party.status === 'over') refuse(409, endedMessage);
      await confirmWaitingParty(tx, party, now);
    });
    return ok('Thank you: you are on the waiting list.');
  };

const changeByLink =
  (context: Context): CallHandler<typeof contract.changeOwnParty> =>
  async ({ params, body, now, db: reading }) => {
    const id = requirePartyId(context, params);
    const { name, size } = body;
    const party = (await findParty(reading, id)) ?? refuseNotFound();
    if (party.status !== 'waiting') refuse(409, party.status === 'over' ? endedMessage : alreadyOfferedMessage);
    const dates = await requireChosenDates(reading, body, { show: party.show_id, size, now });
    await write(context.db, async (tx) => {
      if (!(await changeParty(tx, id, { name, size, dates }))) refuse(409, alreadyOfferedMessage);
    });
    return ok('Your changes are saved. You keep your place on the list.');
  };

const leaveByLink =
  (context: Context): CallHandler<typeof contract.leaveWaitingList> =>
  async ({ params }) => {
    const id = requirePartyId(context, params);
    await write(context.db, async (tx) => {
      const current = (await findParty(tx, id)) ?? refuseNotFound();
      if (current.status === 'offered' && current.basket_id !== '') refuse(409, inBasketMessage);
      await endPartyWait(tx, current, current.status === 'offered' ? 'declined' : 'left');
    });
    return ok('You’ve left the waiting list.');
  };

const confirmByStaff =
  ({ db }: Context): CallHandler<typeof contract.confirmParty> =>
  async (request) => {
    const { now, body } = request;
    const party = (await findParty(request.db, request.params.id)) ?? refuseNotFound();
    const entry = { ...createAuditContext(request), subject: party.id };
    const name = party.name || 'them';
    if (body.requested) {
      const seen = { size: body.requested.size, dates: body.requested.performances };
      await write(db, async (tx) => {
        const detail = await confirmRequestedChange(tx, party.id, { seen, now });
        await recordAudit(tx, { ...entry, action: 'waiting_party.changed', detail });
      });
      return ok(`The change for ${name} is confirmed.`);
    }
    await write(db, async (tx) => {
      if (!(await confirmWaitingParty(tx, party, now))) refuse(409, alreadyConfirmedMessage);
      const { size } = (await findParty(tx, party.id)) ?? party;
      await recordAudit(tx, { ...entry, action: 'waiting_party.confirmed', detail: formatPlaces(size) });
    });
    return ok(`Confirmed ${name} on the waiting list.`);
  };

/**
 * Makes the change that a party requested when it joined again, and returns a description of it for the audit log.
 *
 * @throws HttpError 409 if the change isn't the one that the box office has seen (`seen`), or if it can't be made
 */
async function confirmRequestedChange(
  tx: DbTransaction,
  id: Id,
  { seen, now }: { seen: RequestedChange; now: Instant },
): Promise<string> {
  const party = (await findParty(tx, id)) ?? refuseNotFound();
  const change = (await findRequestedChanges(tx, [party], now)).get(id) ?? refuse(409, alreadyConfirmedMessage);
  if (party.status === 'offered') refuse(409, 'They have just been offered places, so nothing can be changed now.');
  if (!(await findShow(tx, party.show_id)))
    refuse(409, 'This show is archived, so the change can’t be confirmed. Restore the show in Manage Shows first.');
  const { size, performances } = change;
  if (performances.length === 0)
    refuse(409, 'The performances they asked for are over, cancelled or deleted. Ask them for other dates.');
  const dates = performances.map((performance) => performance.id);
  if (differsInSizeOrDates({ size, dates }, seen))
    refuse(409, 'They’ve since asked for something else. Check it, then confirm again.');
  if (!(await changeParty(tx, id, { size, dates }))) refuse(409, alreadyConfirmedMessage);
  const { timeZone } = await readSettings(tx);
  const starts = performances.map(({ starts_at }) => formatDateTime(formatIsoWithOffset(starts_at, timeZone)));
  return `${formatPlaces(size)} on ${starts.join(' or ')}`;
}

const removeByStaff =
  ({ db }: Context): CallHandler<typeof contract.removeParty> =>
  async (request) => {
    const party = (await findParty(request.db, request.params.id)) ?? refuseNotFound();
    const entry = { ...createAuditContext(request, 'waiting_party.removed'), subject: party.id };
    await write(db, async (tx) => {
      const current = (await findParty(tx, party.id)) ?? refuseNotFound();
      if (current.status === 'offered' && current.basket_id !== '') {
        refuse(
          409,
          'They have their places in a basket, so they can’t be removed now. Wait until they have paid or their offer has ended.',
        );
      }
      if (!(await endPartyWait(tx, current, 'removed')))
        refuse(409, 'They’re no longer on the waiting list. Reload the page to see the list as it is now.');
      await recordAudit(tx, { ...entry, detail: formatPlaces(current.size) });
    });
    return ok(`Removed ${party.name || 'them'} from the waiting list.`);
  };

const inBasketMessage =
  'These places are already in your basket. If you don’t want them, empty your basket, so that others can have them.';

const checkEmailMessage =
  'Check your email: we have sent you a link. Open it to confirm your place. With the same link you can change your request or leave the list later.';
const boxOfficeMessage = 'Thank you. The box office has your request, and will confirm your place on the waiting list.';
const endedMessage = 'You are no longer on the waiting list. Join it again if you would still like to come.';
const alreadyConfirmedMessage =
  'They’re confirmed already, or no longer waiting. Reload the page to see the list as it is now.';
const alreadyOfferedMessage =
  'You have just been offered places, so nothing can be changed. Reload the page to see them.';

/**
 * Returns the performances whose boxes are ticked.
 *
 * @throws HttpError if no box is ticked, or if a ticked performance has enough places for the party now, or would have
 * if other people's baskets were emptied. Without this rule, an offer could hold free places for half a day
 */
async function requireChosenDates(
  db: DbReader,
  ticked: Readonly<Record<string, unknown>>,
  { show, size, now }: { show: Id; size: number; now: Instant },
): Promise<Id[]> {
  const open = await findPerformancesOnSale(db, show, now);
  const dates = open.filter(({ id }) => ticked[`date_${id}`] === '1');
  if (dates.length === 0) refuseFields({ dates: 'Tick the dates you could come on.' });
  const { timeZone } = await readSettings(db);
  const room = await countPlacesLeft(db, dates, now);
  for (const { id, starts_at } of dates) {
    const { leftForAnyParty: left = 0, inBaskets = 0 } = room.get(id) ?? {};
    const when = formatDateTime(formatIsoWithOffset(starts_at, timeZone));
    if (left >= size) refuseFields({ dates: `There’s room for all of you on ${when}. Book now, or untick that date.` });
    if (left + inBaskets >= size) {
      refuseFields({
        dates: `The last places on ${when} are in other people’s baskets, usually for half an hour at most. Try again after that, or untick that date.`,
      });
    }
  }
  return dates.map(({ id }) => id);
}

interface JoinRequest {
  id: Id;
  show: Id;
  name: string;
  email: string;
  size: number;
  /** The performances that would suit the party. */
  dates: readonly Id[];
}

/**
 * Adds a party at the end of the list without sending an email. The party is confirmed unless `confirmed_at` is null.
 * The demo uses this function too.
 */
export const recordWaitingParty = (
  tx: DbTransaction,
  { show, dates, ...party }: JoinRequest,
  at: string,
  { confirmed_at = at }: { confirmed_at?: string | null } = {},
): Promise<void> => insertWaitingParty(tx, { ...party, show_id: show, created_at: at, confirmed_at }, dates);

/**
 * Adds an unconfirmed party at the end of the list, and emails it the link that confirms it. If the address is already
 * on the show's list, the party keeps its position, and the link is sent again. An unconfirmed party then gets the new
 * name, size and dates at once. For a confirmed party, a button on the link's page makes the change, so that nobody
 * else can make it. On a site without email, the box office makes the change instead. If the party has an offer, the
 * change can be made only once the party waits again.
 *
 * @throws HttpError if the list is full
 */
async function joinWaitingList(
  tx: DbTransaction,
  joining: JoinRequest,
  { sendsMail, ...context }: PartyEmailContext & { sendsMail: boolean },
): Promise<void> {
  const known = await findPartyByEmail(tx, joining);
  if (!known) {
    await refuseFullWaitingList(tx, joining.show);
    await recordWaitingParty(tx, joining, context.now, { confirmed_at: null });
  } else if (known.confirmed_at === null) {
    const { name, size, dates } = joining;
    await changeParty(tx, known.id, { name, size, dates: [...dates] });
  }
  const party = await findParty(tx, known?.id ?? joining.id);
  if (!party) return;
  const dates = (await findPartyPerformances(tx, [party.id])).get(party.id) ?? [];
  const change = differsInSizeOrDates(joining, { size: party.size, dates }) ? joining : undefined;
  // This request replaces an earlier one, even if its change is in the email and needn't be stored
  await setRequestedChange(tx, party.id, change && !sendsMail ? formatRequestedChange(change) : '');
  const mayChange = party.status === 'waiting' && party.confirmed_at !== null;
  await queueJoinedPartyEmail(tx, context, { party, dates, change: mayChange ? change : undefined });
}

/**
 * Confirms a party, which keeps its position.
 * @returns false if it was confirmed before, or its wait is over
 * @throws HttpError if the list is full
 */
export async function confirmWaitingParty(
  tx: DbTransaction,
  party: { id: Id; show_id: Id },
  now: string,
): Promise<boolean> {
  if (!(await setPartyConfirmed(tx, party.id, now))) return false;
  await refuseFullWaitingList(tx, party.show_id, { with: 1 });
  return true;
}

async function refuseFullWaitingList(tx: DbTransaction, show: Id, { with: added = 0 } = {}): Promise<void> {
  if ((await countConfirmedParties(tx, show)) - added >= maxConfirmedParties) refuse(409, fullMessage);
}

const fullMessage =
  'The waiting list for this show is full. Look at this site again on the day of the performance: some tickets may have been returned.';
