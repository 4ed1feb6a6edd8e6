import { isOnSite, showPath } from '#features/archive/shows/paths.ts';
import { formatRun } from '#features/archive/shows/run.ts';
import {
  buildShowPosterUrl,
  findShowEvenIfArchived,
  listUncancelledShows,
  loadPosterContext,
} from '#features/archive/shows/server/index.ts';
import { compareNewestFirst } from '#features/archive/shows/show-order.ts';
import { listBookingChanges } from '#features/box-office/booking-changes/server/index.ts';
import { ordersTable } from '#features/box-office/orders/order-table.ts';
import {
  buildSampleEmailData,
  buildTicketEmailPreviews,
  findShowIdsWithOrders,
  listDisabledEmailKinds,
  listShowOrdersForBoxOffice,
} from '#features/box-office/orders/server/index.ts';
import { formatItemName } from '#features/box-office/performances/performance-rules.ts';
import {
  findPerformances,
  findShowIdsWithPerformances,
  findShowIdToManage,
  listPerformancesForStaff,
} from '#features/box-office/performances/server/index.ts';
import {
  findSeatingByPerformance,
  listHouseSeatGroups,
  listMovedParties,
} from '#features/box-office/seating/server/index.ts';
import {
  listHoardedPlaces,
  listPromoCodesWithUses,
  listUnconfirmedOrders,
} from '#features/box-office/shop/server/index.ts';
import { loadWaitingListForBoxOffice } from '#features/box-office/waiting-list/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { isPast } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { listTableQueryKeys } from '#platform/shared/tables/table.ts';
import type { BookingsPageContent } from '../contract.ts';
import { bookingsPath } from '../paths.ts';

/** The number of latest past shows that can be chosen even if they have no performances. */
const maxListedPastShows = 6;

export function registerBookingPages({ page }: RouteRegistry, { all }: Pick<Services, 'all'>): void {
  page(
    bookingsPath,
    { type: 'bookings', access: mayUse('bookings'), query: listTableQueryKeys(ordersTable) },
    (visit) => loadBookings(visit, all),
  );
}

async function loadBookings(
  { db, today, now, query, home }: PageRequest,
  all: Services['all'],
): Promise<BookingsPageContent> {
  const settings = await readSettings(db);
  const { siteName, timeZone } = settings;
  const listed = await listUncancelledShows(db);
  const performed = await findShowIdsWithPerformances(db);
  const isOver = (show: (typeof listed)[number]) => isPast(show.date, show.date_precision, today);
  const past = listed.filter(isOver);
  const late = new Set(past.slice(0, maxListedPastShows));
  const requestedShow = query.get('show');
  const unlisted = new Set([...performed, requestedShow ?? '']).difference(new Set(listed.map(({ id }) => id)));
  const offSale = await loadShowsOffSale(db, unlisted);
  const wanted = requestedShow ?? (await findShowIdToManage(db, { today, now })) ?? offSale[0]?.id;
  const show = [...listed, ...offSale].find(({ id }) => id === wanted);
  if (requestedShow !== null && !show) refuseNotFound();
  const isCancelled = ({ id }: { id: Id }) => offSale.some((one) => one.id === id && one.cancelled);
  const isArchived = ({ id }: { id: Id }) => offSale.some((one) => one.id === id && !isOnSite(one));
  const played = show ? await listPerformancesForStaff(db, show.id, { timeZone, now }) : [];
  const ids = played.map(({ id }) => id);
  const seated = await findSeatingByPerformance(db, ids);
  const performances = played.map((performance) => {
    const { assignments = {}, newSeats = 0 } = seated.get(performance.id) ?? {};
    return { ...performance, layout: { ...performance.layout, newSeats }, seat_assignments: assignments };
  });
  const orders = show ? await listShowOrdersForBoxOffice(db, show.id, { timeZone, all }) : [];
  const short = (one: Parameters<typeof formatRun>[0] & { id: Id; title: string }) => ({
    ...{ id: one.id, title: one.title, date: one.date },
    dates: formatRun(one),
    ...{ cancelled: isCancelled(one), archived: isArchived(one) },
  });
  return {
    type: 'bookings',
    title: 'Manage Bookings',
    mods: await listBookingChanges(db, orders),
    ...(show && {
      show: {
        ...short(show),
        first_night: show.first_date_precision === 'day' ? show.first_date : '',
        link: isArchived(show) ? '' : showPath(show),
        // The site draws no posters for archived shows
        poster: isArchived(show) ? show.programme : buildShowPosterUrl(show, await loadPosterContext(db, siteName)),
      },
    }),
    performances,
    moved_seats: await listMovedParties(db, ids, { timeZone, now }),
    house_seats: await listHouseSeatGroups(db, ids),
    door_notes: await listDoorNotes(db, timeZone, all),
    promo_codes: show ? await listPromoCodesWithUses(db, show.id) : [],
    orders,
    unconfirmed: show ? await listUnconfirmedOrders(db, show.id, { timeZone, now }) : [],
    hoarded: show ? await listHoardedPlaces(db, show.id, { timeZone, now }) : [],
    waiting: show ? await loadWaitingListForBoxOffice(db, show.id, { all, now }) : [],
    items: performances
      .filter((performance) => !performance.cancelled && !offSale.some(({ id }) => id === show?.id))
      .flatMap(({ date, ticket_types }) =>
        ticket_types.map(({ name }) => formatItemName(show?.title ?? '', date, name)),
      ),
    shows: [
      ...listed.filter((one) => one === show || !isOver(one) || late.has(one) || performed.has(one.id)),
      ...offSale,
    ]
      .sort(compareNewestFirst)
      .map(short),
    emails_off: await listDisabledEmailKinds(db),
    letters: await buildTicketEmailPreviews(db, buildSampleEmailData({ ...settings, home })),
    past_shows: past.map(({ id, title, date }) => ({ id, title, date })),
  };
}

/**
 * Loads the shows among `ids` that are cancelled, or archived with orders; latest first. Their orders may still have to
 * be settled.
 */
async function loadShowsOffSale(db: DbReader, ids: Iterable<Id>) {
  const shows: NonNullable<Awaited<ReturnType<typeof findShowEvenIfArchived>>>[] = [];
  for (const id of ids) {
    const show = await findShowEvenIfArchived(db, id);
    if (show) shows.push(show);
  }
  const archived = shows.filter((show) => !isOnSite(show)).map(({ id }) => id);
  const ordered = await findShowIdsWithOrders(db, archived);
  return shows.filter((show) => (isOnSite(show) ? show.cancelled : ordered.has(show.id))).sort(compareNewestFirst);
}

/** Lists the performances with unsettled notes from their doors, latest first. */
async function listDoorNotes(
  db: DbReader,
  timeZone: string,
  all: Services['all'],
): Promise<BookingsPageContent['door_notes']> {
  const counts = new Map<Id, number>();
  for (const count of all('doorNoteCounts')) for (const [id, notes] of await count(db)) counts.set(id, notes);
  const performances = await findPerformances(db, [...counts.keys()], { includesArchived: true });
  return [...performances.values()]
    .sort((one, other) => (one.starts_at < other.starts_at ? 1 : -1))
    .map(({ id, show_title, starts_at }) => ({
      performance_id: id,
      show: show_title,
      date: formatIsoWithOffset(starts_at, timeZone),
      count: counts.get(id) ?? 0,
    }));
}
