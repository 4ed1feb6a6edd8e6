import { useId } from 'react';
import { Field, Input } from '#platform/web/ui/field.tsx';

/** A text field that suggests earlier values, and takes anything else. */
export function SuggestionField({
  label,
  value,
  options,
  onChange,
  error,
}: {
  label: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <Field label={label} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            list={`${id}-options`}
            autoComplete="off"
            maxLength={1000}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={`${id}-options`}>
            {options.map((option) => (
              <option key={option} value={option} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
