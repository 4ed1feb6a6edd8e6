import {
  approve,
  approveSeveral,
  decline,
  declineSeveral,
  undoDecline,
  undoDeclineSeveral,
} from '#features/identity/sign-in/contract.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import type { ListedUser } from '../contract.ts';
import styles from './users.module.css';

export const decisions = {
  approve: { one: approve, several: approveSeveral },
  decline: { one: decline, several: declineSeveral },
  reconsider: { one: undoDecline, several: undoDeclineSeveral },
};
export type Decision = keyof typeof decisions;

/** Returns the path of the call that decides on one user, or on several. */
export function findDecisionPath([id = '', ...others]: readonly string[], decision: Decision): string {
  const { one, several } = decisions[decision];
  return others.length === 0 ? withParams(one, { id }).path : several.path;
}

/** In the row of somebody who waits: approves or declines them. */
export function RegistrationDecision({
  of: { id, name },
  busy,
  onLetIn,
  onRefuse,
}: {
  of: ListedUser;
  /** The call that is under way. */
  busy: string;
  onLetIn: () => void;
  onRefuse: () => void;
}) {
  return (
    <span className={`row ${styles.deciding}`}>
      <Button
        small
        aria-label={`Approve ${name}`}
        pending={busy === findDecisionPath([id], 'approve')}
        onClick={onLetIn}
      >
        Approve
      </Button>
      <Button
        look="line"
        small
        aria-label={`Decline ${name}`}
        aria-haspopup="dialog"
        pending={busy === findDecisionPath([id], 'decline')}
        onClick={onRefuse}
      >
        Decline
      </Button>
    </span>
  );
}
