import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { restart } from '../../../platform/web/navigation/index.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
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
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  if (!here) return null;

  async function present() {
    setBusy(true);
    setFault('');
    const answer = await presentPasskey({ ask, give });
    const { code, msg } = answer;
    welcomeBack(answer);
    setBusy(false);
    if (code === 200) await restart(next);
    if (code === 401) await restart();
    if (code !== 200) setFault(msg);
  }

  return (
    <div className="stack">
      <div role="alert">{fault && <Alert tone="bad" title={fault} />}</div>
      <Button look="line" pending={busy} onClick={present}>
        <Icon of={KeyRound} />
        {busy ? 'Waiting for your passkey…' : children}
      </Button>
    </div>
  );
}

/** On the sign-in form: a passkey in the place of email and password. */
export const SignInWithPasskey = ({ next }: { next: string }) => (
  <PasskeyButton ask="/members/api/passkey/options" give="/members/api/passkey" next={next}>
    Sign in with a passkey
  </PasskeyButton>
);
