import {
  forgetDraft,
  isStoredElsewhere,
  keepDraft,
  storedDraft,
  storedDrafts,
} from '#platform/web/drafts/stored-draft.ts';
import { longestWait } from '../limits.ts';
import type { WaitingMark } from '../unsent-marks.ts';

/** How whoever stands at a door likes it on their device. */
export interface DeviceSettings {
  /** What this door is called. */
  device: string;
  muted: boolean;
}

// Among the drafts, so that all of it is forgotten with them on signing out. Each mark under a name of its own: of two
// windows of one door neither writes over what the other keeps
const begin = (performance: string) => `door of ${performance}, mark `;
const settings = 'door settings';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isWaiting = (mark: unknown): mark is WaitingMark =>
  isRecord(mark) &&
  typeof mark.id === 'string' &&
  typeof mark.ticket === 'string' &&
  typeof mark.came === 'boolean' &&
  typeof mark.at === 'number';

const areSettings = (value: unknown): value is DeviceSettings =>
  isRecord(value) && typeof value.device === 'string' && typeof value.muted === 'boolean';

/** What waits to be sent for a performance; what has waited for too long is of no use any more. */
export const waitingAt = (user: string, performance: string, now: number): readonly WaitingMark[] =>
  storedDrafts(user, begin(performance), isWaiting)
    .filter(({ at }) => now - at < longestWait)
    .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

/** Keeps what waits until it is sent: ids of tickets and times, and no names. */
export function keepWaiting(user: string, performance: string, waiting: readonly WaitingMark[]): void {
  for (const mark of waiting) keepDraft(user, begin(performance) + mark.id, mark);
}

/** Forgets what was sent. */
export function forgetWaiting(user: string, performance: string, sent: readonly WaitingMark[]): void {
  for (const { id } of sent) forgetDraft(user, begin(performance) + id);
}

/** Whether another window of this door has just kept a mark. */
export const waitsElsewhere = (event: StorageEvent, user: string, performance: string): boolean =>
  isStoredElsewhere(event, user, begin(performance));

/** How this device was set up before. */
export const deviceSettings = (user: string): DeviceSettings =>
  storedDraft(user, settings, areSettings) ?? { device: '', muted: false };

/** Keeps how this device is set up. */
export const keepDeviceSettings = (user: string, liked: DeviceSettings): void => keepDraft(user, settings, liked);
