import { bookingsPath, doorPath } from '#features/box-office/bookings/paths.ts';
import { draftKeyPrefix } from '#platform/web/drafts/forget-drafts.ts';
import type { StoredList } from '../contract.ts';

interface StoredDoor {
  id: string;
  /** When the stored page is of no use any more. */
  over_at: string;
}

/** A site without https can store nothing. */
const canStoreOffline = () => 'caches' in globalThis;

const doorsPrefix = `${bookingsPath}/door/`;

/** The key of the stored list in the cache; no page has this URL. */
const listSuffix = '/kept';

type StoredPage = Partial<StoredList & Pick<StoredDoor, 'over_at'>>;

/** Deletes stored doors of performances that are over. */
export async function deleteExpiredDoorPages(now: number): Promise<void> {
  if (!canStoreOffline() || !(await caches.has(draftKeyPrefix))) return;
  const cache = await caches.open(draftKeyPrefix);
  const lists = (await cache.keys()).filter(({ url }) => url.endsWith(listSuffix));
  let left = lists.length;
  for (const list of lists) {
    const { over_at = '' }: StoredPage = (await (await cache.match(list))?.json()) ?? {};
    if (Date.parse(over_at) > now) continue;
    await cache.delete(list);
    await cache.delete(list.url.slice(0, -listSuffix.length));
    left -= 1;
  }
  // With the files of their pages, unless one is being stored just now
  if (left === 0 && !location.pathname.startsWith(doorsPrefix)) await caches.delete(draftKeyPrefix);
}

/**
 * Stores the page and all that it has loaded on this device, so that it loads without the network until its performance
 * is over. If a browser can't, everything else still works.
 */
export async function storePageOffline({ id, over_at }: StoredDoor, now: number): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !canStoreOffline() || Date.parse(over_at) < now) return;
  await serviceWorker.register(`${doorsPrefix}worker.js`, { scope: doorsPrefix });
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const cache = await caches.open(draftKeyPrefix);
  await cache.addAll([doorPath(id), ...new Set(loaded.map(({ pathname }) => pathname))]);
}

/** Stores the present list next to the stored page. */
export async function storeListOffline({ id, over_at }: StoredDoor, list: StoredList): Promise<void> {
  if (!canStoreOffline() || Date.parse(over_at) < Date.now()) return;
  const cache = await caches.open(draftKeyPrefix);
  await cache.put(doorPath(id) + listSuffix, Response.json({ ...list, over_at }));
}

/** Loads the list as it was last stored. An earlier release may have stored it in another shape. */
export async function loadStoredList(performance: string): Promise<StoredList | undefined> {
  if (!canStoreOffline()) return undefined;
  const response = await caches.match(doorPath(performance) + listSuffix, { cacheName: draftKeyPrefix });
  const { parties, gone, invalid_arrivals = [], as_of }: StoredPage = (await response?.json()) ?? {};
  if (!Array.isArray(parties) || !Array.isArray(gone) || typeof as_of !== 'string') return undefined;
  return { parties, gone, invalid_arrivals, as_of };
}
