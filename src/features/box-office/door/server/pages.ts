import { doorIndexPath, doorPath } from '#features/box-office/bookings/paths.ts';
import {
  findPerformance,
  findPerformanceEvenIfArchived,
  findPerformances,
  isPerformanceCancelled,
  listPerformancesForStaff,
  listUpcomingPerformances,
} from '#features/box-office/performances/server/index.ts';
import { doorListPath } from '#features/box-office/seating/paths.ts';
import { findSeatingByPerformance } from '#features/box-office/seating/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { addMs, hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { getCheckInPeriod } from '../check-ins.ts';
import type { DoorContent, DoorIndexContent, DoorList, PrintedDoorList } from '../contract.ts';
import { toStoredDoorParty } from '../shown-party.ts';
import { buildDoorList } from './list.ts';
import { countOpenNotesByPerformance, listOpenNotes } from './notes.ts';

const access = mayUse('door');

/** Door staff see a performance until this many hours after its start, by which time it should be over. */
const hoursAfterStart = 6;

/** Loads a performance for its doors, with its door list. */
export async function loadPerformanceForDoor(
  db: DbReader,
  id: string,
  { encryption, now }: { encryption: RouteRegistry['encryption']; now: string },
): Promise<Pick<DoorContent, 'performance' | 'sale'> & { list: DoorList }> {
  // Notes from a run's last performance may be sent or settled after the show has been archived
  const onSite = await findPerformance(db, id);
  const found = onSite ?? (await findPerformanceEvenIfArchived(db, id)) ?? refuseNotFound();
  const { timeZone } = await readSettings(db);
  const views = await listPerformancesForStaff(db, found.show_id, { timeZone, now });
  const sale = views.find((view) => view.id === id) ?? refuseNotFound();
  const seats = (await findSeatingByPerformance(db, [id])).get(id)?.assignments ?? {};
  const over = addMs(found.starts_at, hoursAfterStart * hour);
  const { from, until } = getCheckInPeriod(found.starts_at, timeZone);
  return {
    performance: {
      ...{ id, show_title: found.show_title, date: sale.date, cancelled: sale.cancelled, archived: !onSite },
      ...{ over_at: formatIsoWithOffset(over, timeZone), time_zone: timeZone },
      counts: { from: formatIsoWithOffset(from, timeZone), until: formatIsoWithOffset(until, timeZone) },
    },
    sale,
    list: {
      ...(await buildDoorList(db, { performance: id, timeZone, encryption, now, seats })),
      notes: await listOpenNotes(db, { id, starts_at: found.starts_at, types: sale.ticket_types }, timeZone),
    },
  };
}

/** Registers the pages for door staff, and the service worker's script. */
export function registerDoorPages(registry: RouteRegistry): void {
  const { page, resource } = registry;
  page(doorIndexPath, { type: 'doors', access }, doorsPage);
  page(doorPath(':id'), { type: 'door', access, camera: true }, doorPage(registry));
  page(doorListPath(':id'), { type: 'door_list', access }, printedListPage(registry));

  // Open to everyone: the script contains no personal data, and browsers check for updates even when nobody is signed
  // in
  resource(doorWorkerPath, { access: everyone }, () => ({
    status: 200,
    contentType: 'text/javascript; charset=utf-8',
    body: doorWorkerScript,
  }));
}

type Context = Pick<RouteRegistry, 'encryption'>;

async function doorsPage({ db, now }: PageRequest): Promise<DoorIndexContent> {
  const { timeZone } = await readSettings(db);
  const notes = await countOpenNotesByPerformance(db);
  const performances = await listUpcomingPerformances(db, subtractMs(now, hoursAfterStart * hour));
  return {
    type: 'doors',
    title: 'Door',
    performances: performances
      .filter((performance) => !isPerformanceCancelled(performance))
      .map(({ id, show_title, starts_at }) => ({ id, show_title, date: formatIsoWithOffset(starts_at, timeZone) })),
    with_notes: [...(await findPerformances(db, [...notes.keys()], { includesArchived: true })).values()]
      .toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1))
      .map(({ id, show_title, starts_at }) => ({
        ...{ id, show_title, date: formatIsoWithOffset(starts_at, timeZone), notes: notes.get(id) ?? 0 },
      })),
  };
}

const doorPage =
  ({ encryption }: Context) =>
  async ({ db, params: { id = '' }, now }: PageRequest): Promise<DoorContent> => {
    const {
      list: { notes: _, ...list },
      ...rest
    } = await loadPerformanceForDoor(db, id, { encryption, now });
    return { type: 'door', title: 'Door', ...rest, ...list, parties: list.parties.map(toStoredDoorParty) };
  };

const printedListPage =
  ({ encryption }: Context) =>
  async ({ db, params: { id = '' }, now }: PageRequest): Promise<PrintedDoorList> => {
    const { list, performance } = await loadPerformanceForDoor(db, id, { encryption, now });
    return { type: 'door_list', title: 'Door list', performance, parties: list.parties };
  };

interface FetchEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The part of a service worker's global scope that this worker uses. */
export interface WorkerScope {
  caches: Pick<CacheStorage, 'match'>;
  location: Pick<Location, 'origin'>;
  fetch(request: Request): Promise<Response>;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(
    type: 'install' | 'activate',
    listen: (event: { waitUntil(work: Promise<void>): void }) => void,
  ): void;
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void;
}

/**
 * Serves a door's page from the device's cache if the site doesn't respond in time, and any asset that is in the cache.
 * The page itself fills the cache. The function is sent to browsers as source text, so it must not refer to anything
 * outside its body.
 */
export function serveCachedDoorPages(worker: WorkerScope): void {
  const timeoutMs = 4000;
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

  const page = async (request: Request) => {
    const response = worker.fetch(request);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
    const first = await Promise.race([response.catch(() => undefined), late]);
    return first ?? (await worker.caches.match(request.url, { ignoreVary: true })) ?? response;
  };
  const asset = async (request: Request) =>
    (await worker.caches.match(request.url, { ignoreVary: true })) ?? worker.fetch(request);

  worker.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== worker.location.origin) return;
    if (mode === 'navigate') event.respondWith(page(event.request));
    // File names contain a hash of the content, so a cached file is never stale
    else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  });
}

/** The path is below the doors' pages, because a service worker's scope is the folder of its script. */
export const doorWorkerPath = doorPath('worker.js');

export const doorWorkerScript = `(${serveCachedDoorPages})(self);\n`;
