import type { ReactNode } from 'react';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * While `unsaved` is true, asks before typed text is lost by following a link or closing the window. `CallForm` does
 * this by itself; this dialog is for content that is saved in another way.
 */
export function UnsavedDialog({
  unsaved,
  what,
  stored = false,
  closing = false,
  children,
}: {
  unsaved: boolean | (() => boolean);
  what: string;
  /** True if the unsaved text is stored in this browser until the user signs out. */
  stored?: boolean;
  /** Set when a button on the page is about to close the editor; the dialog then asks at once. */
  closing?: false | { onLeave: () => void; onStay: () => void };
  /** An additional sentence about the consequences of leaving. */
  children?: ReactNode;
}) {
  const { link, stay, leave } = useUnsavedGuard(unsaved);
  if (!link && !closing) return null;
  return (
    <ConfirmDialog
      question={`Leave without saving ${what}?`}
      cancelLabel="Keep editing"
      confirmLabel="Leave"
      onConfirm={() => {
        if (link) void leave();
        else if (closing) closing.onLeave();
      }}
      onClose={() => {
        stay();
        if (closing) closing.onStay();
      }}
    >
      {stored && (!link || new URL(link.href).pathname !== '/members/logout')
        ? 'What you’ve typed is stored in this browser and will be here when you come back.'
        : 'Changes you’ve made since you last saved will be lost.'}
      {children}
    </ConfirmDialog>
  );
}
