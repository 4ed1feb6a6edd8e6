import { type FormEvent, useState } from 'react';
import { findWiderPermission, type Role, resolvePermissions } from '#features/society/accounts/roles.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus, useCallResponse } from '#platform/web/alerts/index.ts';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { useVersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { saveAccess } from '../contract.ts';
import {
  type AccessChoice,
  type EditablePermission,
  permissionDescriptions,
  permissionLabels,
  roleLabels,
} from '../permissions.ts';
import styles from './users.module.css';

type Content = Page<'manage_user'>;

/** A form with a user's role and the user's overrides of that role's permissions. */
export function UserAccessForm({ page }: { page: Content }) {
  const { busy: busyPath, slot, send } = useCall();
  const busy = busyPath !== '';
  const { user, own, gives, version, items } = page;
  /** The role and the overrides that were chosen since the last save. */
  const [chosenRole, setRole] = useState<Role | null>(null);
  const [choices, setChoices] = useState<Readonly<Record<string, AccessChoice>>>({});
  const [isAsking, setIsAsking] = useState(false);
  const theirs = findConflictingVersion(useCallResponse<typeof saveAccess>(slot));
  const role = chosenRole ?? user.role;
  const reset = () => {
    setRole(null);
    setChoices({});
  };
  const byRole = resolvePermissions(role);
  const getChoice = (item: string, saved: AccessChoice) => choices[item] ?? saved;
  const overrides = items.flatMap(({ item, choice }) => {
    const chosen = getChoice(item, choice);
    return chosen === 'role' ? [] : [{ item, allowed: chosen === 'yes' }];
  });
  /**
   * Finds the wider permission that includes `item`, so that a "no" for `item` has no effect; undefined if there is
   * none.
   */
  const findIncluding = (item: string) =>
    findWiderPermission(item as EditablePermission, role, overrides) as EditablePermission | undefined;
  const isChanged = role !== user.role || items.some(({ item, choice }) => getChoice(item, choice) !== choice);
  const keepsAdmin = items.some(({ item, choice }) => {
    if (item !== 'admin') return false;
    const chosen = getChoice(item, choice);
    return chosen === 'role' ? byRole.admin : chosen === 'yes';
  });
  const { baseline, markSaved } = useVersionedForm({ version, role: user.role, items }, () => isChanged);
  const losesOwnAccess = own && !keepsAdmin;
  const save = (sure: boolean) => {
    const sent = Object.fromEntries(items.map(({ item, choice }) => [item, getChoice(item, choice)]));
    const call = withParams(saveAccess, { id: user.id });
    const onAnswer = (answer: ResponseOf<typeof saveAccess>) => answer.code === 200 && markSaved(answer.version);
    const options = { renews: own ? 'site' : 'page', onAnswer } as const;
    const { version } = theirs ?? baseline;
    void send(call, { version, role, ...sent, sure: sure ? '1' : '' }, options).then(({ code }) => {
      if (code !== 200) return;
      // Choices made in the meantime are still unsaved
      setRole((current) => (current === role ? null : current));
      setChoices((current) =>
        Object.fromEntries(Object.entries(current).filter(([item, choice]) => choice !== sent[item])),
      );
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (losesOwnAccess) setIsAsking(true);
    else save(false);
  };
  return (
    <FormSection title="Permissions" about="The role decides. Yes or No next to a permission overrides it.">
      <div className="stack">
        <form className="stack" onSubmit={submit}>
          <RoleField label="Role" gives={gives} value={role} onChange={setRole} />
          <div>
            {items.map(({ item, name, choice }) => {
              const including = findIncluding(item);
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
                        {permissionDescriptions[item as EditablePermission]}
                        {including && ` “No” has no effect while they have ${permissionLabels[including]}.`}
                      </span>
                    </span>
                    <div>
                      {(['role', 'yes', 'no'] as const).map((value) => (
                        <label key={value}>
                          <input
                            type="radio"
                            name={`item-${item}`}
                            value={value}
                            checked={getChoice(item, choice) === value}
                            disabled={value === 'no' && including !== undefined && getChoice(item, choice) !== 'no'}
                            onChange={() => setChoices((all) => ({ ...all, [item]: value }))}
                          />
                          {value === 'role'
                            ? `From role: ${isAllowed(byRole, item) ? 'yes' : 'no'}`
                            : value === 'yes'
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
            <Button type="submit" pending={busy} disabled={!isChanged}>
              <ButtonLabel label="Save permissions" busyLabel="Saving…" busy={busy} />
            </Button>
            <CallStatus slot={slot} />
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
            at={slot}
            onAccept={reset}
          />
        )}
      </div>
      <UnsavedChangesDialog unsaved={isChanged} what={`${user.name}’s permissions`} />
      {isAsking && (
        <ConfirmDialog
          question="Give up your own Admin Tools?"
          cancelLabel="Keep them"
          confirmLabel="Give them up"
          onConfirm={() => save(true)}
          onClose={() => setIsAsking(false)}
        >
          You’ll lose access to these pages straight away, and can’t undo this yourself: you’d have to ask another
          admin.
        </ConfirmDialog>
      )}
    </FormSection>
  );
}

const isAllowed = (byRole: Readonly<Record<string, boolean>>, item: string) => byRole[item] === true;

/** A select field with the roles that the visitor may assign. Without `onChange`, the form around it holds the value. */
export function RoleField({
  label,
  gives,
  error,
  value,
  onChange,
}: {
  label: string;
  gives: readonly Role[];
  error?: string | undefined;
  value: Role;
  onChange?: (role: Role) => void;
}) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          name="role"
          {...(onChange
            ? { value, onChange: ({ target }) => onChange(gives.find((role) => role === target.value) ?? value) }
            : { defaultValue: value })}
        >
          {gives.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
