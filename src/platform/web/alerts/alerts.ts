import type { Tone } from '../ui/Alert.tsx';

/** Something that happened and is said once, then leaves by itself (SPEC §4). */
export interface AlertWords {
  title: string;
  content: string;
}

export interface ShownAlert extends AlertWords {
  key: number;
  tone: Tone;
}

let shown: readonly ShownAlert[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Says what happened. Something that needs an answer is also written beside its form, where it stays. */
export function showAlert(words: AlertWords, tone: Tone = 'ok'): void {
  count += 1;
  set([...shown, { ...words, tone, key: count }]);
}

/** Takes an alert away before its time. */
export function dismissAlert(key: number): void {
  set(shown.filter((alert) => alert.key !== key));
}

/** The alerts on screen, oldest first: the same array until one comes or goes. */
export const alertsShown = (): readonly ShownAlert[] => shown;

/** Calls `listener` whenever one comes or goes, until the function it answers is called. */
export function onAlerts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly ShownAlert[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
