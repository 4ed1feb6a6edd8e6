import { showPath } from '#features/archive/shows/paths.ts';
import { findShow } from '#features/archive/shows/server/index.ts';
import { findLatestConfirmationDelivery } from '#features/box-office/orders/server/index.ts';
import { getSaleStatus } from '#features/box-office/performances/performance-rules.ts';
import {
  findPerformanceWithPublicTypes,
  isPerformanceCancelled,
  listUpcomingPerformances,
  type PerformanceWithPublicTypes,
} from '#features/box-office/performances/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { areTicketsSoldHere } from '#features/society/settings/tickets.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { hasMailServer } from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import type { JoinWaitingListContent, ListedParty, WaitingPartyContent } from '../contract.ts';
import {
  calculateOfferExpiry,
  differsInSizeOrDates,
  joinedWaitingListPath,
  maxPartySize,
  parseRequestedChange,
  type RequestedChange,
  requestedChangeQueryKey,
} from '../party.ts';
import { countPlacesLeft, excludePayingParties, isOfferInPayment } from './offers.ts';
import {
  findParty,
  findPartyPerformances,
  findRequestedChanges,
  isPartyKey,
  loadPartiesWithDates,
  selectPartiesInOrder,
} from './store.ts';

export function registerWaitingListPages(
  { page }: RouteRegistry,
  services: Pick<Services, 'encryption' | 'mailTransport' | 'all'>,
): void {
  const joined = { ...joinPage, joined: true, mailed: hasMailServer(services.mailTransport) };
  page(joinedWaitingListPath, { type: 'join_waiting_list', access: everyone }, () => joined);
  page('/tickets/waiting/:id', { type: 'join_waiting_list', access: everyone, reads: ['sales'] }, (visit) =>
    buildJoinWaitingListPage(visit),
  );
  page(
    '/tickets/waiting/:id/:key',
    { type: 'waiting_party', access: everyone, secret: true, query: [requestedChangeQueryKey] },
    (visit) => buildWaitingPartyPage(visit, services),
  );
}

const joinPage: JoinWaitingListContent = {
  ...{
    type: 'join_waiting_list',
    title: 'Waiting list',
    joined: false,
    mailed: false,
    performance_id: '',
    performances: [],
  },
  ...{ most: maxPartySize, typed: {} },
};

/** Finds the performances of a show whose tickets are on sale to visitors now, even if none are left. */
export async function findPerformancesOnSale(
  db: DbReader,
  show: Id,
  now: Instant,
): Promise<PerformanceWithPublicTypes[]> {
  if (!areTicketsSoldHere(await readSettings(db))) return [];
  return (await listUpcomingPerformances(db, now)).filter(
    (one) =>
      one.show_id === show &&
      one.cancelled_at === null &&
      one.types.length > 0 &&
      getSaleStatus(one, now).is === 'open',
  );
}

/** Builds the page with the form to join the waiting list. After a refusal, the form contains the submitted values. */
export async function buildJoinWaitingListPage(
  { db, now, params }: Pick<PageRequest, 'db' | 'now' | 'params'>,
  again: Partial<Pick<JoinWaitingListContent, 'typed' | 'answer'>> = {},
): Promise<JoinWaitingListContent> {
  const performance = (await findPerformanceWithPublicTypes(db, params.id ?? '')) ?? refuseNotFound();
  const show = (await findShow(db, performance.show_id)) ?? refuseNotFound();
  const choices = await listChoices(db, show.id, now);
  if (choices.length === 0) refuseNotFound();
  return {
    ...joinPage,
    title: `Waiting list for ${show.title}`,
    show: { title: show.title, link: showPath(show) },
    performance_id: performance.id,
    performances: choices,
    ...again,
  };
}

/** Lists the performances of a show that a party can wait for, with the places left. */
async function listChoices(db: DbReader, show: Id, now: Instant): Promise<JoinWaitingListContent['performances']> {
  const open = await findPerformancesOnSale(db, show, now);
  const room = await countPlacesLeft(db, open, now);
  const { timeZone } = await readSettings(db);
  return open.map(({ id, starts_at }) => ({
    id,
    starts_at: formatIsoWithOffset(starts_at, timeZone),
    left: room.get(id)?.left ?? 0,
  }));
}

/** Builds a party's page, for anybody with its link. */
export async function buildWaitingPartyPage(
  { db, now, params: { id = '', key = '' }, query }: Pick<PageRequest, 'db' | 'now' | 'params' | 'query'>,
  services: Pick<Services, 'encryption' | 'all'>,
  again: Partial<Pick<WaitingPartyContent, 'answer' | 'typed'>> = {},
): Promise<WaitingPartyContent> {
  const party =
    (isPartyKey(services.encryption, { id, key }) ? await findParty(db, id) : undefined) ?? refuseNotFound();
  const { timeZone } = await readSettings(db);
  const show = await findShow(db, party.show_id);
  const local = (moment: Instant) => formatIsoWithOffset(moment, timeZone);
  const performances: PerformanceWithPublicTypes[] = [];
  for (const date of (await findPartyPerformances(db, [id])).get(id) ?? []) {
    const found = await findPerformanceWithPublicTypes(db, date);
    if (found) performances.push(found);
  }
  const offered = performances.find((one) => one.id === party.performance_id);
  const { offered_until: until } = party;
  // The loop that ends expired offers runs only every few seconds, so the stored status can be out of date
  const isExpired = party.status === 'offered' && until !== null && until <= now;
  const paying = party.status === 'offered' && (await isOfferInPayment(db, party, services));
  const isOver = isExpired && !paying;
  const state = isOver ? 'over' : party.status;
  const choices = state === 'waiting' ? await listChoices(db, party.show_id, now) : [];
  const asked = parseRequestedChange(query.get(requestedChangeQueryKey));
  const present = { size: party.size, dates: performances.map((one) => one.id) };
  const change = asked && choices.length > 0 && differsInSizeOrDates(asked, present) ? asked : undefined;
  return {
    ...{ type: 'waiting_party', title: 'Your place on the waiting list', id, key, state },
    outcome: isOver ? 'lapsed' : party.outcome,
    emailed: party.outcome === 'booked' && (await findLatestConfirmationDelivery(db, party.basket_id)) !== undefined,
    ...(show && { show: { title: show.title, link: showPath(show) } }),
    confirmed: party.confirmed_at !== null,
    ...{ name: party.name, size: party.size, most: maxPartySize, choices },
    typed: change ? toTypedChange(change) : {},
    asked_again: change !== undefined,
    dates: performances.map((one) => ({
      ...{ id: one.id, starts_at: local(one.starts_at) },
      cancelled: isPerformanceCancelled(one),
      over: one.types.length === 0 || calculateOfferExpiry(now, one) === undefined,
    })),
    ...(state === 'offered' &&
      offered &&
      until !== null && {
        offer: {
          id: offered.id,
          starts_at: local(offered.starts_at),
          until: local(until),
          in_basket: party.basket_id !== '',
          paying,
        },
      }),
    ...again,
  };
}

/** Converts a requested change to the values of the form's fields. */
const toTypedChange = ({ size, dates }: RequestedChange): WaitingPartyContent['typed'] => ({
  size: `${size}`,
  ...Object.fromEntries(dates.map((id) => [`date_${id}`, '1'])),
});

/** Lists the parties that wait for a show or have an offer, in the order of the waiting list. For the box office. */
export async function loadWaitingListForBoxOffice(
  db: DbReader,
  show: Id,
  { now, ...services }: Pick<Services, 'all'> & { now: Instant },
): Promise<ListedParty[]> {
  const { timeZone } = await readSettings(db);
  const parties = await selectPartiesInOrder(db).where('show_id', '=', show).where('status', '<>', 'over').execute();
  const unpaid = new Set((await excludePayingParties(db, parties, services)).map(({ id }) => id));
  const changes = await findRequestedChanges(db, parties, now);
  return (await loadPartiesWithDates(db, parties)).map((party) => {
    const { id, name, email, size, created_at, dates, status, isConfirmed, offered_until: until } = party;
    const change = changes.get(id);
    const requested = change?.performances.map((performance) => performance.id) ?? [];
    return {
      ...{ id, name, email, size, performances: dates, confirmed: isConfirmed },
      ...(change && requested.length > 0 && { requested: { size: change.size, performances: requested } }),
      since: formatIsoWithOffset(created_at, timeZone),
      ...(status === 'offered' &&
        until !== null && {
          offer: {
            performance_id: party.performance_id,
            until: formatIsoWithOffset(until, timeZone),
            in_basket: party.basket_id !== '',
            paying: !unpaid.has(id),
          },
        }),
    };
  });
}
