import { useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { BulkActionsBar } from '#platform/web/ui/actions/bulk-actions-bar.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import type { ListedUser } from '../contract.ts';
import { type Decision, decisions, findDecisionPath } from './registration-decision.tsx';

export type Approvals = ReturnType<typeof useApprovals>;

/** State of the approvals on this page: which users are selected, and decisions on one or several. */
export function useApprovals(users: readonly ListedUser[]) {
  const { busy, slot: at, send: make } = useCall();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly string[]>([]);
  /** The people in the question. */
  const [toDecline, setToDecline] = useState<readonly ListedUser[]>([]);
  const all = users.filter(({ status }) => status === 'awaiting');
  const decide = (ids: readonly string[], decision: Decision) => {
    const { one, several } = decisions[decision];
    const [id = '', ...others] = ids;
    const done = (on: readonly string[]) => setRefused(decision === 'decline' ? on : []);
    if (others.length > 0) {
      const onAnswer = (answer: ResponseOf<typeof several>) => done(answer.code === 200 ? answer.users : []);
      void make(several, { users: [...ids] }, { onAnswer });
    } else {
      const onAnswer = ({ code }: CallResponse) => done(code === 200 ? ids : []);
      void make(withParams(one, { id }), undefined, { onAnswer });
    }
  };
  return {
    busy,
    at,
    all,
    chosen: all.filter(({ id }) => ticked.has(id)),
    choose: (some: readonly ListedUser[]) => setTicked(new Set(some.map(({ id }) => id))),
    approve: (some: readonly ListedUser[]) => decide(idsOf(some), 'approve'),
    /** Asks first. */
    refuse: setToDecline,
    toDecline,
    confirmRefusal: () => decide(idsOf(toDecline), 'decline'),
    refused,
    undoDecline: () => decide(refused, 'reconsider'),
  };
}

const idsOf = (users: readonly ListedUser[]) => users.map(({ id }) => id);

/**
 * Shows the result of the last decision, with undo for a decline. With `alone`, adds a button that selects everyone.
 */
export function ApprovalAnswer({ waiting: approvals, alone }: { waiting: Approvals; alone: boolean }) {
  const { at, busy, all, chosen, refused } = approvals;
  return (
    <>
      {alone && all.length > 1 && chosen.length < all.length && (
        <Button look="line" small onClick={() => approvals.choose(all)}>
          Select all {all.length} on this page
        </Button>
      )}
      <CallStatus slot={at}>
        {refused.length > 0 && (
          <Button look="line" small pending={busy !== ''} onClick={approvals.undoDecline}>
            Undo
          </Button>
        )}
      </CallStatus>
    </>
  );
}

/** Before the name of somebody who waits. Nobody else can be chosen. */
export function ApprovalCheckbox({ of: user, waiting: { chosen, choose } }: { of: ListedUser; waiting: Approvals }) {
  if (user.status !== 'awaiting') return null;
  const isChosen = chosen.includes(user);
  return (
    <Checkbox
      alone
      checked={isChosen}
      onChange={() => choose(isChosen ? chosen.filter((one) => one !== user) : [...chosen, user])}
    >
      Select {user.name}
    </Checkbox>
  );
}

/** The actions for the chosen ones. */
export function ApprovalBar({ waiting: approvals }: { waiting: Approvals }) {
  const { busy, chosen, toDecline } = approvals;
  const [one] = toDecline;
  return (
    <>
      {chosen.length > 0 && (
        <BulkActionsBar label="Selected people" count={chosen.length} onClear={() => approvals.choose([])}>
          <Button
            small
            pending={busy === findDecisionPath(idsOf(chosen), 'approve')}
            onClick={() => approvals.approve(chosen)}
          >
            Approve {chosen.length}
          </Button>
          <Button
            small
            look="line"
            aria-haspopup="dialog"
            pending={busy === findDecisionPath(idsOf(chosen), 'decline')}
            onClick={() => approvals.refuse(chosen)}
          >
            Decline {chosen.length}…
          </Button>
        </BulkActionsBar>
      )}
      {one && (
        <ConfirmDialog
          question={`Decline ${toDecline.length === 1 ? one.name : `${toDecline.length} people`}?`}
          cancelLabel="Keep them waiting"
          confirmLabel="Decline"
          onConfirm={approvals.confirmRefusal}
          onClose={() => approvals.refuse([])}
        >
          {toDecline.length > 1 && <p>{new Intl.ListFormat('en-GB').format(toDecline.map(({ name }) => name))}.</p>}
          They won’t be able to sign in. The site doesn’t tell them: how you say no is up to you.
        </ConfirmDialog>
      )}
    </>
  );
}
