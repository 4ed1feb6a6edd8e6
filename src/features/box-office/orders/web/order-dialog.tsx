import type { ComponentProps } from 'react';
import type { CallSchemas } from '#platform/shared/calls/calls.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';

/**
 * A dialog with a form for an order. The response is shown in the page's status slot `at`, or as an alert if the slot
 * is gone.
 */
export function OrderDialog<const Path extends string, Schemas extends CallSchemas>({
  title,
  at,
  wide = false,
  onClose,
  ...form
}: { title: string; at: string; wide?: boolean; onClose: () => void } & Omit<
  ComponentProps<typeof CallForm<Path, Schemas>>,
  'asks' | 'onAnswer'
>) {
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      {(close) => (
        <CallForm
          {...form}
          asks={false}
          onAnswer={(answer) => {
            if (answer.code !== 200) return false;
            close();
            return at;
          }}
        />
      )}
    </Dialog>
  );
}
