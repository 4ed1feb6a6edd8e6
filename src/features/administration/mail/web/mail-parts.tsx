import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { sendTestMail } from '../contract.ts';
import { type DeliveryStatus, deliveryStatusLabels } from '../logged-mail.ts';
import styles from './mail-parts.module.css';

/**
 * Shows a button that sends the admin a test email, and the mail server's response. With `done`, shows only the
 * response.
 */
export function TestMailButton({ done = false }: { done?: boolean }) {
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

const tones: Partial<Record<DeliveryStatus, 'warning'>> = { failed: 'warning', retrying: 'warning' };

export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => (
  <Badge tone={tones[status] ?? 'plain'}>{deliveryStatusLabels[status]}</Badge>
);
