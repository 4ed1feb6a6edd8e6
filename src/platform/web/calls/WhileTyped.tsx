import { type ReactNode, useState } from 'react';
import { AskBeforeLeaving } from './AskBeforeLeaving.tsx';

/** Around a form: from the first thing typed in it until it is saved, asks before that is left. */
export function WhileTyped({ what, children }: { what: string; children: ReactNode }) {
  const [typed, setTyped] = useState(false);
  return (
    // A form that is saved is emptied (`CallForm`)
    <div onInput={() => setTyped(true)} onReset={() => setTyped(false)}>
      {children}
      <AskBeforeLeaving unsaved={typed} what={what} />
    </div>
  );
}
