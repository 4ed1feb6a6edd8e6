import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { paidAtDesk, paidAtDeskChoices } from '../order.ts';

/** A field for how somebody pays at the desk, named `how`. */
export const PaidAtDeskField = ({ label, error }: { label: string; error: string | undefined }) => (
  <Field label={label} error={error}>
    {(control) => (
      <Select {...control} name="how">
        {paidAtDesk.map((way) => (
          <option key={way} value={way}>
            {paidAtDeskChoices[way]}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
