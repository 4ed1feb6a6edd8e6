import type { ComponentProps } from 'react';
import { Field, Input, type Labelling } from './Field.tsx';

/** A labelled line to type in. */
export const InputField = ({ label, hint, error, ...input }: Labelling & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Input {...control} {...input} />}
  </Field>
);
