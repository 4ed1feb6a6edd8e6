import type { Answer } from '../../shared/answer.ts';
import { showAlert } from './alerts.ts';

/**
 * What the server said last at each place of the page that is on screen. It is kept apart from the forms, so that it
 * outlives one that is filled anew or closes when its change is saved. A place is named by its form's call, or by an id.
 */
const said = new Map<string, Answer>();
const places = new Map<string, number>();
const listeners = new Set<() => void>();

export const saidAt = (place: string): Answer | null => said.get(place) ?? null;

/** Writes it at its place. */
export function say(place: string, answer: Answer): void {
  said.set(place, answer);
  tell();
}

/** Takes it away: something else is being done there. */
export function unsay(place: string): void {
  if (said.delete(place)) tell();
}

/** On another page nothing of it is true any more. */
export function forgetSaid(): void {
  said.clear();
  tell();
}

/**
 * Once the page shows what has changed: the sentence stands at its place, and is an alert where that is gone with its
 * form, or is far from what the reader sees. Whoever pressed a button that is there no more goes on from the sentence:
 * the focus would be nowhere.
 */
export async function settle(place: string, answer: Answer): Promise<void> {
  const alert = () => showAlert({ title: answer.msg }, answer.code === 200 ? 'ok' : 'bad', place);
  // What was fetched is drawn by then
  await new Promise((drawn) => setTimeout(drawn));
  if (places.has(place)) {
    if (saidAt(place) !== answer) say(place, answer);
  } else {
    said.delete(place);
    alert();
  }
  await new Promise((drawn) => setTimeout(drawn));
  const sentence = [...document.querySelectorAll<HTMLElement>('[data-said]')].find(
    (one) => one.dataset.said === place && one.textContent !== '',
  );
  if (!sentence) return;
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body;
  if (isLost) sentence.focus({ preventScroll: true });
  const { top, bottom } = sentence.getBoundingClientRect();
  if (isLost || (bottom > 0 && top < window.innerHeight + near)) sentence.scrollIntoView({ block: 'nearest' });
  else alert();
}

/** How far below the window's edge a sentence may begin and still be brought into it (pixels). */
const near = 200;

/** Says that a place is on screen, until the function it answers is called. */
export function holdPlace(place: string): () => void {
  places.set(place, (places.get(place) ?? 0) + 1);
  return () => {
    const left = (places.get(place) ?? 0) - 1;
    if (left > 0) places.set(place, left);
    else places.delete(place);
  };
}

/** Calls `listener` whenever something is said, until the function it answers is called. */
export function onSaid(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
