import type { Role } from '#features/society/accounts/roles.ts';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import { roleLabels } from '../permissions.ts';

/** A select field with the roles that the visitor may assign. Without `onChange`, the form around it holds the value. */
export function RoleField({
  label,
  gives,
  error,
  value,
  onChange,
}: {
  label: string;
  gives: readonly Role[];
  error?: string | undefined;
  value: Role;
  onChange?: (role: Role) => void;
}) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          name="role"
          {...(onChange
            ? { value, onChange: ({ target }) => onChange(gives.find((role) => role === target.value) ?? value) }
            : { defaultValue: value })}
        >
          {gives.map((role) => (
            <option key={role} value={role}>
              {roleLabels[role]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
