import { someSpaces } from '#features/orders/spaces.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Field, Select } from '#platform/web/ui/Field.tsx';

/** Numbered seats: the best that are free, or those that they choose once they are held. */
export function WhichSeats({
  performance: { wheelchair_spaces },
  typed,
  errors,
}: {
  performance: Page<'choose_tickets'>['performance'];
  typed: Readonly<Record<string, string>>;
  errors: Record<string, string>;
}) {
  return (
    <>
      <Field label="Which seats?" hint="Either way you see which they are before you pay." error={errors.seats}>
        {(control) => (
          <Select {...control} name="seats" defaultValue={typed.seats ?? 'best'}>
            <option value="best">The best available</option>
            <option value="plan">I choose them on the plan</option>
          </Select>
        )}
      </Field>
      {wheelchair_spaces > 0 && (
        <Field
          label="How many of you come in a wheelchair?"
          hint="Each has a wheelchair space, and the others sit beside them as far as they can."
          error={errors.wheelchair}
        >
          {(control) => (
            <Select {...control} name="wheelchair" defaultValue={typed.wheelchair ?? ''}>
              <option value="">None</option>
              {someSpaces.slice(0, wheelchair_spaces).map((spaces) => (
                <option key={spaces} value={spaces}>
                  {spaces}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}
