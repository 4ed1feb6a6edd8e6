import { type ReactNode, useRef, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';

interface Confirmation {
  /** A hidden field of the form: "1" once the user has agreed. */
  field: ReactNode;
  /** Handles the response to the form. */
  onAnswer: (answer: Pick<CallResponse, 'needs' | 'msg'>) => void;
  /** The dialog with the server's question. */
  dialog: ReactNode;
}

/** Shows the server's question about a form, and submits the form again once the user agrees. */
export function useConfirmation(words: { question: string; cancelLabel: string; confirmLabel: string }): Confirmation {
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState('');
  const confirm = () => {
    if (field.current) field.current.value = '1';
    field.current?.form?.requestSubmit();
  };
  return {
    field: <input type="hidden" name="confirmed" ref={field} defaultValue="" />,
    onAnswer: ({ needs, msg }) => {
      setAsked(needs === 'confirmation' ? msg : '');
      if (field.current) field.current.value = '';
    },
    dialog: asked && (
      <ConfirmDialog {...words} onConfirm={confirm} onClose={() => setAsked('')}>
        {asked}
      </ConfirmDialog>
    ),
  };
}
