import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { setTicketEmailEnabled, type TicketEmailPreview } from '../contract.ts';
import styles from './ticket-emails.module.css';

/** The emails to buyers and to waiting parties, each with a sample of its text. Most have a switch. */
export function TicketEmails({ letters }: { letters: readonly TicketEmailPreview[] }) {
  const { sends_mail } = useSite();
  const { busy, slot: at, send: make } = useCall('ticket emails');
  return (
    <div className="stack">
      <h2>Emails to buyers</h2>
      <p>
        {sends_mail
          ? 'Buyers, and people on the waiting list, get these emails if they leave an email address.'
          : 'This site can’t send email, so nobody gets these emails.'}{' '}
        Read each one here. You can switch most of them off.
      </p>
      <CallStatus slot={at} />
      <ul className={`ruled ${styles.letters}`}>
        {letters.map(({ kind, name, when, on, always, subject, text }) => (
          <li key={kind}>
            <div className="spread">
              <p>
                <strong>{name}</strong> {!on && <Badge>Switched off</Badge>}
                <br />
                <span className="meta">Sent {when}.</span>
              </p>
              {always ? (
                <p className="meta">Always sent</p>
              ) : (
                <Button
                  look="line"
                  small
                  pending={busy !== ''}
                  onClick={() => void make(setTicketEmailEnabled, { kind, on: !on })}
                >
                  {on ? 'Switch off' : 'Switch on'}
                  <span className="vh">: {name}</span>
                </Button>
              )}
            </div>
            <details>
              <summary>
                <Icon of="chevron-right" />
                Read the text<span className="vh">: {name}</span>
              </summary>
              <div className={styles.letter}>
                <p>
                  <strong>{subject}</strong>
                </p>
                <p className={styles.text}>{text}</p>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
