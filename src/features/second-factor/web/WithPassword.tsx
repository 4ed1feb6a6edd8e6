import type { ReactNode } from 'react';
import type { Answer } from '../../../platform/shared/answer.ts';
import { CallForm } from '../../../platform/web/calls/CallForm.tsx';
import { Field, Input } from '../../../platform/web/ui/Field.tsx';
import styles from './TwoFactorSection.module.css';

/** Folded away until asked for: says what will happen, and asks for the password before it does. */
export function WithPassword({
  call,
  title,
  submit,
  pending,
  onAnswer,
  children,
}: {
  call: string;
  /** What opens it. */
  title: string;
  submit: string;
  pending: string;
  onAnswer?: (answer: Answer) => void;
  children: ReactNode;
}) {
  return (
    <details className={styles.fold}>
      <summary>{title}</summary>
      <div className={styles.folded}>
        {children}
        <CallForm call={call} submit={submit} pending={pending} asks={false} {...(onAnswer ? { onAnswer } : {})}>
          {({ password }) => (
            <Field label="Your password" error={password}>
              {(control) => (
                <Input {...control} name="password" type="password" autoComplete="current-password" required />
              )}
            </Field>
          )}
        </CallForm>
      </div>
    </details>
  );
}
