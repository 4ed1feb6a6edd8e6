import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { sendTestMail } from '../contract.ts';
import styles from './test-mail.module.css';

/** Sends the admin a test email and shows the mail server's response. With `done`, shows only the response. */
export function TestMail({ done = false }: { done?: boolean }) {
  const { busy, slot, send } = useCall();
  return (
    <div className={`long-answers ${styles.test}`}>
      <div className="row">
        {!done && (
          <Button small look="line" pending={busy === sendTestMail.path} onClick={() => void send(sendTestMail)}>
            Send a test email
          </Button>
        )}
        <CallStatus slot={slot} />
      </div>
    </div>
  );
}
