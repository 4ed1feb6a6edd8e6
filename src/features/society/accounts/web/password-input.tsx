import { type ComponentProps, useState } from 'react';
import { Input } from '#platform/web/ui/fields/field.tsx';
import styles from './password-input.module.css';

/** A password field with a button that shows the text. It is required unless `required` says otherwise. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.password}>
      <Input required {...props} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
        <span className="vh">{shown ? 'Hide password' : 'Show password'}</span>
        <span aria-hidden="true">{shown ? 'Hide' : 'Show'}</span>
      </button>
    </span>
  );
}
