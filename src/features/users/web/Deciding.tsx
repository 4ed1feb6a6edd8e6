import { Button } from '#platform/web/ui/Button.tsx';
import type { ListedUser } from '../contract.ts';
import styles from './Users.module.css';

export type Decision = 'approve' | 'decline' | 'reconsider';

/** Decides about those who asked for an account: one, or several at once. */
export const deciding = (ids: readonly string[], decision: Decision): string =>
  `/members/api/admin/registrations/${ids.length === 1 ? `${ids[0]}/` : ''}${decision}`;

/** In the row of somebody who waits: approves or declines them. */
export function Deciding({
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
      <Button small aria-label={`Let in ${name}`} pending={busy === deciding([id], 'approve')} onClick={onLetIn}>
        Let in
      </Button>
      <Button
        look="line"
        small
        aria-label={`Refuse ${name}`}
        aria-haspopup="dialog"
        pending={busy === deciding([id], 'decline')}
        onClick={onRefuse}
      >
        Refuse
      </Button>
    </span>
  );
}
