import { doorPath } from '#features/box-office/bookings/paths.ts';
import { draftKeyPrefix } from '#platform/web/drafts/forget-drafts.ts';
import { isStoredUpload } from '#platform/web/uploads/stored-uploads.ts';
import type { StoredDoorList } from '../contract.ts';

interface StoredDoor {
  id: string;
  /** The time at which the performance is over. */
  over_at: string;
}

/** Returns true if the browser can store pages, which needs https. */
const canStoreOffline = () => 'caches' in globalThis;

const doorsPrefix = doorPath('');

/** The suffix of the stored list's key in the cache; no page has such a URL. */
const listSuffix = '/kept';

type StoredPage = Partial<StoredDoorList & Pick<StoredDoor, 'over_at'>>;

/** Deletes the stored pages and lists of performances that are over. */
export async function deleteExpiredDoorPages(now: number): Promise<void> {
  if (!canStoreOffline() || !(await caches.has(draftKeyPrefix))) return;
  const cache = await caches.open(draftKeyPrefix);
  const lists = (await cache.keys()).filter(({ url }) => url.endsWith(listSuffix));
  let remaining = lists.length;
  for (const list of lists) {
    const { over_at = '' }: StoredPage = (await (await cache.match(list))?.json()) ?? {};
    if (Date.parse(over_at) > now) continue;
    await cache.delete(list);
    await cache.delete(list.url.slice(0, -listSuffix.length));
    remaining -= 1;
  }
  // Deletes the pages' files too, unless a page may be storing files just now
  if (remaining > 0 || location.pathname.startsWith(doorsPrefix)) return;
  for (const request of await cache.keys()) if (!isStoredUpload(request.url)) await cache.delete(request);
}

/**
 * Stores the page and the assets that it has loaded, so that it opens without a network until its performance is over.
 * Does nothing in browsers that can't store pages.
 */
export async function storePageOffline({ id, over_at }: StoredDoor, now: number): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !canStoreOffline() || Date.parse(over_at) < now) return;
  await serviceWorker.register(doorPath('worker.js'), { scope: doorsPrefix });
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const cache = await caches.open(draftKeyPrefix);
  await cache.addAll([doorPath(id), ...new Set(loaded.map(({ pathname }) => pathname))]);
}

/** Stores the present list next to the stored page. */
export async function storeListOffline({ id, over_at }: StoredDoor, list: StoredDoorList): Promise<void> {
  if (!canStoreOffline() || Date.parse(over_at) < Date.now()) return;
  const cache = await caches.open(draftKeyPrefix);
  await cache.put(doorPath(id) + listSuffix, Response.json({ ...list, over_at }));
}

/** Loads the stored list; undefined if there is none, or if an earlier release stored it in another format. */
export async function loadStoredList(performance: string): Promise<StoredDoorList | undefined> {
  if (!canStoreOffline()) return undefined;
  const response = await caches.match(doorPath(performance) + listSuffix, { cacheName: draftKeyPrefix });
  const { parties, gone, invalid_arrivals = [], as_of }: StoredPage = (await response?.json()) ?? {};
  if (!Array.isArray(parties) || !Array.isArray(gone) || typeof as_of !== 'string') return undefined;
  return { parties, gone, invalid_arrivals, as_of };
}
