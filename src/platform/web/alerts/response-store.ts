import type { CallResponse } from '#platform/shared/calls/call-response.ts';

/**
 * The server's last response at each place of the page on screen. Responses are stored outside the forms, so that they
 * remain when a form is refilled or closed after a save. A place is named by its form's call, or by an id.
 */
const answers = new Map<string, CallResponse>();
const places = new Map<string, number>();
const listeners = new Set<() => void>();

export const getResponse = (place: string): CallResponse | null => answers.get(place) ?? null;

export function showResponse(place: string, answer: CallResponse): void {
  answers.set(place, answer);
  tell();
}

/** Removes the response at a place, because the user is now doing something else there. */
export function clearResponse(place: string): void {
  if (answers.delete(place)) tell();
}

/** Removes all responses when another page is shown, because they are outdated there. */
export function clearAllResponses(): void {
  answers.clear();
  tell();
}

/** Returns true if the place for a response is on screen. */
export const isSlotMounted = (place: string): boolean => places.has(place);

/** Registers a place as on screen, until the returned function is called. */
export function registerSlot(place: string): () => void {
  places.set(place, (places.get(place) ?? 0) + 1);
  return () => {
    const left = (places.get(place) ?? 0) - 1;
    if (left > 0) places.set(place, left);
    else places.delete(place);
  };
}

/** Calls `listener` whenever a response is shown or removed, until the returned function is called. */
export function subscribeToResponses(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
