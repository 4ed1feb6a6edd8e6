import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import type { InvitationLink } from '#features/identity/sign-in/contract.ts';
import type { Role } from '#features/society/accounts/roles.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { CallStatus, useCallResponse } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import {
  type InvitationListPreview,
  type PreviewedPerson,
  previewInvitationList,
  sendInvitations,
} from '../contract.ts';
import { RoleField } from './access.tsx';
import { InvitationLinks, type ShownInvitationLinks } from './invitation-links.tsx';
import styles from './users.module.css';

/** Invitations are sent in batches of this size, to show the progress. */
const BATCH_SIZE = 100;

/** Invites the selected people on a pasted list, after a preview. */
export function InvitationListForm({
  gives,
  sendsMail,
  shownLinks,
  onLinks,
}: {
  gives: readonly Role[];
  sendsMail: boolean;
  shownLinks: ShownInvitationLinks;
  onLinks: (links: ShownInvitationLinks) => void;
}) {
  const [list, setList] = useState('');
  const [preview, setPreview] = useState<InvitationListPreview | null>(null);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [role, setRole] = useState<Role>('member');
  const [sent, setSent] = useState(0);
  const { busy, slot, send, sendVia } = useCall();
  const answer = useCallResponse(slot);
  /** The present list, for callbacks that run later. */
  const currentList = useRef(list);
  useLayoutEffect(() => {
    currentList.current = list;
  });

  const showPreview = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const onAnswer = (answer: ResponseOf<typeof previewInvitationList>) => {
      if (answer.code !== 200) return false;
      if (currentList.current !== list) return true;
      setPreview(answer);
      // People who were already invited are only invited again if the user selects them
      setExcluded(new Set(answer.people.filter(({ status }) => status === 'invited').map(({ email }) => email)));
      return true;
    };
    await send(previewInvitationList, { list }, { renews: 'nothing', onAnswer });
  };

  const selected = preview?.people.filter(({ email, status }) => status !== 'user' && !excluded.has(email)) ?? [];

  const inviteAll = async (): Promise<CallResponse> => {
    setSent(0);
    const links: InvitationLink[] = [];
    let [processed, invited] = [0, 0];
    for (let from = 0; from < selected.length; from += BATCH_SIZE) {
      const people = selected.slice(from, from + BATCH_SIZE).map(({ status: _, ...person }) => person);
      const answer = await sendCall(sendInvitations, { role, people });
      if (answer.code !== 200) {
        const note =
          invited > 0
            ? ` ${invited === 1 ? 'One person was' : `${invited} people were`} invited before that: preview the list again to continue.`
            : '';
        return { ...answer, msg: `${answer.msg}${note}` };
      }
      links.push(...answer.links);
      onLinks({ by: 'many', links: [...links] });
      processed += people.length;
      // If some people in the batch have created an account in the meantime, fewer invitations are sent
      invited += answer.sent;
      setSent(processed);
    }
    setPreview(null);
    if (currentList.current === list) setList('');
    return { code: 200, msg: formatInvited(invited, sendsMail) };
  };

  return (
    <FormSection
      title="Invite a list of people"
      about="Paste up to 2,000 names and addresses: from a spreadsheet, an address book, or an email’s To field."
    >
      <div className="stack long-answers">
        <form className="stack" onSubmit={showPreview}>
          <Field label="Names and addresses" hint="One per line, or separated by commas." error={answer?.fields?.list}>
            {(control) => (
              <Textarea
                {...control}
                rows={8}
                value={list}
                spellCheck={false}
                autoComplete="off"
                onChange={({ target }) => {
                  setList(target.value);
                  setPreview(null);
                }}
              />
            )}
          </Field>
          <div className="row">
            <Button
              type="submit"
              look={preview ? 'line' : 'ink'}
              pending={busy === previewInvitationList.path}
              disabled={list.trim() === ''}
            >
              Preview list
            </Button>
            <CallStatus slot={slot} />
          </div>
        </form>
        <InvitationLinks of={shownLinks} by="many" />
        <div role="status">
          {preview && !busy && `${preview.people.length} ${preview.people.length === 1 ? 'person' : 'people'} found.`}
        </div>
        {preview && (
          <>
            <UnreadLines of={preview} />
            {preview.people.length > 0 && (
              <fieldset className={styles.items}>
                <legend>Who to invite</legend>
                <ul className={`ruled ${styles.read}`}>
                  {preview.people.map((person) => (
                    <li key={person.email} className="spread">
                      <Checkbox
                        checked={person.status !== 'user' && !excluded.has(person.email)}
                        disabled={person.status === 'user' || busy !== ''}
                        onChange={({ target }) => {
                          const changed = new Set(excluded);
                          if (target.checked) changed.delete(person.email);
                          else changed.add(person.email);
                          setExcluded(changed);
                        }}
                      >
                        {`${person.firstname} ${person.lastname}`.trim() || '(no name)'}{' '}
                        <span className="meta">{person.email}</span>
                      </Checkbox>
                      <span className="meta">{statusNames[person.status]}</span>
                    </li>
                  ))}
                </ul>
              </fieldset>
            )}
            <RoleField label="Role for everyone on this list" gives={gives} value={role} onChange={setRole} />
            <div>
              <Button
                pending={busy !== ''}
                disabled={selected.length === 0}
                onClick={() => void sendVia(sendInvitations, inviteAll)}
              >
                {busy === sendInvitations.path
                  ? `Sending: ${sent} of ${selected.length}`
                  : selected.length === 1
                    ? 'Send one invitation'
                    : `Send ${selected.length.toLocaleString('en-GB')} invitations`}
              </Button>
            </div>
            {busy === sendInvitations.path && (
              <progress className={styles.bar} value={sent} max={selected.length} aria-label="Invitations sent" />
            )}
          </>
        )}
      </div>
      <UnsavedChangesDialog unsaved={list.trim() !== ''} what="the list" />
    </FormSection>
  );
}

function formatInvited(count: number, sendsMail: boolean): string {
  if (count === 0) return 'Nobody was invited: everybody you selected has an account already.';
  if (sendsMail) return count === 1 ? 'One invitation is on its way.' : `${count} invitations are on their way.`;
  return `${count === 1 ? 'One invitation' : `${count} invitations`} created; nothing was emailed.`;
}

function UnreadLines({ of: { unread, repeated } }: { of: InvitationListPreview }) {
  return (
    <>
      {unread.length > 0 && (
        <Alert
          tone="bad"
          title={unread.length === 1 ? 'One line couldn’t be read' : `${unread.length} lines couldn’t be read`}
        >
          <ul className={styles.read}>
            {unread.map(({ line, text, why }) => (
              <li key={`${line} ${why}`}>
                Line {line}: {text}. {why}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {repeated > 0 && (
        <p>
          {repeated === 1 ? 'One address appeared more than once.' : `${repeated} repeated addresses were skipped.`}
        </p>
      )}
    </>
  );
}

const statusNames: Record<PreviewedPerson['status'], string> = {
  new: '',
  invited: 'already invited',
  user: 'already has an account',
};
