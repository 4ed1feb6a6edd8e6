import { type Call, withParams } from '#platform/shared/calls/calls.ts';
import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { signOutDevice, signOutOtherDevices } from '../contract.ts';
import styles from './account-settings.module.css';

type Content = Page<'account_settings'>;

/** Lists the devices on which a member is signed in, with a button to sign out each. */
export function SessionList({ sessions }: Pick<Content, 'sessions'>) {
  return (
    <div className={styles.sessions}>
      <ul className={`ruled ${styles.list}`}>
        {sessions.map(({ id, device, address, created_at, last_used_at, current }) => (
          <li key={id} className="spread">
            <div>
              <strong>{device}</strong> {current && <Badge>This device</Badge>}
              <p className={styles.meta}>
                Last used <SessionDate at={last_used_at} />. Signed in <SessionDate at={created_at} />
                {address !== '' && `, from ${address}`}.
              </p>
            </div>
            {!current && (
              <SignOutButton call={withParams(signOutDevice, { id })} name={`Sign out ${device}`}>
                Sign out
              </SignOutButton>
            )}
          </li>
        ))}
      </ul>
      {sessions.every(({ current }) => current) ? (
        <p className={styles.meta}>You aren’t signed in anywhere else.</p>
      ) : (
        <SignOutButton call={signOutOtherDevices}>Sign out all other devices</SignOutButton>
      )}
    </div>
  );
}

/** A form with one button, so that it also works without JavaScript. */
function SignOutButton({ call, name, children }: { call: Call; name?: string; children: string }) {
  const { busy, send } = useCall();
  const pending = busy !== '';
  return (
    <form
      method="post"
      action={call.path}
      onSubmit={(event) => {
        event.preventDefault();
        void send(call);
      }}
    >
      <Button type="submit" look="line" small pending={pending} aria-label={name}>
        <ButtonLabel label={children} busyLabel="Signing out…" busy={pending} />
      </Button>
    </form>
  );
}

const SessionDate = ({ at }: { at: string }) => <time dateTime={at}>{formatDateOfInstant(at)}</time>;

/** Lists the latest entries of the account's log, of which there are `total`. */
export const AccountLog = ({ entries, total }: { entries: Content['noted']; total: number }) =>
  entries.length === 0 ? (
    <p className={styles.meta}>Nothing yet.</p>
  ) : (
    <>
      <ul className={`ruled ${styles.list}`}>
        {entries.map(({ id, when, what, address }) => (
          <li key={id} className="spread">
            <div>
              <strong>{what}</strong>
              <p className={styles.meta}>
                {when}
                {address !== '' && `, from ${address}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {total > entries.length && (
        <p className={styles.meta}>
          The newest {entries.length} of {total.toLocaleString('en-GB')}. All of them are in the copy of your data,
          under <a href="#my-data">My data</a>.
        </p>
      )}
    </>
  );
