import { useState } from 'react';
import { portalHomePath } from '#features/society/accounts/return-path.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { CallStatus, clearResponse, showResponse, useCallResponse } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { reloadForVisitor, useSite } from '#platform/web/navigation/index.ts';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { QrCode } from '#platform/web/ui/content/qr-code.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { createRecoveryCodes, disableTotp, enableTotp, type TwoFactor } from '../contract.ts';
import { DisclosureForm } from './disclosure-form.tsx';
import { OneTimeCodeField } from './one-time-code-field.tsx';
import { PasskeyList } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './two-factor-section.module.css';

/** The section of the account settings about second factors: codes from an app, passkeys and recovery codes. */
export function TwoFactorSection({ of }: { of: TwoFactor }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const hasJustSetUp = useCallResponse(setUpSlot) !== null;
  const hasSecondFactor = of.enabled || of.passkeys.length > 0;
  const show = (answer: ResponseOf<typeof createRecoveryCodes>) =>
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
      {of.enabled ? <CodesOn of={of} /> : <SetUp of={of} onAnswer={show} />}
      <PasskeyList of={of} onCodes={setCodes} />
      {hasSecondFactor && (
        <div className={styles.part}>
          <h3>Recovery codes</h3>
          <p>{formatCodesLeft(of.recovery_codes_left)} Each lets you sign in once if you lose your phone.</p>
          <DisclosureForm
            call={createRecoveryCodes}
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

/** A link for users who, without a second factor, could only open this page. */
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

function CodesOn({ of }: { of: TwoFactor }) {
  return (
    <div className={styles.part}>
      <p className={styles.on}>
        <Icon of="shield-check" />
        Two-factor sign-in is set up: you’ll need a code from your app to sign in.
      </p>
      <DisclosureForm call={disableTotp} title="Turn off codes" submit="Turn off codes" pending="Turning off…">
        <p>
          Turn off codes from your app?{' '}
          {of.required
            ? 'Your account needs a second factor: unless you have a passkey, you’ll have to set one up again straight away.'
            : 'Unless you have a passkey, anyone who knows your password could then sign in.'}
        </p>
      </DisclosureForm>
    </div>
  );
}

function SetUp({ of, onAnswer }: { of: TwoFactor; onAnswer: (answer: ResponseOf<typeof enableTotp>) => void }) {
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
