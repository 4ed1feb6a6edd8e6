import { bookingsPath, doorPath } from '#features/bookings/paths.ts';
import { ours } from '#platform/web/drafts/forget-drafts.ts';
import type { KeptList } from '../contract.ts';

interface AtDoor {
  id: string;
  /** From when on it is of no use. */
  over_at: string;
}

/** A site without https keeps nothing. */
const canKeep = () => 'caches' in globalThis;

const doors = `${bookingsPath}/door/`;

/** Under what the list is kept; nothing answers there. */
const ofList = '/kept';

type Kept = Partial<KeptList & Pick<AtDoor, 'over_at'>>;

/** Forgets the doors of performances that are over. */
export async function forgetOldDoors(now: number): Promise<void> {
  if (!canKeep() || !(await caches.has(ours))) return;
  const kept = await caches.open(ours);
  const lists = (await kept.keys()).filter(({ url }) => url.endsWith(ofList));
  let left = lists.length;
  for (const list of lists) {
    const { over_at = '' }: Kept = (await (await kept.match(list))?.json()) ?? {};
    if (Date.parse(over_at) > now) continue;
    await kept.delete(list);
    await kept.delete(list.url.slice(0, -ofList.length));
    left -= 1;
  }
  // With the files of their pages, unless one is just being kept
  if (left === 0 && !location.pathname.startsWith(doors)) await caches.delete(ours);
}

/**
 * Keeps the page on screen and all that it has loaded on this device, so that it can be loaded again without the
 * network, until its performance is over. Where a browser can't, nothing else is lost.
 */
export async function keepPage({ id, over_at }: AtDoor, now: number): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !canKeep() || Date.parse(over_at) < now) return;
  await serviceWorker.register(`${doors}worker.js`, { scope: doors });
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const kept = await caches.open(ours);
  await kept.addAll([doorPath(id), ...new Set(loaded.map(({ pathname }) => pathname))]);
}

/** Keeps how the list stands, beside the page. */
export async function keepList({ id, over_at }: AtDoor, list: KeptList): Promise<void> {
  if (!canKeep() || Date.parse(over_at) < Date.now()) return;
  const kept = await caches.open(ours);
  await kept.put(doorPath(id) + ofList, Response.json({ ...list, over_at }));
}

/** How the list stood when it was last kept. An earlier release may have kept it in another shape. */
export async function keptList(performance: string): Promise<KeptList | undefined> {
  if (!canKeep()) return undefined;
  const kept = await caches.match(doorPath(performance) + ofList, { cacheName: ours });
  const { parties, gone, as_of }: Kept = (await kept?.json()) ?? {};
  if (!Array.isArray(parties) || !Array.isArray(gone) || typeof as_of !== 'string') return undefined;
  return { parties, gone, as_of };
}
