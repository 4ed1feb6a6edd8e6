import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useLeaving } from './useLeaving.ts';

/** While `unsaved`, asks before a link or the closing of the window takes what was typed with it. */
export function AskBeforeLeaving({ unsaved, what }: { unsaved: boolean; what: string }) {
  const [away, setAway] = useState('');
  const { link, stay } = useLeaving(unsaved && away === '');
  // Once nothing asks any more: the browser would ask a second time
  useEffect(() => {
    if (away !== '') window.location.assign(away);
  }, [away]);
  if (!link) return null;
  return (
    <ConfirmDialog
      question={`Leave ${what} unsaved?`}
      keep="Keep editing"
      go="Leave"
      onGo={() => setAway(link.href)}
      onClose={stay}
    >
      What you have changed since the last save will be gone.
    </ConfirmDialog>
  );
}
