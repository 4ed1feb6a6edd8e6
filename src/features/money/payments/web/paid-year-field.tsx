import { addDays, formatDate } from '#platform/shared/dates/dates.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import type { PaidYear } from '../contract.ts';

/** Asks if the membership year that was paid for ends with the refund. */
export function PaidYearField({
  year: { from, until, has_begun },
  error,
}: {
  year: PaidYear;
  error: string | undefined;
}) {
  const end = has_begun ? 'End it today' : `End it on ${formatDate(addDays(from, -1), 'day')}`;
  return (
    <Field
      label="Their subscription"
      hint={`This paid for ${formatDate(from, 'day')} to ${formatDate(until, 'day')}${has_begun ? '' : ', a year that hasn’t begun'}.`}
      error={error}
    >
      {(control) => (
        <Select {...control} name="subscription">
          <option value="keep">Keep it until {formatDate(until, 'day')}</option>
          <option value="end">{end}</option>
        </Select>
      )}
    </Field>
  );
}
