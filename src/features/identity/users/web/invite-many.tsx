import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import type { InvitationLink } from '#features/identity/sign-in/contract.ts';
import type { Role } from '#features/society/accounts/roles.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { CallStatus, useCallResponse } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { UnsavedDialog } from '#platform/web/calls/unsaved-dialog.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { type InvitationListPreview, previewInvitationList, type ReadPerson, sendInvitations } from '../contract.ts';
import { InvitationLinks, type ShownInvitationLinks } from './invitation-links.tsx';
import { RoleField } from './role-field.tsx';
import styles from './users.module.css';

const AT_ONCE = 100;

/** Bulk invitations from a pasted list: preview first, then send. */
export function InviteMany({
  gives,
  mailed,
  handed,
  onHanded,
}: {
  gives: readonly Role[];
  /** True if the site sends email. */
  mailed: boolean;
  handed: ShownInvitationLinks;
  onHanded: (handed: ShownInvitationLinks) => void;
}) {
  const [list, setList] = useState('');
  const [read, setRead] = useState<InvitationListPreview | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [role, setRole] = useState<Role>('member');
  const [sent, setSent] = useState(0);
  const { busy, slot: at, send: make, sendVia: send } = useCall();
  const answer = useCallResponse(at);
  /** The list as it is typed when a response arrives. */
  const typed = useRef(list);
  useLayoutEffect(() => {
    typed.current = list;
  });

  const look = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const onAnswer = (answer: ResponseOf<typeof previewInvitationList>) => {
      if (answer.code !== 200) return false;
      if (typed.current !== list) return true;
      setRead(answer);
      // Fetched again only if that is wanted
      setLeft(new Set(answer.people.filter(({ status }) => status === 'invited').map(({ email }) => email)));
      return true;
    };
    await make(previewInvitationList, { list }, { renews: 'nothing', onAnswer });
  };

  const chosen = read?.people.filter(({ email, status }) => status !== 'user' && !left.has(email)) ?? [];

  const inviteAll = async (): Promise<CallResponse> => {
    setSent(0);
    const links: InvitationLink[] = [];
    let [gone, done] = [0, 0];
    for (let from = 0; from < chosen.length; from += AT_ONCE) {
      const people = chosen.slice(from, from + AT_ONCE).map(({ status: _, ...person }) => person);
      const answer = await sendCall(sendInvitations, { role, people });
      if (answer.code !== 200) {
        const before = done > 0 ? ` ${done} were invited before that: preview the list again to continue.` : '';
        return { ...answer, msg: `${answer.msg}${before}` };
      }
      links.push(...answer.links);
      onHanded({ by: 'many', links: [...links] });
      gone += people.length;
      // Some may have made an account meanwhile
      done += answer.sent;
      setSent(gone);
    }
    setRead(null);
    if (typed.current === list) setList('');
    return { code: 200, msg: formatInvited(done, mailed) };
  };

  return (
    <FormSection
      title="Invite a list of people"
      about="Paste up to 2,000 names and addresses: from a spreadsheet, an address book, or an email’s To field."
    >
      <div className="stack long-answers">
        <form className="stack" onSubmit={look}>
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
                  setRead(null);
                }}
              />
            )}
          </Field>
          <div className="row">
            <Button
              type="submit"
              look={read ? 'line' : 'ink'}
              pending={busy === previewInvitationList.path}
              disabled={list.trim() === ''}
            >
              Preview list
            </Button>
            <CallStatus slot={at} />
          </div>
        </form>
        <InvitationLinks of={handed} by="many" />
        <div role="status">
          {read && !busy && `${read.people.length} ${read.people.length === 1 ? 'person' : 'people'} found.`}
        </div>
        {read && (
          <>
            <Unread read={read} />
            {read.people.length > 0 && (
              <fieldset className={styles.items}>
                <legend>Who to invite</legend>
                <ul className={`ruled ${styles.read}`}>
                  {read.people.map((person) => (
                    <li key={person.email} className="spread">
                      <Checkbox
                        checked={person.status !== 'user' && !left.has(person.email)}
                        disabled={person.status === 'user' || busy !== ''}
                        onChange={({ target }) => {
                          const others = new Set(left);
                          if (target.checked) others.delete(person.email);
                          else others.add(person.email);
                          setLeft(others);
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
                disabled={chosen.length === 0}
                onClick={() => void send(sendInvitations, inviteAll)}
              >
                {busy === sendInvitations.path
                  ? `Sending: ${sent} of ${chosen.length}`
                  : chosen.length === 1
                    ? 'Send one invitation'
                    : `Send ${chosen.length.toLocaleString('en-GB')} invitations`}
              </Button>
            </div>
            {busy === sendInvitations.path && (
              <progress className={styles.bar} value={sent} max={chosen.length} aria-label="Invitations sent" />
            )}
          </>
        )}
      </div>
      <UnsavedDialog unsaved={list.trim() !== ''} what="the list" />
    </FormSection>
  );
}

function formatInvited(done: number, mailed: boolean): string {
  if (done === 0) return 'Nobody was invited: they all have an account already.';
  if (mailed) return done === 1 ? 'One invitation is on its way.' : `${done} invitations are on their way.`;
  return `${done === 1 ? 'One invitation' : `${done} invitations`} created; nothing was emailed.`;
}

function Unread({ read: { unread, repeated } }: { read: InvitationListPreview }) {
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

const statusNames: Record<ReadPerson['status'], string> = {
  new: '',
  invited: 'already invited',
  user: 'already has an account',
};
