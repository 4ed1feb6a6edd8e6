import {
  deleteDrafts,
  forgetDraft,
  isStoredElsewhere,
  listDrafts,
  loadDraft,
  storeDraft,
} from '#platform/web/drafts/stored-draft.ts';
import { maxCheckInAgeMs } from '../limits.ts';
import type { PendingCheckIn, PendingNote } from '../pending-check-ins.ts';

/** The settings of this device at the door. */
export interface DeviceSettings {
  /** Name of this door. */
  device: string;
  muted: boolean;
}

// Stored among the drafts, so that signing out deletes them all. Each mark has a key of its own: two windows at one
// door don't overwrite each other's
const doorPrefix = 'door of ';
const checkInPrefix = (performance: string) => `${doorPrefix}${performance}, mark `;
const settingsKey = 'door settings';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isPendingCheckIn = (mark: unknown): mark is PendingCheckIn =>
  isRecord(mark) &&
  typeof mark.id === 'string' &&
  typeof mark.ticket === 'string' &&
  typeof mark.came === 'boolean' &&
  typeof mark.at === 'number';

const isDeviceSettings = (value: unknown): value is DeviceSettings =>
  isRecord(value) && typeof value.device === 'string' && typeof value.muted === 'boolean';

/** Marks that wait to be sent for a performance, except those too old to be of use. */
export const loadPendingCheckIns = (user: string, performance: string, now: number): readonly PendingCheckIn[] =>
  listDrafts(user, checkInPrefix(performance), isPendingCheckIn)
    .filter(({ at }) => now - at < maxCheckInAgeMs)
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

/** Deletes marks of all performances that are too old to be of use. */
export function deleteExpiredCheckIns(user: string, now: number): void {
  const isExpired = (mark: unknown): mark is PendingCheckIn =>
    isPendingCheckIn(mark) && now - mark.at >= maxCheckInAgeMs;
  deleteDrafts(user, doorPrefix, isExpired);
}

/** Stores marks until they are sent: ids of tickets and times, and no names. */
export function storePendingCheckIns(user: string, performance: string, pending: readonly PendingCheckIn[]): void {
  for (const mark of pending) storeDraft(user, checkInPrefix(performance) + mark.id, mark);
}

/** Deletes marks that were sent. */
export function deletePendingCheckIns(user: string, performance: string, sent: readonly PendingCheckIn[]): void {
  for (const { id } of sent) forgetDraft(user, checkInPrefix(performance) + id);
}

/** Returns true if another window of this door has just stored a mark. */
export const isPendingElsewhere = (event: StorageEvent, user: string, performance: string): boolean =>
  isStoredElsewhere(event, user, checkInPrefix(performance));

/** Loads the stored settings of this device. */
export const loadDeviceSettings = (user: string): DeviceSettings =>
  loadDraft(user, settingsKey, isDeviceSettings) ?? { device: '', muted: false };

/** Stores the settings of this device. */
export const storeDeviceSettings = (user: string, liked: DeviceSettings): void => storeDraft(user, settingsKey, liked);

// Not among the drafts: signing out must not lose money that was taken. They name nobody
const notesPrefix = 'door notes of ';
const userPrefix = (user: string) => `${notesPrefix}${user} at `;
const pendingNotePrefix = (user: string, performance: string) => `${userPrefix(user)}${performance}: `;

const isPendingNote = (note: unknown): note is PendingNote =>
  isRecord(note) &&
  typeof note.id === 'string' &&
  typeof note.how === 'string' &&
  typeof note.pence === 'number' &&
  typeof note.at === 'number' &&
  (note.kind === 'payment' ? typeof note.order === 'string' : note.kind === 'walk_up' && isRecord(note.tickets));

/** Stores notes about money until they are handed in: ids, amounts and times, and no names. */
export function storePendingNotes(user: string, performance: string, notes: readonly PendingNote[]): void {
  try {
    for (const note of notes)
      localStorage.setItem(pendingNotePrefix(user, performance) + note.id, JSON.stringify(note));
  } catch {
    // Full, or switched off
  }
}

/** Deletes notes that were handed in. */
export function deletePendingNotes(user: string, performance: string, sent: readonly PendingNote[]): void {
  try {
    for (const { id } of sent) localStorage.removeItem(pendingNotePrefix(user, performance) + id);
  } catch {
    // Then there were none
  }
}

const listNoteKeys = (prefix: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
};

/** Reads a stored note; undefined if the text under that key is something else or broken. */
function readNote(key: string): PendingNote | undefined {
  try {
    const note: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isPendingNote(note) ? note : undefined;
  } catch {
    return undefined;
  }
}

const byTime = (one: PendingNote, other: PendingNote) => one.at - other.at;

/** Notes that wait to be sent for a performance, oldest first. */
export const loadPendingNotes = (user: string, performance: string): readonly PendingNote[] =>
  listNoteKeys(pendingNotePrefix(user, performance))
    .flatMap((key) => readNote(key) ?? [])
    .sort(byTime);

/** Loads all notes of a user that wait on this device, by their performances: also those of an earlier day. */
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

/** Counts notes on this device that somebody else wrote: only they can hand them in. */
export const countNotesOfOthers = (user: string): number =>
  listNoteKeys(notesPrefix).filter((key) => !key.startsWith(userPrefix(user))).length;
