import { Button } from '../../../platform/web/ui/Button.tsx';
import type { ListedUser } from '../contract.ts';
import styles from './Users.module.css';

export type Decision = 'approve' | 'decline' | 'reconsider';

/** What decides on somebody who asked for an account. */
export const deciding = (id: string, decision: Decision) => `/members/api/admin/registrations/${id}/${decision}`;

/** In the row of somebody who waits: letting them in, or not. */
export function Deciding({
  of: { id, name },
  busy,
  decide,
}: {
  of: ListedUser;
  /** The call that is under way. */
  busy: string;
  decide: (id: string, decision: Decision) => void;
}) {
  return (
    <span className={`row ${styles.deciding}`}>
      <Button
        small
        aria-label={`Let in ${name}`}
        pending={busy === deciding(id, 'approve')}
        onClick={() => decide(id, 'approve')}
      >
        Let in
      </Button>
      <Button
        look="line"
        small
        aria-label={`Refuse ${name}`}
        pending={busy === deciding(id, 'decline')}
        onClick={() => decide(id, 'decline')}
      >
        Refuse
      </Button>
    </span>
  );
}
