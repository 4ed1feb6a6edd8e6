import {
  deleteDraft,
  deleteDrafts,
  isDraftStoredEvent,
  listDrafts,
  loadDraft,
  storeDraft,
} from '#platform/web/drafts/stored-draft.ts';
import { maxCheckInAgeMs } from '../limits.ts';
import type { PendingCheckIn, PendingNote } from '../pending-check-ins.ts';

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

/** Deletes the expired check-ins of all performances. */
export function deleteExpiredCheckIns(user: string, now: number): void {
  const isExpired = (checkIn: unknown): checkIn is PendingCheckIn =>
    isPendingCheckIn(checkIn) && now - checkIn.at >= maxCheckInAgeMs;
  deleteDrafts(user, doorPrefix, isExpired);
}

/** Stores check-ins until they are sent: ids of tickets and times, but no names. */
export function storePendingCheckIns(user: string, performance: string, pending: readonly PendingCheckIn[]): void {
  for (const checkIn of pending) storeDraft(user, checkInPrefix(performance) + checkIn.id, checkIn);
}

export function deletePendingCheckIns(user: string, performance: string, sent: readonly PendingCheckIn[]): void {
  for (const { id } of sent) deleteDraft(user, checkInPrefix(performance) + id);
}

/** Returns true if another window of this door has just stored a check-in. */
export const isPendingElsewhere = (event: StorageEvent, user: string, performance: string): boolean =>
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
