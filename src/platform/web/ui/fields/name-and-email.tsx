import { InputField } from './field.tsx';
import { FieldPair } from './field-pair.tsx';

interface NameAndEmailText {
  name?: string | undefined;
  email?: string | undefined;
}

/** Fields for a person's name and email address, `name` and `email`; the browser may fill them in. */
export function NameAndEmailFields({
  labels = { name: 'Your name', email: 'Email' },
  hint,
  typed,
  errors,
  maxLengths,
  required = false,
}: {
  labels?: { name: string; email: string };
  /** The purpose of the email address. */
  hint?: string;
  typed: NameAndEmailText;
  errors: NameAndEmailText;
  maxLengths: { name: number; email?: number };
  required?: boolean;
}) {
  return (
    <FieldPair>
      <InputField
        label={labels.name}
        name="name"
        autoComplete="name"
        maxLength={maxLengths.name}
        defaultValue={typed.name}
        error={errors.name}
        required={required}
      />
      <InputField
        label={labels.email}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={maxLengths.email}
        {...(hint && { hint })}
        defaultValue={typed.email}
        error={errors.email}
        required={required}
      />
    </FieldPair>
  );
}
