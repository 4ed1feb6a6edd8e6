import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Call, ResponseOf } from '#platform/shared/calls/calls.ts';
import { Alert } from '../ui/content/alert.tsx';
import styles from './call-status.module.css';

/**
 * Returns the last response at a place of the page; null once something else is done at that place or another page is
 * on screen. If only one call responds at the place, name the call's type: `useCallResponse<typeof saveShow>(place)`.
 */
export function useCallResponse<Declared extends Call = Call>(place: string): ResponseOf<Declared> | null {
  const answer = useSyncExternalStore(
    subscribeToResponses,
    () => getResponse(place),
    () => null,
  );
  // All responses at a place come from the call that the place belongs to
  return answer as ResponseOf<Declared> | null;
}

/**
 * Shows and announces a response in a space reserved for it: in the button's row, or in the row with a table's count
 * (`DataTable`'s `answer`). `children` are shown with the response after a success. `title` is a refusal's bold first
 * line, `unanswered` the message if no response was received.
 */
export function CallStatus({
  slot,
  title,
  unanswered,
  above = false,
  children,
}: {
  slot: string;
  title?: string | undefined;
  unanswered?: string;
  /** True if the status is above the fields, where it takes up space only while it has content. */
  above?: boolean;
  children?: ReactNode;
}) {
  const answer = useCallResponse(slot);
  const done = answer?.code === 200;
  useLayoutEffect(() => registerSlot(slot), [slot]);
  return (
    <div className={above ? `${styles.answer} ${styles.above}` : styles.answer} data-answer={slot} tabIndex={-1}>
      <div role="alert">
        {answer && !done && (
          <ErrorAlert title={title} msg={answer.code === 0 && unanswered !== undefined ? unanswered : answer.msg} />
        )}
      </div>
      <div role="status">
        {answer && done && (
          <Alert tone="ok" title={answer.msg}>
            {children}
          </Alert>
        )}
      </div>
    </div>
  );
}

/** Shows a call's refusal, below a bold first line if the screen has one. */
export const ErrorAlert = ({ title, msg }: { title: string | undefined; msg: string }) => (
  <Alert tone="bad" title={title ?? msg}>
    {title !== undefined && <p>{msg}</p>}
  </Alert>
);

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
  notifyListeners();
}

/** Removes the response at a place, because the user is now doing something else there. */
export function clearResponse(place: string): void {
  if (answers.delete(place)) notifyListeners();
}

/** Removes all responses when another page is shown, because they are outdated there. */
export function clearAllResponses(): void {
  answers.clear();
  notifyListeners();
}

/** Returns true if the page has this place for a response, even if the place is out of view. */
export const isSlotMounted = (place: string): boolean => places.has(place);

/** Registers a place as part of the page, until the returned function is called. */
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

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
