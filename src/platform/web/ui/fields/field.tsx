import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import styles from './field.module.css';

/** Connects a control to its label, hint and error. Spread these props over the control. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldLabelProps {
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A label above its control, with a hint and, if there is an error, a message. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldLabelProps & { children: (control: FieldControlProps) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? `${styles.field} ${styles.wrong}` : styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** A control's error, which the control names by `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <Icon of="circle-alert" />
      {children}
    </p>
  );
}

const styled = (own: string | undefined, className: string | undefined) => [own, className].filter(Boolean).join(' ');

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={styled(styles.input, className)} />;
}

/** A search field with its icon; `large` at the beginning of a page. */
export function SearchInput({
  large,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { large?: true }) {
  return (
    <span className={styled(styles.search, large && styles.large)}>
      <Icon of="search" />
      <Input {...rest} type="search" />
    </span>
  );
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={styled(styles.textarea, className)} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={styled(styles.select, className)} />;
}

/** A labelled text field of one line. */
export const InputField = ({ label, hint, error, ...input }: FieldLabelProps & ComponentProps<'input'>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Input {...control} {...input} />}
  </Field>
);
