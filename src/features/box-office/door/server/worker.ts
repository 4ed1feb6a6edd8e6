import { doorPath } from '#features/box-office/bookings/paths.ts';

interface FetchEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The part of a service worker's surroundings that this one uses. */
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
 * Lets the page of a door load without a network, from the parts that the page has cached on the device. It caches
 * nothing by itself, and serves only the doors' pages. A browser runs it from its source text, so it uses nothing
 * outside itself.
 */
export function serveCachedDoorPages(worker: WorkerScope): void {
  const patience = 4000;
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

  const page = async (request: Request) => {
    const answer = worker.fetch(request);
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
    const first = await Promise.race([answer.catch(() => undefined), late]);
    return first ?? (await worker.caches.match(request.url, { ignoreVary: true })) ?? answer;
  };
  const asset = async (request: Request) =>
    (await worker.caches.match(request.url, { ignoreVary: true })) ?? worker.fetch(request);

  worker.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== worker.location.origin) return;
    if (mode === 'navigate') event.respondWith(page(event.request));
    // Their names carry a hash of their content, so that a cached one is always right
    else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
  });
}

/** Below the doors' pages: a service worker's scope is the folder of its script. */
export const workerPath = doorPath('worker.js');

export const workerScript = `(${serveCachedDoorPages})(self);\n`;
