import { useState } from 'react';
import {
  approveRegistration,
  approveRegistrations,
  declineRegistration,
  declineRegistrations,
  undoDeclineRegistration,
  undoDeclineRegistrations,
} from '#features/identity/sign-in/contract.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { BulkActionsBar } from '#platform/web/ui/actions/bulk-actions-bar.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import type { ListedUser } from '../contract.ts';
import styles from './users.module.css';

const decisions = {
  approve: { one: approveRegistration, several: approveRegistrations },
  decline: { one: declineRegistration, several: declineRegistrations },
  reconsider: { one: undoDeclineRegistration, several: undoDeclineRegistrations },
};
type Decision = keyof typeof decisions;

/** Returns the path of the call that decides about one user, or about several users. */
function findDecisionPath([id = '', ...others]: readonly string[], decision: Decision): string {
  const { one, several } = decisions[decision];
  return others.length === 0 ? withParams(one, { id }).path : several.path;
}

/** The buttons that approve or decline a user who waits for approval. */
export function RegistrationDecisionButtons({
  of: { id, name },
  busy,
  onApprove,
  onDecline,
}: {
  of: ListedUser;
  /** The path of the call that is under way; "" for none. */
  busy: string;
  onApprove: () => void;
  onDecline: () => void;
}) {
  return (
    <span className={`row ${styles.deciding}`}>
      <Button
        small
        aria-label={`Approve ${name}`}
        pending={busy === findDecisionPath([id], 'approve')}
        onClick={onApprove}
      >
        Approve
      </Button>
      <Button
        look="line"
        small
        aria-label={`Decline ${name}`}
        aria-haspopup="dialog"
        pending={busy === findDecisionPath([id], 'decline')}
        onClick={onDecline}
      >
        Decline
      </Button>
    </span>
  );
}

export type Approvals = ReturnType<typeof useApprovals>;

/** Provides the users on a page who wait for approval, the selection among them, and the decisions about them. */
export function useApprovals(users: readonly ListedUser[]) {
  const { busy, slot, send } = useCall();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [declinedIds, setDeclinedIds] = useState<readonly string[]>([]);
  /** The users whom the confirmation dialog asks about. */
  const [toDecline, setToDecline] = useState<readonly ListedUser[]>([]);
  const all = users.filter(({ status }) => status === 'awaiting');
  const decide = (ids: readonly string[], decision: Decision) => {
    const { one, several } = decisions[decision];
    const [id = '', ...others] = ids;
    const onDone = (changed: readonly string[]) => setDeclinedIds(decision === 'decline' ? changed : []);
    if (others.length > 0) {
      const onAnswer = (answer: ResponseOf<typeof several>) => onDone(answer.code === 200 ? answer.users : []);
      void send(several, { users: [...ids] }, { onAnswer });
    } else {
      const onAnswer = ({ code }: CallResponse) => onDone(code === 200 ? ids : []);
      void send(withParams(one, { id }), undefined, { onAnswer });
    }
  };
  return {
    busy,
    slot,
    all,
    selected: all.filter(({ id }) => selectedIds.has(id)),
    select: (selection: readonly ListedUser[]) => setSelectedIds(new Set(listIds(selection))),
    approve: (selection: readonly ListedUser[]) => decide(listIds(selection), 'approve'),
    /** Opens the confirmation dialog. */
    decline: setToDecline,
    toDecline,
    confirmDecline: () => decide(listIds(toDecline), 'decline'),
    declinedIds,
    undoDecline: () => decide(declinedIds, 'reconsider'),
  };
}

const listIds = (users: readonly ListedUser[]) => users.map(({ id }) => id);

/**
 * The response to the last decision, with an undo button after a decline. `canSelectAll` adds a button that selects
 * all.
 */
export function ApprovalCallStatus({ approvals, canSelectAll }: { approvals: Approvals; canSelectAll: boolean }) {
  const { slot, busy, all, selected, declinedIds } = approvals;
  return (
    <>
      {canSelectAll && all.length > 1 && selected.length < all.length && (
        <Button look="line" small onClick={() => approvals.select(all)}>
          Select all {all.length} on this page
        </Button>
      )}
      <CallStatus slot={slot}>
        {declinedIds.length > 0 && (
          <Button look="line" small pending={busy !== ''} onClick={approvals.undoDecline}>
            Undo
          </Button>
        )}
      </CallStatus>
    </>
  );
}

/** The checkbox that selects a user who waits for approval; nothing for others. */
export function ApprovalCheckbox({
  of: user,
  approvals: { selected, select },
}: {
  of: ListedUser;
  approvals: Approvals;
}) {
  if (user.status !== 'awaiting') return null;
  const isSelected = selected.includes(user);
  return (
    <Checkbox
      alone
      checked={isSelected}
      onChange={() => select(isSelected ? selected.filter((other) => other !== user) : [...selected, user])}
    >
      Select {user.name}
    </Checkbox>
  );
}

/** The actions for the selected users, and the dialog that confirms a decline. */
export function ApprovalBar({ approvals }: { approvals: Approvals }) {
  const { busy, selected, toDecline } = approvals;
  const [first] = toDecline;
  return (
    <>
      {selected.length > 0 && (
        <BulkActionsBar label="Selected people" count={selected.length} onClear={() => approvals.select([])}>
          <Button
            small
            pending={busy === findDecisionPath(listIds(selected), 'approve')}
            onClick={() => approvals.approve(selected)}
          >
            Approve {selected.length}
          </Button>
          <Button
            small
            look="line"
            aria-haspopup="dialog"
            pending={busy === findDecisionPath(listIds(selected), 'decline')}
            onClick={() => approvals.decline(selected)}
          >
            Decline {selected.length}…
          </Button>
        </BulkActionsBar>
      )}
      {first && (
        <ConfirmDialog
          question={`Decline ${toDecline.length === 1 ? first.name : `${toDecline.length} people`}?`}
          cancelLabel="Keep them waiting"
          confirmLabel="Decline"
          onConfirm={approvals.confirmDecline}
          onClose={() => approvals.decline([])}
        >
          {toDecline.length > 1 && <p>{new Intl.ListFormat('en-GB').format(toDecline.map(({ name }) => name))}.</p>}
          They won’t be able to sign in. The site doesn’t tell them: how you say no is up to you.
        </ConfirmDialog>
      )}
    </>
  );
}
