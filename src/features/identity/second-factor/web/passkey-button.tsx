import { useCall } from '#platform/web/calls/use-call.ts';
import { reloadForVisitor } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import {
  authenticateWithPasskey,
  type PasskeyFlow,
  passkeyFlows,
  showWelcomeBack,
  usePasskeySupport,
} from './use-passkey.ts';

interface Props {
  flow: PasskeyFlow;
  /** The place for the call's response, which the button shares with the form next to it. */
  slot: string;
  /** The page to go to afterwards. */
  next: string;
  children: string;
}

/** A button that signs in with a passkey. Renders nothing in browsers without passkeys. */
export function PasskeyButton({ flow, slot, next, children }: Props) {
  const isSupported = usePasskeySupport();
  const { busy, sendVia: send } = useCall(slot);
  if (!isSupported) return null;

  const present = async () => {
    const answer = await authenticateWithPasskey(flow);
    // The pending session has ended, so the visitor has to sign in again
    if (answer.code === 401) await reloadForVisitor();
    return answer;
  };

  return (
    <p>
      <Button
        look="line"
        pending={busy !== ''}
        onClick={() => void send(flow.ask, present, { renews: 'site', leadsTo: next, onAnswer: showWelcomeBack })}
      >
        <ButtonLabel sign="key-round" label={children} busyLabel="Waiting for your passkey…" busy={busy !== ''} />
      </Button>
    </p>
  );
}

/** The sign-in form's button for signing in with a passkey instead of email and password. */
export const SignInWithPasskey = (props: Pick<Props, 'slot' | 'next'>) => (
  <PasskeyButton flow={passkeyFlows.signIn} {...props}>
    Sign in with a passkey
  </PasskeyButton>
);
