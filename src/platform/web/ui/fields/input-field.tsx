import type { ComponentProps } from 'react';
import { Field, type FieldLabelProps, Input } from './field.tsx';

/** A labelled text field of one line. */
export const InputField = ({ label, hint, error, ...input }: FieldLabelProps & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Input {...control} {...input} />}
  </Field>
);
