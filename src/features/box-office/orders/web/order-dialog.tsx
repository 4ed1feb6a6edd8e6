import type { ComponentProps } from 'react';
import type { CallSchemas } from '#platform/shared/calls/calls.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { boxOfficePaymentLabels, boxOfficePaymentMethods } from '../order.ts';

/**
 * A dialog with a form for an order. The response is shown in the page's status slot `at`, or as an alert if the slot
 * is gone.
 */
export function OrderDialog<const Path extends string, Schemas extends CallSchemas>({
  title,
  at,
  wide = false,
  onClose,
  onConflict,
  ...form
}: {
  title: string;
  at: string;
  wide?: boolean;
  onClose: () => void;
  /** Called if the server refuses the form because of a conflict, such as places that others have taken. */
  onConflict?: () => void;
} & Omit<ComponentProps<typeof CallForm<Path, Schemas>>, 'asks' | 'onAnswer'>) {
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      {(close) => (
        <CallForm
          {...form}
          asks={false}
          onAnswer={(answer) => {
            if (answer.code === 409) onConflict?.();
            if (answer.code !== 200) return false;
            close();
            return at;
          }}
        />
      )}
    </Dialog>
  );
}

/** Asks for the reason for a refund, a cancellation or a correction, or for retaining money. */
export const ReasonField = ({
  hint,
  maxLength = 150,
  error,
}: {
  hint: string;
  maxLength?: number;
  error: string | undefined;
}) => (
  <InputField
    label="Reason"
    hint={hint}
    name="reason"
    maxLength={maxLength}
    autoComplete="off"
    error={error}
    required
  />
);

/** Asks for the reason for a refund or cancellation. `isMailed` is true if the buyer has an email address. */
export const RefundReasonField = ({ isMailed, error }: { isMailed: boolean; error: string | undefined }) => (
  <ReasonField
    hint={
      useSite().sends_mail && isMailed
        ? 'If the buyer gets an email, it quotes the reason. The reason also appears in the order’s history and in exports.'
        : 'It appears in the order’s history and in exports.'
    }
    error={error}
  />
);

/** A field named `how`, for the way somebody pays at the box office. */
export const BoxOfficePaymentField = ({ label, error }: { label: string; error: string | undefined }) => (
  <Field label={label} error={error}>
    {(control) => (
      <Select {...control} name="how">
        {boxOfficePaymentMethods.map((way) => (
          <option key={way} value={way}>
            {boxOfficePaymentLabels[way]}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
