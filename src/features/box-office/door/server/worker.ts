import { doorPath } from '#features/box-office/bookings/paths.ts';

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
