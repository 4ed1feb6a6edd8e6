import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { deskPaymentChoices, deskPaymentMethods } from '../order.ts';

/** A field for how somebody pays at the desk, named `how`. */
export const PaidAtDeskField = ({ label, error }: { label: string; error: string | undefined }) => (
  <Field label={label} error={error}>
    {(control) => (
      <Select {...control} name="how">
        {deskPaymentMethods.map((way) => (
          <option key={way} value={way}>
            {deskPaymentChoices[way]}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
