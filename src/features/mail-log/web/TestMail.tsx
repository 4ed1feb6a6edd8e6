import { Said } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { sendTestMail } from '../contract.ts';

/** Sends the admin a mail, and shows what the mail server answered. */
export function TestMail() {
  const { busy, at, make } = useCall();
  return (
    <>
      <Said at={at} />
      <Button small pending={busy === sendTestMail.path} onClick={() => void make(sendTestMail)}>
        Send a test mail
      </Button>
    </>
  );
}
