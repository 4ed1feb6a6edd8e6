import { useState } from 'react';
import { sendInvitations } from '#features/identity/users/contract.ts';
import { InvitationLinks, type ShownInvitationLinks } from '#features/identity/users/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { parsePersonName } from '#platform/shared/text/person-name.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { type ListedMember, removePaperMember } from '../contract.ts';

type Asking = ReturnType<typeof useNoAccount>;

/** Actions for somebody in the list who has no account. */
export function useNoAccount(mayInvite: boolean) {
  const { busy, slot: at, send: make } = useCall();
  const [toRemove, setToRemove] = useState<ListedMember | null>(null);
  const [handed, hand] = useState<ShownInvitationLinks>({ by: 'one', links: [] });
  return {
    busy,
    at,
    mayInvite,
    invite: ({ name, email }: ListedMember) => {
      const { firstname, lastname } = parsePersonName(name);
      const people = [{ firstname, lastname, email }];
      void make(
        sendInvitations,
        { role: 'member', people },
        { onAnswer: (answer) => hand({ by: 'one', links: answer.code === 200 ? answer.links : [] }) },
      );
    },
    links: <InvitationLinks of={handed} by="one" />,
    remove: setToRemove,
    question: toRemove && (
      <RemoveDialog
        member={toRemove}
        onRemove={() => void make(withParams(removePaperMember, { id: toRemove.id }))}
        onClose={() => setToRemove(null)}
      />
    ),
  };
}

/** Asks before somebody is removed from the list, and explains the effect on a paid year. */
export function RemoveDialog({
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
      question={`Take ${member.name} off the list?`}
      cancelLabel="Keep them"
      confirmLabel="Remove from list"
      onConfirm={onRemove}
      onClose={onClose}
    >
      <p>Their details on the list will be permanently deleted. You can import them again.</p>
      {member.status === 'active' && member.paid_until !== '' && (
        <p>
          That goes for the year that is paid until {formatDate(member.paid_until, 'day')} too. The payment stays in the
          books and isn’t refunded.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Says that there is no account yet, and offers an invitation to make one. */
export function NoAccount({ of, withoutAccount }: { of: ListedMember; withoutAccount: Asking }) {
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
