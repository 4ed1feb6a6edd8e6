import { doorPath } from '#features/box-office/bookings/paths.ts';
import {
  deleteDraft,
  deleteExpiredDrafts,
  isDraftStoredEvent,
  listDrafts,
  loadDraft,
  storeDraft,
} from '#platform/web/drafts/stored-draft.ts';
import { userStoragePrefix } from '#platform/web/drafts/user-storage.ts';
import { isStoredUploadUrl } from '#platform/web/uploads/stored-uploads.ts';
import type { PendingCheckIn, PendingNote } from '../check-ins.ts';
import type { StoredDoorList } from '../contract.ts';
import { maxCheckInAgeMs } from '../limits.ts';

export interface DeviceSettings {
  /** The name of the door. */
  device: string;
  muted: boolean;
}

// Check-ins are stored as drafts, so that signing out deletes them. Each check-in has its own key, so that two windows
// of one door don't overwrite each other's check-ins
const doorPrefix = 'door of ';
const checkInPrefix = (performance: string) => `${doorPrefix}${performance}, mark `;
const settingsKey = 'door settings';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isPendingCheckIn = (checkIn: unknown): checkIn is PendingCheckIn =>
  isRecord(checkIn) &&
  typeof checkIn.id === 'string' &&
  typeof checkIn.ticket === 'string' &&
  typeof checkIn.came === 'boolean' &&
  typeof checkIn.at === 'number';

const isDeviceSettings = (value: unknown): value is DeviceSettings =>
  isRecord(value) && typeof value.device === 'string' && typeof value.muted === 'boolean';

/** Loads the pending check-ins of a performance, oldest first, without expired ones. */
export const loadPendingCheckIns = (user: string, performance: string, now: number): readonly PendingCheckIn[] =>
  listDrafts(user, checkInPrefix(performance), isPendingCheckIn)
    .filter(({ at }) => now - at < maxCheckInAgeMs)
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

/** Deletes a user's expired check-ins of all performances. */
export function deleteExpiredCheckIns(user: string, now: number): void {
  const isExpired = (checkIn: unknown): checkIn is PendingCheckIn =>
    isPendingCheckIn(checkIn) && now - checkIn.at >= maxCheckInAgeMs;
  deleteExpiredDrafts(user, doorPrefix, isExpired);
}

/** Stores check-ins that wait to be sent: ids of tickets and times, but no names. */
export function storePendingCheckIns(user: string, performance: string, pending: readonly PendingCheckIn[]): void {
  for (const checkIn of pending) storeDraft(user, checkInPrefix(performance) + checkIn.id, checkIn);
}

export function deletePendingCheckIns(user: string, performance: string, sent: readonly PendingCheckIn[]): void {
  for (const { id } of sent) deleteDraft(user, checkInPrefix(performance) + id);
}

/** Returns true if another window of this door has just stored a check-in. */
export const isCheckInStoredEvent = (event: StorageEvent, user: string, performance: string): boolean =>
  isDraftStoredEvent(event, user, checkInPrefix(performance));

export const loadDeviceSettings = (user: string): DeviceSettings =>
  loadDraft(user, settingsKey, isDeviceSettings) ?? { device: '', muted: false };

export const storeDeviceSettings = (user: string, chosen: DeviceSettings): void =>
  storeDraft(user, settingsKey, chosen);

// Notes aren't stored as drafts: signing out deletes drafts, but must not delete a record of money. A note contains no
// names
const notesPrefix = 'door notes of ';
const userPrefix = (user: string) => `${notesPrefix}${user} at `;
const pendingNotePrefix = (user: string, performance: string) => `${userPrefix(user)}${performance}: `;

/** Returns true if another window has just stored a note of this user and performance. */
export const isNoteStoredEvent = (
  { key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>,
  user: string,
  performance: string,
): boolean => key !== null && newValue !== null && key.startsWith(pendingNotePrefix(user, performance));

/** Returns the id of a note of this user and performance that another window has just deleted; undefined otherwise. */
export function parseDeletedNoteId(
  { key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>,
  user: string,
  performance: string,
): string | undefined {
  const prefix = pendingNotePrefix(user, performance);
  return newValue === null && key?.startsWith(prefix) ? key.slice(prefix.length) : undefined;
}

const isPendingNote = (note: unknown): note is PendingNote =>
  isRecord(note) &&
  typeof note.id === 'string' &&
  typeof note.how === 'string' &&
  typeof note.pence === 'number' &&
  typeof note.at === 'number' &&
  (note.kind === 'payment' ? typeof note.order === 'string' : note.kind === 'walk_up' && isRecord(note.tickets));

/** Stores notes about money until they are sent: ids, amounts and times, but no names. */
export function storePendingNotes(user: string, performance: string, notes: readonly PendingNote[]): void {
  try {
    for (const note of notes)
      localStorage.setItem(pendingNotePrefix(user, performance) + note.id, JSON.stringify(note));
  } catch {
    // The storage is full or switched off
  }
}

/** Deletes notes that were sent, or that the user no longer wants to send. */
export function deletePendingNotes(user: string, performance: string, sent: readonly PendingNote[]): void {
  try {
    for (const { id } of sent) localStorage.removeItem(pendingNotePrefix(user, performance) + id);
  } catch {
    // Without storage there are no notes
  }
}

const listNoteKeys = (prefix: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
};

/** Reads a stored note; undefined if the stored text isn't a note. */
function readNote(key: string): PendingNote | undefined {
  try {
    const note: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isPendingNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

const byTime = (one: PendingNote, other: PendingNote) => one.at - other.at;

/** Loads a user's pending notes for a performance, oldest first. */
export const loadPendingNotes = (user: string, performance: string): readonly PendingNote[] =>
  listNoteKeys(pendingNotePrefix(user, performance))
    .flatMap((key) => readNote(key) ?? [])
    .sort(byTime);

/** Loads all pending notes of a user on this device, grouped by performance, including notes of earlier days. */
export function loadAllPendingNotes(user: string): Map<string, PendingNote[]> {
  const prefix = userPrefix(user);
  const notes = new Map<string, PendingNote[]>();
  for (const key of listNoteKeys(prefix)) {
    const note = readNote(key);
    const [performance = ''] = key.slice(prefix.length).split(': ');
    if (note) notes.set(performance, [...(notes.get(performance) ?? []), note].sort(byTime));
  }
  return notes;
}

/** Counts the notes of other users on this device. Only those users can send them. */
export const countNotesOfOthers = (user: string): number =>
  listNoteKeys(notesPrefix).filter((key) => !key.startsWith(userPrefix(user))).length;

/** A door whose page and list are in the browser's cache. Signing out deletes that cache. */
interface StoredDoor {
  id: string;
  /** The time at which the performance is over. */
  over_at: string;
}

/** Returns true if the browser can store pages, which needs https. */
const canStoreOffline = () => 'caches' in globalThis;

const doorsPath = doorPath('');

/** The suffix of the stored list's key in the cache; no page has such a URL. */
const listSuffix = '/kept';

type StoredPage = Partial<StoredDoorList & Pick<StoredDoor, 'over_at'>>;

/** Deletes the stored pages and lists of performances that are over. */
export async function deleteExpiredDoorPages(now: number): Promise<void> {
  if (!canStoreOffline() || !(await caches.has(userStoragePrefix))) return;
  const cache = await caches.open(userStoragePrefix);
  const lists = (await cache.keys()).filter(({ url }) => url.endsWith(listSuffix));
  let remaining = lists.length;
  for (const list of lists) {
    const { over_at = '' }: StoredPage = (await (await cache.match(list))?.json()) ?? {};
    if (Date.parse(over_at) > now) continue;
    await cache.delete(list);
    await cache.delete(list.url.slice(0, -listSuffix.length));
    remaining -= 1;
  }
  // Deletes the pages' files too, unless another stored page needs them, or an open door page may be storing files just
  // now
  if (remaining > 0 || location.pathname.startsWith(doorsPath)) return;
  for (const request of await cache.keys()) if (!isStoredUploadUrl(request.url)) await cache.delete(request);
}

/**
 * Stores a door's page, and the assets that the page has loaded, so that the page opens without a network until its
 * performance is over. Does nothing after that time, or in browsers that can't store pages.
 */
export async function storeDoorPageOffline({ id, over_at }: StoredDoor, now: number): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !canStoreOffline() || Date.parse(over_at) < now) return;
  await serviceWorker.register(doorPath('worker.js'), { scope: doorsPath });
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  const cache = await caches.open(userStoragePrefix);
  await cache.addAll([doorPath(id), ...new Set(loaded.map(({ pathname }) => pathname))]);
}

/**
 * Stores the present list next to the stored page. Like the page, it isn't stored once the performance is over, or in
 * browsers that can't store pages.
 */
export async function storeDoorListOffline({ id, over_at }: StoredDoor, list: StoredDoorList): Promise<void> {
  if (!canStoreOffline() || Date.parse(over_at) < Date.now()) return;
  const cache = await caches.open(userStoragePrefix);
  await cache.put(doorPath(id) + listSuffix, Response.json({ ...list, over_at }));
}

/** Loads the stored list; undefined if there is none, or if an earlier release stored it in another format. */
export async function loadStoredDoorList(performance: string): Promise<StoredDoorList | undefined> {
  if (!canStoreOffline()) return undefined;
  const response = await caches.match(doorPath(performance) + listSuffix, { cacheName: userStoragePrefix });
  const { parties, gone, invalid_arrivals = [], as_of }: StoredPage = (await response?.json()) ?? {};
  if (!Array.isArray(parties) || !Array.isArray(gone) || typeof as_of !== 'string') return undefined;
  return { parties, gone, invalid_arrivals, as_of };
}
