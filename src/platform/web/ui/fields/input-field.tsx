import type { ComponentProps } from 'react';
import { Field, type FieldLabelProps, Input } from './field.tsx';

/** A labelled line to type in. */
export const InputField = ({ label, hint, error, ...input }: FieldLabelProps & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Input {...control} {...input} />}
  </Field>
);
