import { dateInWords } from '../../../../platform/shared/dates.ts';
import type { Page } from '../../../../platform/shared/pages.ts';
import { CallForm } from '../../../../platform/web/calls/CallForm.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import styles from './Sessions.module.css';
import { SettingsSection } from './SettingsSection.tsx';

const path = '/members/api/account_settings/sessions';

/** Where an account is signed in, and the way to end each. */
export function Sessions({ page: { sessions } }: { page: Page<'account_settings'> }) {
  const others = sessions.filter(({ current }) => !current);
  return (
    <SettingsSection
      id="sessions"
      title="Your devices"
      lead="Where you are signed in. Sign a device out if you have lost it, or don’t know it."
    >
      <div className={styles.sessions}>
        <ul className={styles.list}>
          {sessions.map(({ id, device, address, created_at, last_used_at, current }) => (
            <li key={id}>
              <div>
                <strong>{device}</strong> {current && <Badge>This one</Badge>}
                <p className={styles.meta}>
                  Last used <Moment at={last_used_at} />. Signed in <Moment at={created_at} />, from {address}.
                </p>
              </div>
              {!current && (
                <CallForm call={`${path}/${id}/end`} submit={`Sign out ${device}`} pending="Signing out…">
                  {() => null}
                </CallForm>
              )}
            </li>
          ))}
        </ul>
        {others.length > 0 ? (
          <CallForm call={`${path}/end_others`} submit="Sign out all other devices" pending="Signing out…">
            {() => null}
          </CallForm>
        ) : (
          <p className={styles.meta}>You are signed in here and nowhere else.</p>
        )}
      </div>
    </SettingsSection>
  );
}

/** Told by the server in UTC, so that both sides write the same. */
function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{dateInWords(at.slice(0, 10), 'day')}</time>;
}
