import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import type { Call, ResponseOf } from '#platform/shared/calls/calls.ts';
import { Alert } from '../ui/content/alert.tsx';
import styles from './call-status.module.css';
import { getResponse, registerSlot, subscribeToResponses } from './response-store.ts';

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
