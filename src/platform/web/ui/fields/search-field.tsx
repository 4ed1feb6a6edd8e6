import type { ComponentProps } from 'react';
import { Field, type FieldLabelProps, SearchInput } from './field.tsx';

/** A labelled search field. */
export const SearchField = ({ label, hint, error, ...input }: FieldLabelProps & ComponentProps<typeof SearchInput>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <SearchInput {...control} {...input} />}
  </Field>
);
