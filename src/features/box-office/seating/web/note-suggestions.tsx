import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { answerSuggestion } from '#features/box-office/orders/order-page-contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { openSuggestions } from '../engine/note-suggestions.ts';
import type { Party } from '../plan/plan.ts';
import styles from './note-suggestions.module.css';
import { partyOf } from './use-plan.ts';

/** Possible requests in a party's note. Seats are assigned by them only once a person has confirmed them. */
export function NoteSuggestions({ order, parties }: { order: PerformanceOrder; parties: readonly Party[] }) {
  const { busy, slot: at, send: make } = useCall();
  const suggestions = order.order_id === '' ? [] : openSuggestions(partyOf(order), parties);
  if (suggestions.length === 0) return null;
  const call = withParams(answerSuggestion, { id: order.order_id });
  return (
    <div className={styles.suggestions}>
      {suggestions.map(({ key, label }) => (
        <p key={key} className={styles.suggestion}>
          <span>Suggested from the note: {label}?</span>
          {(['use', 'ignore'] as const).map((answer) => (
            <Button
              key={answer}
              small
              look={answer === 'use' ? 'line' : 'quiet'}
              pending={busy !== ''}
              onClick={() => void make(call, { suggestion: key, answer })}
            >
              {answer === 'use' ? 'Use' : 'Ignore'}
              <span className="vh">
                {' '}
                {label}, {order.name}
              </span>
            </Button>
          ))}
        </p>
      ))}
      <CallStatus slot={at} above />
    </div>
  );
}
