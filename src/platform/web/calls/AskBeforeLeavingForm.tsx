import { type ReactNode, useState } from 'react';
import { AskBeforeLeaving } from './AskBeforeLeaving.tsx';

/** The same for forms that keep what is typed to themselves: once sent well, a form is emptied, and nothing is asked. */
export function AskBeforeLeavingForm({ what, children }: { what: string; children: ReactNode }) {
  const [typed, setTyped] = useState(false);
  return (
    <div onInput={() => setTyped(true)} onReset={() => setTyped(false)}>
      <AskBeforeLeaving unsaved={typed} what={what} />
      {children}
    </div>
  );
}
