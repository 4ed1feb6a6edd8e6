import { useCall } from '#platform/web/calls/use-call.ts';
import { reloadForVisitor } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { welcomeBack } from './passkey-answers.ts';
import { type PasskeyFlow, passkeyFlows, presentPasskey, usePasskeysHere } from './use-passkey.ts';

interface Props {
  way: PasskeyFlow;
  /** The slot of its response: in the place of the form next to it. */
  at: string;
  /** The page to go to. */
  next: string;
  children: string;
}

/** Signs in with a passkey, where the browser has them. */
export function PasskeyButton({ way, at, next, children }: Props) {
  const here = usePasskeysHere();
  const { busy, sendVia: send } = useCall(at);
  if (!here) return null;

  const present = async () => {
    const answer = await presentPasskey(way);
    // The pending session is over: start again
    if (answer.code === 401) await reloadForVisitor();
    return answer;
  };

  return (
    <p>
      <Button
        look="line"
        pending={busy !== ''}
        onClick={() => void send(way.ask, present, { renews: 'site', leadsTo: next, onAnswer: welcomeBack })}
      >
        <ButtonLabel sign="key-round" label={children} busyLabel="Waiting for your passkey…" busy={busy !== ''} />
      </Button>
    </p>
  );
}

/** On the sign-in form: a passkey instead of email and password. */
export const SignInWithPasskey = (place: Pick<Props, 'at' | 'next'>) => (
  <PasskeyButton way={passkeyFlows.signIn} {...place}>
    Sign in with a passkey
  </PasskeyButton>
);
