import { type FormEvent, useState } from 'react';
import { type Role, resolvePermissions, widerItemOf } from '#features/society/accounts/roles.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus, useCallResponse } from '#platform/web/alerts/index.ts';
import { UnsavedDialog } from '#platform/web/calls/unsaved-dialog.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { useVersionedForm } from '#platform/web/conflict/use-versioned-form.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { type AccessChoice, saveAccess } from '../contract.ts';
import { type EditablePermission, itemDescriptions, permissionLabels, roleLabels } from '../labels.ts';
import { RoleField } from './role-field.tsx';
import styles from './users.module.css';

type Content = Page<'manage_user'>;

/** Shows a user's permissions, by role and by override. */
export function UserAccess({ page }: { page: Content }) {
  const { busy, slot: at, send: make } = useCall();
  return (
    <FormSection title="Permissions" about="The role decides. Yes or No beside an item overrides it.">
      <div className="stack">
        <Choices page={page} busy={busy !== ''} at={at} make={make} />
      </div>
    </FormSection>
  );
}

function Choices({
  page,
  busy,
  at,
  make,
}: {
  page: Content;
  busy: boolean;
  at: string;
  make: ReturnType<typeof useCall>['send'];
}) {
  const { user, own, gives, version, items } = page;
  /** The unsaved choices, over the present ones. */
  const [chosenRole, setRole] = useState<Role | null>(null);
  const [choices, setChoices] = useState<Readonly<Record<string, AccessChoice>>>({});
  const [asks, setAsks] = useState(false);
  const theirs = findConflictingVersion(useCallResponse<typeof saveAccess>(at));
  const role = chosenRole ?? user.role;
  const begin = () => {
    setRole(null);
    setChoices({});
  };
  const byRole = resolvePermissions(role);
  const choiceOf = (item: string, before: AccessChoice) => choices[item] ?? before;
  const changes = items.flatMap(({ item, choice }) => {
    const chosen = choiceOf(item, choice);
    return chosen === 'role' ? [] : [{ item, allowed: chosen === 'yes' }];
  });
  /** The wider item that brings this one, so that a "no" for it has no effect. */
  const broughtBy = (item: string) =>
    widerItemOf(item as EditablePermission, role, changes) as EditablePermission | undefined;
  const changed = role !== user.role || items.some(({ item, choice }) => choiceOf(item, choice) !== choice);
  const keepsAdmin = items.some(({ item, choice }) => {
    if (item !== 'admin') return false;
    const chosen = choiceOf(item, choice);
    return chosen === 'role' ? byRole.admin : chosen === 'yes';
  });
  const { baseline: begun, markSaved: saved } = useVersionedForm({ version, role: user.role, items }, () => changed);
  const losesOwn = own && !keepsAdmin;
  const send = (sure: boolean) => {
    const sent = Object.fromEntries(items.map(({ item, choice }) => [item, choiceOf(item, choice)]));
    const call = withParams(saveAccess, { id: user.id });
    const onAnswer = (answer: ResponseOf<typeof saveAccess>) => answer.code === 200 && saved(answer.version);
    const after = { renews: own ? 'site' : 'page', onAnswer } as const;
    const { version } = theirs ?? begun;
    void make(call, { version, role, ...sent, sure: sure ? '1' : '' }, after).then(({ code }) => {
      if (code !== 200) return;
      // Choices made meanwhile still have to be saved
      setRole((now) => (now === role ? null : now));
      setChoices((now) => Object.fromEntries(Object.entries(now).filter(([item, choice]) => choice !== sent[item])));
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (losesOwn) setAsks(true);
    else send(false);
  };
  return (
    <>
      <form className="stack" onSubmit={submit}>
        <RoleField label="Role" gives={gives} value={role} onChange={setRole} />
        <div>
          {items.map(({ item, name, choice }) => {
            const included = broughtBy(item);
            return (
              <fieldset
                key={item}
                className={styles.items}
                aria-labelledby={`may-${item}`}
                aria-describedby={`about-${item}`}
              >
                <div className={styles.item}>
                  <span>
                    <span id={`may-${item}`}>{name}</span>
                    <span className={`meta ${styles.about}`} id={`about-${item}`}>
                      {itemDescriptions[item as EditablePermission]}
                      {included && ` “No” has no effect while they have ${permissionLabels[included]}.`}
                    </span>
                  </span>
                  <div>
                    {(['role', 'yes', 'no'] as const).map((one) => (
                      <label key={one}>
                        <input
                          type="radio"
                          name={`item-${item}`}
                          value={one}
                          checked={choiceOf(item, choice) === one}
                          disabled={one === 'no' && included !== undefined && choiceOf(item, choice) !== 'no'}
                          onChange={() => setChoices((all) => ({ ...all, [item]: one }))}
                        />
                        {one === 'role'
                          ? `From role: ${isAllowed(byRole, item) ? 'yes' : 'no'}`
                          : one === 'yes'
                            ? 'Yes'
                            : 'No'}
                      </label>
                    ))}
                  </div>
                </div>
              </fieldset>
            );
          })}
        </div>
        <div className="row">
          <Button type="submit" pending={busy} disabled={!changed}>
            <ButtonLabel label="Save permissions" busyLabel="Saving…" busy={busy} />
          </Button>
          <CallStatus slot={at} />
        </div>
      </form>
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={[
            { label: 'Role', text: roleLabels[theirs.role] },
            ...theirs.items
              .filter(({ choice }) => choice !== 'role')
              .map(({ name, choice }) => ({ label: name, text: choice === 'yes' ? 'Yes' : 'No' })),
          ]}
          at={at}
          onAccept={begin}
        />
      )}
      <UnsavedDialog unsaved={changed} what={`${user.name}’s permissions`} />
      {asks && (
        <ConfirmDialog
          question="Give up your own Admin Tools?"
          cancelLabel="Keep them"
          confirmLabel="Give them up"
          onConfirm={() => send(true)}
          onClose={() => setAsks(false)}
        >
          You’ll lose access to these pages straight away, and only another admin can give it back.
        </ConfirmDialog>
      )}
    </>
  );
}

const isAllowed = (byRole: Readonly<Record<string, boolean>>, item: string) => byRole[item] === true;
