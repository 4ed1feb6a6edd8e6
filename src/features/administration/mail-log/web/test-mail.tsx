import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { sendTestMail } from '../contract.ts';
import styles from './test-mail.module.css';

/** Sends the admin a mail, and shows the mail server's answer; with `done` only the answer is shown. */
export function TestMail({ done = false }: { done?: boolean }) {
  const { busy, slot: at, send: make } = useCall();
  return (
    <div className={`long-answers ${styles.test}`}>
      <div className="row">
        {!done && (
          <Button small look="line" pending={busy === sendTestMail.path} onClick={() => void make(sendTestMail)}>
            Send a test email
          </Button>
        )}
        <CallStatus slot={at} />
      </div>
    </div>
  );
}
