import { Said } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { restart } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { welcomeBack } from './send.ts';
import { presentPasskey, usePasskeysHere } from './usePasskey.ts';

interface Props {
  ask: string;
  give: string;
  /** The page to go to. */
  next: string;
  children: string;
}

/** Signs in with a passkey, where the browser has them. */
export function PasskeyButton({ ask, give, next, children }: Props) {
  const here = usePasskeysHere();
  const { busy, at, send } = useCall();
  if (!here) return null;

  const present = async () => {
    const answer = await presentPasskey({ ask, give });
    // The half session is over: start again
    if (answer.code === 401) await restart();
    return answer;
  };

  return (
    <div className="stack">
      <Said at={at} />
      <Button
        look="line"
        pending={busy !== ''}
        onClick={() => void send(give, present, { renews: 'site', leadsTo: next, onAnswer: welcomeBack })}
      >
        <Icon of="key-round" />
        {busy ? 'Waiting for your passkey…' : children}
      </Button>
    </div>
  );
}

/** On the sign-in form: a passkey instead of email and password. */
export const SignInWithPasskey = ({ next }: { next: string }) => (
  <PasskeyButton ask="/members/api/passkey/options" give="/members/api/passkey" next={next}>
    Sign in with a passkey
  </PasskeyButton>
);
