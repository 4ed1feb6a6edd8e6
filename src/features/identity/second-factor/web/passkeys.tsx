import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import type { FormEvent } from 'react';
import type { ErrorResponse } from '#platform/shared/calls/call-response.ts';
import { type ResponseOf, withParams } from '#platform/shared/calls/calls.ts';
import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import { CallStatus, useCallResponse } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { importWithRetry } from '#platform/web/parts/import-with-retry.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { maxPasskeyNameLength } from '../codes.ts';
import { addPasskey, removePasskey, startPasskeyRegistration, type TwoFactor } from '../contract.ts';
import { DisclosureForm } from './disclosure-form.tsx';
import styles from './two-factor-section.module.css';
import { toPasskeyErrorResponse, usePasskeySupport } from './use-passkey.ts';

/** Lists an account's passkeys, with a form to add one. */
export function PasskeyList({ of, onCodes }: { of: TwoFactor; onCodes: (codes: readonly string[]) => void }) {
  const isSupported = usePasskeySupport();
  return (
    <div className={styles.part}>
      <h3>Passkeys</h3>
      <p>
        A passkey is stored on your phone or computer and unlocks with your fingerprint, your face or its PIN. It lets
        you sign in without a password or a code.
      </p>
      {of.passkeys.length > 0 && (
        <ul className={styles.passkeys}>
          {of.passkeys.map(({ id, name, created_at, last_used_at }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span className={styles.meta}>
                Added {formatDateOfInstant(created_at)},{' '}
                {last_used_at ? `last used ${formatDateOfInstant(last_used_at)}` : 'not used yet'}
              </span>
              <DisclosureForm
                call={withParams(removePasskey, { id })}
                title={`Remove ${name}`}
                submit="Remove passkey"
                pending="Removing…"
              >
                <p>Remove the passkey “{name}”? You won’t be able to sign in with it any more.</p>
              </DisclosureForm>
            </li>
          ))}
        </ul>
      )}
      {of.passkeys_possible ? (
        isSupported && <AddPasskey onCodes={onCodes} />
      ) : (
        <p className={styles.meta}>Passkeys only work at the site’s own web address, not at a numeric address.</p>
      )}
    </div>
  );
}

function AddPasskey({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const { busy, slot, sendVia: send } = useCall();
  const errors = useCallResponse(slot)?.fields ?? {};

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    void send(addPasskey, () => createPasskey(new FormData(form)), {
      form,
      onAnswer: (answer) => {
        if (answer.code !== 200) return;
        form.reset();
        onCodes(answer.recovery_codes);
      },
    });
  }

  return (
    <Collapsible title="Add a passkey">
      <form className="stack" onSubmit={add}>
        <InputField
          label="Name"
          hint="So you’ll recognise it: “Ruth’s phone”, “Office laptop”."
          error={errors.name}
          name="name"
          maxLength={maxPasskeyNameLength}
          autoComplete="off"
          required
        />
        <div className="row">
          <Button type="submit" pending={busy !== ''}>
            <ButtonLabel label="Add passkey" busyLabel="Waiting for your device…" busy={busy !== ''} />
          </Button>
          <CallStatus slot={slot} />
        </div>
      </form>
    </Collapsible>
  );
}

async function createPasskey(form: FormData): Promise<ResponseOf<typeof addPasskey> | ErrorResponse> {
  const answer = await sendCall(startPasskeyRegistration, form);
  if (answer.code !== 200) return answer;
  let passkey: RegistrationResponseJSON;
  try {
    const { startRegistration } = await importWithRetry(() => import('@simplewebauthn/browser'));
    passkey = await startRegistration({ optionsJSON: answer.options });
  } catch (error) {
    return toPasskeyErrorResponse(error);
  }
  return sendCall(addPasskey, { passkey });
}
