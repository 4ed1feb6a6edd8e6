import { useState } from 'react';
import { sendInvitations } from '#features/identity/users/contract.ts';
import { InvitationLinks, type ShownInvitationLinks } from '#features/identity/users/web/index.ts';
import { CancelMemberRenewalForm } from '#features/money/subscriptions/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { parsePersonName } from '#platform/shared/text/person-name.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { type ListedMember, removePaperListMember } from '../contract.ts';
import styles from './membership.module.css';

/** Opens a dialog that cancels a member's renewal for them. */
export function CancelRenewalButton({ of: { id, name, plan, payer } }: { of: ListedMember }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className={`${styles.cancel} no-print`}>
      <Button small look="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Cancel renewal…<span className="vh"> {name}</span>
      </Button>
      {isOpen && (
        <Dialog title={`Cancel the renewal of ${plan} for ${name}`} onClose={() => setIsOpen(false)}>
          {(close) => (
            <>
              {payer && <p>{payer} pays for this membership, and gets the email if you send one.</p>}
              <CancelMemberRenewalForm id={id} onDone={close} />
            </>
          )}
        </Dialog>
      )}
    </span>
  );
}

type Actions = ReturnType<typeof usePaperListMemberActions>;

/** Provides the actions on people without an account: invite, and remove from the list. */
export function usePaperListMemberActions(mayInvite: boolean) {
  const { busy, slot, send } = useCall();
  const [toRemove, setToRemove] = useState<ListedMember | null>(null);
  const [invitationLinks, setInvitationLinks] = useState<ShownInvitationLinks>({ by: 'one', links: [] });
  return {
    busy,
    slot,
    mayInvite,
    invite: ({ name, email }: ListedMember) => {
      const { firstname, lastname } = parsePersonName(name);
      const people = [{ firstname, lastname, email }];
      void send(
        sendInvitations,
        { role: 'member', people },
        { onAnswer: (answer) => setInvitationLinks({ by: 'one', links: answer.code === 200 ? answer.links : [] }) },
      );
    },
    links: <InvitationLinks of={invitationLinks} by="one" />,
    remove: setToRemove,
    dialog: toRemove && (
      <RemoveMemberDialog
        member={toRemove}
        onRemove={() => void send(withParams(removePaperListMember, { id: toRemove.id }))}
        onClose={() => setToRemove(null)}
      />
    ),
  };
}

/** Asks for confirmation before somebody is removed from the list, and says what happens to a paid year. */
export function RemoveMemberDialog({
  member,
  onRemove,
  onClose,
}: {
  member: ListedMember;
  onRemove: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      question={`Remove ${member.name} from the list?`}
      cancelLabel="Keep them"
      confirmLabel="Remove from list"
      onConfirm={onRemove}
      onClose={onClose}
    >
      <p>Their details on the list will be permanently deleted. You can import them again.</p>
      {member.status === 'active' && member.paid_until !== '' && (
        <p>
          That includes the year paid until {formatDate(member.paid_until, 'day')}. Nothing is refunded, and a payment
          in the accounts stays there.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Shows that a member has no account, with buttons to invite and to remove them. */
export function MemberWithoutAccount({ of, withoutAccount }: { of: ListedMember; withoutAccount: Actions }) {
  const { busy, mayInvite, invite, remove } = withoutAccount;
  return (
    <>
      <span className="meta">{of.invited ? 'No account yet, invited' : 'No account yet'}</span>
      <span className="row no-print">
        {mayInvite && of.email !== '' && !of.invited && (
          <Button small look="line" pending={busy !== ''} aria-label={`Invite ${of.name}`} onClick={() => invite(of)}>
            Invite
          </Button>
        )}
        <Button small look="line" pending={busy !== ''} aria-haspopup="dialog" onClick={() => remove(of)}>
          Remove…<span className="vh"> {of.name} from the list</span>
        </Button>
      </span>
    </>
  );
}
