import { type Call, withParams } from '#platform/shared/calls/calls.ts';
import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { signOutDevice, signOutOthers } from '../contract.ts';
import { CalendarLinkNotice } from './calendar.tsx';
import styles from './sessions.module.css';

/** Lists the sessions of an account, with a way to end each. */
export function Sessions({ page }: { page: Page<'account_settings'> }) {
  const { sessions } = page;
  const others = sessions.filter(({ current }) => !current);
  return (
    <FormSection
      id="sessions"
      title="Your devices"
      about={
        <>
          Where you’re signed in. Sign out any device that you’ve lost or don’t recognise.
          <CalendarLinkNotice page={page} />
        </>
      }
    >
      <div className={styles.sessions}>
        <ul className={`ruled ${styles.list}`}>
          {sessions.map(({ id, device, address, created_at, last_used_at, current }) => (
            <li key={id} className="spread">
              <div>
                <strong>{device}</strong> {current && <Badge>This device</Badge>}
                <p className={styles.meta}>
                  Last used <Moment at={last_used_at} />. Signed in <Moment at={created_at} />, from {address}.
                </p>
              </div>
              {!current && (
                <EndButton call={withParams(signOutDevice, { id })} name={`Sign out ${device}`}>
                  Sign out
                </EndButton>
              )}
            </li>
          ))}
        </ul>
        {others.length > 0 ? (
          <EndButton call={signOutOthers}>Sign out all other devices</EndButton>
        ) : (
          <p className={styles.meta}>You aren’t signed in anywhere else.</p>
        )}
      </div>
    </FormSection>
  );
}

/** Ends it with one press; a form, so that it works without a script. */
function EndButton({ call, name, children }: { call: Call; name?: string; children: string }) {
  const { busy, send: make } = useCall();
  const pending = busy !== '';
  return (
    <form
      method="post"
      action={call.path}
      onSubmit={(event) => {
        event.preventDefault();
        void make(call);
      }}
    >
      <Button type="submit" look="line" small pending={pending} aria-label={name}>
        <ButtonLabel label={children} busyLabel="Signing out…" busy={pending} />
      </Button>
    </form>
  );
}

/** Formatted by the server in UTC, so that both sides write the same. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateOfInstant(at)}</time>;
}
