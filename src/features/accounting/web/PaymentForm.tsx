import type { ReactNode } from 'react';
import { manualSources, sourceNames } from '#features/books/entry.ts';
import type { CalendarDate } from '#platform/shared/dates.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { FieldPair } from '#platform/web/ui/FieldPair.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { MoneyField } from '#platform/web/ui/MoneyField.tsx';
import { recordPayment } from '../contract.ts';

type PaymentChoice = readonly [value: string, words: string];

/** Enters what was paid in cash, by bank transfer or by cheque. `children` ask what it was for. */
export function PaymentForm({
  today,
  children,
}: {
  today: CalendarDate;
  children: (errors: Record<string, string>) => ReactNode;
}) {
  return (
    <CallForm call={recordPayment} what="the payment" submit="Enter payment" pending="Entering payment…">
      {(errors) => (
        <>
          {children(errors)}
          <FieldPair>
            <MoneyField label="Amount in pounds" name="amount" error={errors.amount} />
            <InputField
              label="Paid on"
              name="day"
              type="date"
              defaultValue={today}
              max={today}
              hint="Today or before."
              error={errors.day}
              required
            />
          </FieldPair>
          <ChoiceField
            label="Paid by"
            name="source"
            error={errors.source}
            choices={manualSources.map((source) => [source, sourceNames[source]] as const)}
          />
        </>
      )}
    </CallForm>
  );
}

/** One of several. `none` is what is chosen at first, and sends nothing. */
export const ChoiceField = ({
  label,
  name,
  hint,
  error,
  choices,
  none,
}: {
  label: string;
  name: string;
  hint?: string;
  error: string | undefined;
  choices: readonly PaymentChoice[];
  none?: string;
}) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <Select {...control} name={name}>
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
