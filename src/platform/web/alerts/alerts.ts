import type { Tone } from '../ui/content/alert.tsx';

export interface AlertText {
  title: string;
  content?: string;
  /** True if the alert has no time limit, as for errors: it stays until it is closed. */
  stays?: true;
}

export interface ShownAlert extends AlertText {
  key: number;
  tone: Tone;
  /** The subject of the alert, such as a form's call: only the latest alert about it stays. */
  about: string | undefined;
}

let shown: readonly ShownAlert[] = [];
let count = 0;
const listeners = new Set<() => void>();

/**
 * Shows an alert. Messages that the user has to act on are also shown next to their form, where they stay. An earlier
 * alert `about` the same subject is removed, so that a failure isn't shown longer than the success that followed it.
 */
export function showAlert(text: AlertText, tone: Tone = 'ok', about?: string): void {
  count += 1;
  const others = about === undefined ? shown : shown.filter((alert) => alert.about !== about);
  set([...others, { ...text, tone, about, key: count }]);
}

/** Removes an alert early. */
export function dismissAlert(key: number): void {
  set(shown.filter((alert) => alert.key !== key));
}

/** Removes the alert about something that is being tried again. */
export function dismissAlertsAbout(about: string): void {
  if (shown.some((alert) => alert.about === about)) set(shown.filter((alert) => alert.about !== about));
}

/** Returns the alerts on screen, oldest first. The array is the same object until an alert is added or removed. */
export const getAlerts = (): readonly ShownAlert[] => shown;

/** Calls `listener` whenever an alert is added or removed, until the returned function is called. */
export function subscribeToAlerts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly ShownAlert[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
