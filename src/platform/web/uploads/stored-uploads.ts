import { day } from '#platform/shared/dates/durations.ts';
import { createIdempotencyKey } from '../calls/create-idempotency-key.ts';
import { userStoragePrefix } from '../drafts/user-storage.ts';
import type { QueuedUpload, UnsentUpload } from './upload-queue.ts';

/** The prefix of the paths of stored files in the cache, which is deleted on sign-out. No page has such a path. */
const pathPrefix = '/stored-uploads/';
const header = 'x-upload';
/**
 * The maximum size of a file, in bytes, whose content is stored. Copying a film would take too long, and fill the device.
 */
const maxStoredBytes = 100_000_000;

interface StoredHeader {
  name: string;
  type: string;
  modified: number;
  state: 'waiting' | 'arrived' | 'too large';
  path: string;
  /** Missing in files that an earlier version of this script stored. */
  idempotencyKey?: string;
  fields: Readonly<Record<string, string>>;
  held: boolean;
  stored: number;
}

/** Files of an earlier visit that weren't all sent: the page was closed or reloaded, or the connection was lost. */
export interface InterruptedUploads {
  /** The names of the files that had arrived. */
  arrived: readonly string[];
  /** The files that can be sent without being chosen again. */
  waiting: readonly UnsentUpload[];
  /** The names of the files that have to be chosen again. */
  lost: readonly string[];
  ids: readonly string[];
}

/** Returns true if a URL is that of a stored file. */
export const isStoredUploadUrl = (url: string): boolean => new URL(url).pathname.startsWith(pathPrefix);

/** Returns true if the browser can store files, which needs https. A private window may still refuse to store any. */
const canStore = () => 'caches' in globalThis && 'locks' in navigator;

/** Identifies this window. A lock named after it is held for as long as the window may still send its files. */
let windowId = '';
let count = 0;

function identifyWindow(): string {
  if (windowId === '') {
    windowId = crypto.randomUUID();
    void navigator.locks.request(pathPrefix + windowId, () => new Promise(() => {}));
  }
  return windowId;
}

/** The last operation. Storing is slow and deleting is quick, so each operation waits for the one before it. */
let last: Promise<unknown> = Promise.resolve();

function enqueue(operation: (cache: Cache) => Promise<unknown>): void {
  last = last
    .then(async () => operation(await caches.open(userStoragePrefix)))
    // If the browser refuses to store more, the files are still sent, but a reload loses them
    .catch(() => {});
}

/** The place where a screen's unsent files are stored in the browser. */
export interface UploadStore {
  /** Stores a file and returns its id. */
  put: (upload: QueuedUpload, id?: string) => string;
  delete: (id: string) => void;
  /** Returns the unsent files of windows that are closed; undefined if everything was sent. */
  load: (now: number) => Promise<InterruptedUploads | undefined>;
}

/** Creates the store for a user's files of one screen; undefined if the browser can't store files. */
export function createUploadStore(user: string, screen: string): UploadStore | undefined {
  if (typeof document === 'undefined' || !canStore()) return undefined;
  const folder = `${pathPrefix}${encodeURIComponent(user)}/${encodeURIComponent(screen)}/`;
  return {
    put(upload, id = `${folder}${identifyWindow()}/${String(++count).padStart(6, '0')}`) {
      enqueue((cache) => cache.put(id, toResponse(upload)).catch(() => cache.put(id, toResponse(upload, true))));
      return id;
    },
    delete: (id) => enqueue((cache) => cache.delete(id)),
    async load(now) {
      try {
        await deleteExpiredUploads(now);
        return await findInterrupted(folder);
      } catch {
        return undefined;
      }
    },
  };
}

function toResponse({ file, path, idempotencyKey, fields, state }: QueuedUpload, isRefused = false): Response {
  const stored: StoredHeader = {
    ...{ name: file.name, type: file.type, modified: file.lastModified },
    ...{ path, idempotencyKey, fields, held: state === 'held' },
    state: state === 'done' ? 'arrived' : isRefused || file.size > maxStoredBytes ? 'too large' : 'waiting',
    stored: Date.now(),
  };
  return new Response(stored.state === 'waiting' ? file : null, {
    headers: { [header]: encodeURIComponent(JSON.stringify(stored)) },
  });
}

/** Reads what is stored about a file; undefined if it isn't readable. */
function readHeader(response: Response | undefined): StoredHeader | undefined {
  try {
    return JSON.parse(decodeURIComponent(response?.headers.get(header) ?? ''));
  } catch {
    return undefined;
  }
}

async function findInterrupted(folder: string): Promise<InterruptedUploads | undefined> {
  if (!(await caches.has(userStoragePrefix))) return undefined;
  const cache = await caches.open(userStoragePrefix);
  const { held = [] } = await navigator.locks.query();
  const open = new Set(held.map(({ name }) => name));
  const found = { arrived: [] as string[], waiting: [] as UnsentUpload[], lost: [] as string[], ids: [] as string[] };
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(folder)) continue;
    const [sender = ''] = pathname.slice(folder.length).split('/');
    const response = open.has(pathPrefix + sender) ? undefined : await cache.match(request);
    const stored = readHeader(response);
    if (!response || !stored) continue;
    const { name, type, modified, state, held: isHeld, ...target } = stored;
    found.ids.push(pathname);
    if (state === 'arrived') found.arrived.push(name);
    else if (state === 'too large') found.lost.push(name);
    else {
      const file = new File([await response.blob()], name, { type, lastModified: modified });
      const { path, fields, idempotencyKey = createIdempotencyKey() } = target;
      found.waiting.push({ file, path, idempotencyKey, fields, held: isHeld });
    }
  }
  return found.waiting.length + found.lost.length > 0 ? found : undefined;
}

/** Deletes files that were stored more than a day ago. */
export async function deleteExpiredUploads(now: number): Promise<void> {
  if (!canStore() || !(await caches.has(userStoragePrefix))) return;
  const cache = await caches.open(userStoragePrefix);
  for (const request of await cache.keys()) {
    if (!isStoredUploadUrl(request.url)) continue;
    const { stored = 0 } = readHeader(await cache.match(request)) ?? {};
    if (stored < now - day) await cache.delete(request);
  }
}

const isUnsent = ({ state, mayRetry }: QueuedUpload) => state !== 'done' && (state !== 'failed' || mayRetry);

/** The methods of a queue that are needed to store its files. */
interface Queue {
  snapshot: () => readonly QueuedUpload[];
  subscribe: (subscriber: () => void) => unknown;
}

/** Stores the files of a queue until none of them can be sent any more. */
export function persistUploadQueue(queue: Queue, store: Pick<UploadStore, 'put' | 'delete'>): void {
  const stored = new Map<number, Pick<QueuedUpload, 'fields' | 'idempotencyKey'> & { id: string; isDone: boolean }>();
  queue.subscribe(() => {
    const uploads = new Map(queue.snapshot().map((upload) => [upload.key, upload]));
    const isAnyUnsent = [...uploads.values()].some(isUnsent);
    for (const [key, { id }] of stored) {
      const upload = uploads.get(key);
      if (isAnyUnsent && upload && (isUnsent(upload) || upload.state === 'done')) continue;
      stored.delete(key);
      store.delete(id);
    }
    if (!isAnyUnsent) return;
    for (const [key, upload] of uploads) {
      const known = stored.get(key);
      const { fields, idempotencyKey } = upload;
      const isDone = upload.state === 'done';
      const isSame = known?.isDone === isDone && known.fields === fields && known.idempotencyKey === idempotencyKey;
      if (known ? isSame : !isUnsent(upload)) continue;
      stored.set(key, { id: store.put(upload, known?.id), fields, idempotencyKey, isDone });
    }
  });
}
