import { type ReactNode, useRef, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';

interface Confirmation {
  /** A field of the form: "1" once somebody has agreed. */
  field: ReactNode;
  /** The slot for the form's messages. */
  onAnswer: (answer: Pick<CallResponse, 'needs' | 'msg'>) => void;
  /** The dialog with the server's question; undefined while there is none. */
  dialog: ReactNode;
}

/** Shows the server's question about a form, and sends the form again once somebody agrees. */
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
