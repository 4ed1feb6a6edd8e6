import { useSite } from '#platform/web/navigation/index.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { boxOfficePaymentChoices, boxOfficePaymentMethods } from '../order.ts';

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

/** Asks for the reason for a refund or cancellation. `isMailed` is true if an email to the buyer quotes the reason. */
export const RefundReasonField = ({ isMailed, error }: { isMailed: boolean; error: string | undefined }) => (
  <ReasonField
    hint={
      useSite().sends_mail && isMailed
        ? 'The email to the buyer quotes the reason. It appears in the order’s history and in exports too.'
        : 'It appears in the order’s history and in exports.'
    }
    error={error}
  />
);

/** A field named `how`, for the way somebody pays at the desk. */
export const BoxOfficePaymentField = ({ label, error }: { label: string; error: string | undefined }) => (
  <Field label={label} error={error}>
    {(control) => (
      <Select {...control} name="how">
        {boxOfficePaymentMethods.map((way) => (
          <option key={way} value={way}>
            {boxOfficePaymentChoices[way]}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
