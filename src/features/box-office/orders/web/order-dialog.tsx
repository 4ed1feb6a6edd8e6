import type { ComponentProps } from 'react';
import type { CallSchemas } from '#platform/shared/calls.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';

/**
 * A dialog for an action on an order's tickets; the message is shown in the slot `at` of the order's page, or as an
 * alert if that slot is gone.
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
