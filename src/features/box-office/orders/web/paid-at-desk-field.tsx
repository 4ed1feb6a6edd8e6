import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { boxOfficePaymentChoices, boxOfficePaymentMethods } from '../order.ts';

/** A field named `how`, for the way somebody pays at the desk. */
export const PaidAtBoxOfficeField = ({ label, error }: { label: string; error: string | undefined }) => (
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
