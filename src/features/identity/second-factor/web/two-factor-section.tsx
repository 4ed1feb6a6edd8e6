import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { portalHomePath } from '#features/society/accounts/return-path.ts';
import type { ErrorResponse } from '#platform/shared/calls/call-response.ts';
import {
  type CallSchemas,
  type ResolvedCall,
  type ResponseForSchemas,
  type ResponseOf,
  withParams,
} from '#platform/shared/calls/calls.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { CallStatus, clearResponse, showResponse, useCallResponse } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useUnsavedChangesGuard } from '#platform/web/calls/unsaved-changes.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { reloadForVisitor, useSite } from '#platform/web/navigation/index.ts';
import { importWithRetry } from '#platform/web/parts/lazy-module.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { QrCode } from '#platform/web/ui/content/qr-code.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { maxPasskeyNameLength } from '../codes.ts';
import {
  addPasskey,
  disableTotp,
  enableTotp,
  regenerateRecoveryCodes,
  removePasskey,
  startPasskeyRegistration,
  type TwoFactorSettings,
} from '../contract.ts';
import { toPasskeyErrorResponse, usePasskeySupport } from './passkey-authentication.tsx';
import { OneTimeCodeField } from './second-step-form.tsx';
import styles from './two-factor-section.module.css';

/** The section of the account settings about second factors: codes from an app, passkeys and recovery codes. */
export function TwoFactorSection({ of }: { of: TwoFactorSettings }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const hasJustSetUp = useCallResponse(setUpSlot) !== null;
  const hasSecondFactor = of.enabled || of.passkeys.length > 0;
  const show = (answer: ResponseOf<typeof regenerateRecoveryCodes>) =>
    answer.code === 200 && setCodes(answer.recovery_codes);
  const hideCodes = () => {
    setCodes([]);
    // Clears the old response, which the form would show again once codes are turned off
    clearResponse(enableTotp.path);
    // The site data is reloaded, because the permissions in it were reduced while the account had no second factor
    if (of.required)
      void reloadForVisitor().then(() =>
        showResponse(setUpSlot, { code: 200, msg: 'You can now open all your pages.' }),
      );
  };

  return (
    <div className={styles.section}>
      {of.required && !hasSecondFactor && (
        <Alert tone="bad" title="Set up a second factor first">
          <p>Your account can do a lot here, so a password alone isn’t enough. Choose an app or a passkey below.</p>
        </Alert>
      )}
      {/* The response stays in the page, because an alert would cover the codes */}
      {of.enabled && codes.length > 0 && <CallStatus slot={enableTotp.path} />}
      {codes.length > 0 && <RecoveryCodes codes={codes} onSaved={hideCodes} />}
      {hasJustSetUp && <ContinueLink />}
      {of.enabled ? <AppCodesEnabled of={of} /> : <AppCodesSetup of={of} onAnswer={show} />}
      <PasskeyList of={of} onCodes={setCodes} />
      {hasSecondFactor && (
        <div className={styles.part}>
          <h3>Recovery codes</h3>
          <p>{formatCodesLeft(of.recovery_codes_left)} Each lets you sign in once if you lose your phone.</p>
          <DisclosureForm
            call={regenerateRecoveryCodes}
            title="Generate new recovery codes"
            submit="Generate new codes"
            pending="Generating…"
            onAnswer={show}
          >
            <p>Generate ten new codes? The old ones will stop working.</p>
          </DisclosureForm>
        </div>
      )}
    </div>
  );
}

const setUpSlot = 'second factor set up';

/** A link to the next page, for users who could open only this page until they set up a second factor. */
function ContinueLink() {
  const { admin } = useSite().memberNavItemsToShow;
  return (
    <div className="long-answers">
      <CallStatus slot={setUpSlot}>
        {admin ? (
          <a href="/members/admin">Continue to Admin Tools</a>
        ) : (
          <a href={portalHomePath}>Continue to the dashboard</a>
        )}
      </CallStatus>
    </div>
  );
}

const formatCodesLeft = (left: number) => {
  if (left === 0) return 'You have no recovery codes left: generate new ones.';
  return left === 1 ? 'You have one recovery code left.' : `You have ${left} recovery codes left.`;
};

function AppCodesEnabled({ of }: { of: TwoFactorSettings }) {
  return (
    <div className={styles.part}>
      <p className={styles.on}>
        <Icon of="shield-check" />
        Two-factor sign-in is set up: with your password, you’ll also need a code from your app.
      </p>
      <DisclosureForm call={disableTotp} title="Turn off codes" submit="Turn off codes" pending="Turning off…">
        <p>
          Turn off codes from your app?{' '}
          {of.required
            ? 'Your account needs a second factor: unless you have a passkey, you’ll have to set up a new second factor straight away.'
            : 'Unless you have a passkey, anyone who knows your password could then sign in.'}
        </p>
      </DisclosureForm>
    </div>
  );
}

function AppCodesSetup({
  of,
  onAnswer,
}: {
  of: TwoFactorSettings;
  onAnswer: (answer: ResponseOf<typeof enableTotp>) => void;
}) {
  return (
    <div className={styles.setUp}>
      <QrCode
        rows={of.provisioning_qr}
        name="QR code for your authenticator app; the same secret is given below as text"
      />
      <div className="stack">
        <ol className={styles.steps}>
          <li>
            Scan the QR code with an authenticator app. If you’re on your phone,{' '}
            <a href={of.provisioning_uri}>open it in your app</a>.
          </li>
          <li>
            No camera? Type this into the app: <code className={styles.secret}>{of.secret}</code>
          </li>
          <li>Enter the six-digit code the app shows.</li>
        </ol>
        <CallForm
          call={enableTotp}
          submitLabel="Turn on two-factor sign-in"
          pendingLabel="Checking…"
          onAnswer={onAnswer}
        >
          {({ otp_code }) => <OneTimeCodeField error={otp_code} className={styles.otp} required />}
        </CallForm>
      </div>
    </div>
  );
}

/** Lists an account's passkeys, with a form to add one. */
function PasskeyList({ of, onCodes }: { of: TwoFactorSettings; onCodes: (codes: readonly string[]) => void }) {
  const isSupported = usePasskeySupport();
  return (
    <div className={styles.part}>
      <h3>Passkeys</h3>
      <p>
        A passkey is stored on your phone or computer and unlocks with your fingerprint, your face or the device’s PIN.
        It lets you sign in without a password or a code.
      </p>
      {of.passkeys.length > 0 && (
        <ul className={styles.passkeys}>
          {of.passkeys.map(({ id, name, created_at, last_used_at }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span className={styles.meta}>
                Added {formatLocalDate(created_at)},{' '}
                {last_used_at ? `last used ${formatLocalDate(last_used_at)}` : 'not used yet'}
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

/** A collapsed form that explains an action and has a button for it. */
function DisclosureForm<const Path extends string, Schemas extends CallSchemas>({
  call,
  title,
  submit,
  pending,
  onAnswer,
  children,
}: {
  call: ResolvedCall<Path, Schemas>;
  /** The label of the button that opens the form. */
  title: string;
  submit: string;
  pending: string;
  onAnswer?: (answer: ResponseForSchemas<Schemas>) => void;
  children: ReactNode;
}) {
  return (
    <Collapsible title={title}>
      {children}
      <CallForm
        call={call}
        submitLabel={submit}
        pendingLabel={pending}
        asks={false}
        {...(onAnswer ? { onAnswer } : {})}
      >
        {() => null}
      </CallForm>
    </Collapsible>
  );
}

/** New recovery codes, shown once, to copy, download or print. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { site_name } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState('');
  const { link, stay, leave } = useUnsavedChangesGuard(true);
  useLayoutEffect(() => heading.current?.focus(), []);
  const text = `Recovery codes for ${site_name}\nEach works once, instead of a code from your app.\n\n${codes.join('\n')}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copied.');
    } catch {
      setCopied('Your browser couldn’t copy the codes: select them and copy them yourself.');
    }
  }

  return (
    <section className={styles.codes} aria-labelledby="recovery-codes">
      <h3 id="recovery-codes" ref={heading} tabIndex={-1}>
        Your recovery codes for {site_name}
      </h3>
      <p>
        If you lose your phone, each of these codes lets you sign in once. They won’t be shown again: keep them where
        you keep your passport, not on your phone.
      </p>
      <ol className={styles.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button look="line" small onClick={copy}>
          <Icon of="copy" />
          Copy codes
        </Button>
        <Button look="line" small onClick={() => download(text)}>
          <Icon of="download" />
          Download as text
        </Button>
        <Button look="line" small onClick={() => print()}>
          <Icon of="printer" />
          Print codes
        </Button>
      </div>
      <p role="status">{copied}</p>
      <Button onClick={onSaved}>I’ve saved my codes</Button>
      {link && (
        <ConfirmDialog
          question="Leave without saving your codes?"
          cancelLabel="Stay on this page"
          confirmLabel="Leave without saving"
          onConfirm={() => void leave()}
          onClose={stay}
        >
          They won’t be shown again. Without them, if you lose your phone you’ll have to ask an admin for help.
        </ConfirmDialog>
      )}
    </section>
  );
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'recovery-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
