import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import type { AnswerTo, Call } from '#platform/shared/calls.ts';
import { Alert } from '../ui/Alert.tsx';
import { answerAt, holdPlace, onAnswers } from './answer-store.ts';
import styles from './CallAnswer.module.css';

/**
 * The last answer at a place, until something else is done there or another page is on screen. Where only one call
 * answers there, name its type: `useCallAnswer<typeof saveShow>(at)`.
 */
export function useCallAnswer<Declared extends Call = Call>(place: string): AnswerTo<Declared> | null {
  const answer = useSyncExternalStore(
    onAnswers,
    () => answerAt(place),
    () => null,
  );
  // All answers at a place come from the call it belongs to
  return answer as AnswerTo<Declared> | null;
}

/**
 * Shows and announces an answer, in room that is reserved for it: in the row of the button, or of a table's count
 * (`answer`). `children` belong to the answer, such as the way back. `title` is a refusal's bold first line, `unanswered`
 * the message where no answer came.
 */
export function CallAnswer({
  at,
  title,
  unanswered,
  above = false,
  children,
}: {
  at: string;
  title?: string | undefined;
  unanswered?: string;
  /** Above the fields: it takes room only with something to say. */
  above?: boolean;
  children?: ReactNode;
}) {
  const answer = useCallAnswer(at);
  const done = answer?.code === 200;
  useLayoutEffect(() => holdPlace(at), [at]);
  return (
    <div className={above ? `${styles.answer} ${styles.above}` : styles.answer} data-answer={at} tabIndex={-1}>
      <div role="alert">
        {answer && !done && (
          <RefusalAlert title={title} msg={answer.code === 0 && unanswered !== undefined ? unanswered : answer.msg} />
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

/** A call's refusal, under a first line where the screen has one. */
export const RefusalAlert = ({ title, msg }: { title: string | undefined; msg: string }) => (
  <Alert tone="bad" title={title ?? msg}>
    {title !== undefined && <p>{msg}</p>}
  </Alert>
);
