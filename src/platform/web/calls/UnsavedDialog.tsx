import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useUnsavedGuard } from './useUnsavedGuard.ts';

/**
 * While `unsaved`, asks before following a link or closing the window loses what was typed. `CallForm` does so by
 * itself: this is for what is saved in another way.
 */
export function UnsavedDialog({ unsaved, what }: { unsaved: boolean | (() => boolean); what: string }) {
  const { link, stay, leave } = useUnsavedGuard(unsaved);
  if (!link) return null;
  return (
    <ConfirmDialog
      question={`Leave ${what} unsaved?`}
      keep="Keep editing"
      go="Leave"
      onGo={() => void leave()}
      onClose={stay}
    >
      What you have changed since the last save will be gone.
    </ConfirmDialog>
  );
}
